// Megatron-LM's launch scripts: read without running anything.
#include <string>

#include "tests/scenarios/import/configs.hpp"
#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

const std::string model =
    " --num-layers 4 --hidden-size 64 --num-attention-heads 4 --seq-length 32 \\\n"
    " --max-position-embeddings 32 --vocab-size 128 --micro-batch-size 1 ";

ImportResult script(const std::string& text, const ImportWishes& wishes = {}) {
  return import_texts({{"run.sh", text}}, wishes);
}

TEST(Shell, FillsInVariables) {
  for (const char* tensor : {"$TP", "${TP}", "${TP:-8}", "\"$TP\"", "${NONE:-2}", "${NONE:-$TP}"}) {
    for (const std::string& form :
         {"ARGS=(" + model + "--tensor-model-parallel-size " + tensor +
              "  # a comment )\n)\nARGS+=(--pipeline-model-parallel-size 2)\n",
          std::string("ARGS=\"") + model +
              "--tensor-model-parallel-size ${TP} \\\n  --pipeline-model-parallel-size 2\"\n"}) {
      for (const char* use : {"torchrun pretrain_gpt.py ${ARGS[@]} --bf16\n",
                              "python -u dir/pretrain_gpt.py $ARGS --bf16 2>&1 | tee log\n",
                              "CMD=\"python x.py $ARGS ${ARGS[@]} --bf16\"\necho $CMD\neval $CMD\n",
                              "ARGS+=\" --bf16\"\n"}) {
        const std::string text = "#!/bin/bash\nexport TP=2\nPP='2'\n" + form + use;
        SCOPED_TRACE(text);
        const bool is_list = form.find("ARGS=(") == 0;
        const bool is_scalar_use = std::string(use).find("$ARGS ") != std::string::npos ||
                                   std::string(use).find("+=\"") != std::string::npos;
        if (is_list && is_scalar_use) continue;  // a list is used by its elements
        const Scenario scenario = read_back(script(text));
        EXPECT_EQ(scenario.plan.model.layers, 4);
        EXPECT_EQ(scenario.plan.mesh.tp, 2);
        EXPECT_EQ(scenario.plan.mesh.pp, 2);
        EXPECT_EQ(value_of<std::string>(scenario, "precision"), "mixed_bf16");
      }
    }
  }
}

TEST(Shell, CountsTheRanksThatAreStarted) {
  const Scenario scenario = read_back(
      script("GPUS=4\nNODES=2\nD=(--nproc_per_node $GPUS --nnodes $NODES --node_rank $RANK)\n"
             "torchrun ${D[@]} pretrain_gpt.py" +
             model + "--save $OUT\n"));
  EXPECT_EQ(scenario.plan.mesh.dp, 8);
}

// Places are those of the words, wherever they were written.
TEST(Shell, KnowsTheLines) {
  const ImportResult result = script(
      "A=\"" + model + "\\\n  --clip-grad 2.0 \"\nB=(\n  --lr 3.0e-4\n)\npython a.py $A ${B[@]}\n");
  EXPECT_TRUE(says(result.imported.used, "run.sh:3: clip_grad -> optimizer.clip_grad 2"))
      << import_report(result);
  EXPECT_TRUE(says(result.imported.used, "run.sh:5: lr -> optimizer.lr 0.0003"));
}

// What only a shell could work out is asked for where it is needed, and nothing is run.
TEST(Shell, AsksForWhatIsComputed) {
  for (const char* value : {"$((8*2))", "$(echo 2)", "`echo 2`", "$NOT_SET", "$1", "${X%%a}"}) {
    const std::string text =
        "python pretrain_gpt.py" + model + "--tensor-model-parallel-size " + value + " --bf16\n";
    SCOPED_TRACE(text);
    const std::string faults = faults_text(script(text));
    EXPECT_NE(faults.find(std::string("run.sh:2: parallel.tensor_model_parallel_size: "
                                      "tensor_model_parallel_size is ") +
                          value + ", which only the shell can work out"),
              std::string::npos)
        << faults;
    // the advice works
    const Scenario scenario = read_back(
        script(text, {.overrides = {"parallel.tensor_model_parallel_size=2"}, .ranks = {}}));
    EXPECT_EQ(scenario.plan.mesh.tp, 2);
    // where nothing needs it, nothing is asked
    EXPECT_EQ(faults_text(script("python pretrain_gpt.py" + model + "--save " + value + "\n")), "");
  }
  EXPECT_TRUE(says(script("python a.py" + model + "--save $OUT\n").imported.notes,
                   "run.sh:2: $OUT is not set in the file"));
}

TEST(Shell, LeavesOpenWhatStandsUnderACondition) {
  for (const char* condition :
       {"if [ -z \"$X\" ]; then\n  A+=(--bf16)\nfi\n", "[ -z \"$X\" ] && A+=(--bf16)\n",
        "for i in 1 2; do A+=(--bf16); done\n", "case $X in\n  a) A+=(--bf16) ;;\nesac\n",
        "f() {\n  A+=(--bf16)\n}\n"}) {
    const std::string text = "A=(" + model + ")\n" + condition + "python pretrain_gpt.py ${A[@]}\n";
    const std::string faults = faults_text(script(text));
    EXPECT_NE(faults.find("bf16: is "), std::string::npos) << text << faults;
    EXPECT_NE(faults.find("which only the shell can work out"), std::string::npos);
  }
  const std::string size = "TP=1\nif [ $N = 2 ]; then TP=2; else TP=4; fi\npython pretrain_gpt.py" +
                           model + "--tensor-model-parallel-size $TP\n";
  EXPECT_NE(faults_text(script(size)).find("is $TP, which only the shell"), std::string::npos);
}

TEST(Shell, RefusesWhatItCannotRead) {
  const auto says_of = [](const std::string& text, const char* what) {
    const std::string faults = faults_text(script(text));
    EXPECT_NE(faults.find(what), std::string::npos) << text << "\n" << faults;
  };
  says_of("A=1\nB='x\n", "run.sh:2: cannot be read as a shell script: a quotation mark");
  says_of("A=(--num-layers 2\n", "begins a list that is never closed");
  says_of("A=(--num-layers 1)2)\n", "a ')' that closes nothing");
  says_of("A=${B\n", "a '{' that is never closed");
  says_of("cat <<EOF\nx\nEOF\n", "run.sh:1: is a script with a here-document");
  says_of("python a.py --num-layers 2\npython b.py --num-layers 4\n", "starts a second program");
  std::string bomb = "A0=xxxxxxxxxxxxxxxx\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "$A" + std::to_string(i - 1);
    bomb += "A" + std::to_string(i) + "=" + before + before + "\n";
  }
  says_of(bomb, "more than 16777216 characters, variables filled in");
  std::string nested;
  for (int i = 0; i < 100000; ++i) nested += "${A:-";
  says_of("B=" + nested + "\n", "cannot be read as a shell script");
}

TEST(Shell, IsReadBesideAConfig) {
  const ImportResult result =
      import_texts({{"run.sh", "A=(--micro-batch-size 1 --global-batch-size 8 --bf16)\n"},
                    {"config.json", qwen2_5_half_b}},
                   {.overrides = {}, .ranks = 8});
  EXPECT_EQ(count_lines(result).at(0), "parameters 494,032,768") << import_report(result);
}

}  // namespace
}  // namespace scenarios::test
