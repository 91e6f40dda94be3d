// How the text of a file is read before any key is understood.
#include <random>
#include <string>

#include "scenarios/import/syntax/argument_settings.hpp"
#include "scenarios/import/syntax/json_settings.hpp"
#include "scenarios/import/syntax/printable.hpp"
#include "scenarios/import/syntax/shell_settings.hpp"
#include "scenarios/import/syntax/toml_settings.hpp"
#include "scenarios/import/syntax/yaml_settings.hpp"
#include "tests/scenarios/import/configs.hpp"
#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string refusal(const std::string& name, const std::string& text) {
  return faults_text(import_texts({{name, text}}));
}

TEST(Syntax, ReadsPythonsNumbersThatJsonHasNot) {
  const Settings settings = json_settings(
      "a.json", "{\"a\": [NaN, -Infinity],\n\"b\": Infinity, \"NaN\": \"NaN,\",\n\"c\": 3}");
  ASSERT_EQ(settings.all().size(), 4U);
  EXPECT_EQ(settings.all()[1].value, "Infinity");
  EXPECT_EQ(settings.all()[2].value, "NaN,");
  EXPECT_EQ(settings.all()[3].origin.line, 3);
  // not needed: read; needed: refused at its line
  const std::string rest = R"("model_type": "gpt2", "n_layer": 2, "n_embd": 64, "n_head": 4,
      "vocab_size": 128,)";
  EXPECT_EQ(refusal("c.json", "{" + rest + "\"n_positions\": 32, \"temperature\": Infinity}"), "");
  const std::string faults = refusal("c.json", "{" + rest + "\n\"n_positions\": NaN}");
  EXPECT_NE(faults.find("c.json:3: model.max_position_embeddings: n_positions: \"NaN\" is not"),
            std::string::npos)
      << faults;
}

TEST(Syntax, ReadsNumbersWithUnderscores) {
  const Settings arguments = argument_settings(
      "a", "--train-samples 220_000_000 --rampup-batch-size 192 16 9_765_625 --name a_1 --x 1__0");
  EXPECT_EQ(arguments.all()[0].value, 220000000);
  EXPECT_EQ(arguments.all()[1].value, (nlohmann::json{192, 16, 9765625}));
  EXPECT_EQ(arguments.all()[2].value, "a_1");
  EXPECT_EQ(arguments.all()[3].value, "1__0");
  EXPECT_EQ(yaml_settings("a", "a: 1_000\nb: \"1_000\"\nc: _1\n").all()[0].value, 1000);
  EXPECT_EQ(yaml_settings("a", "a: 1_000\nb: \"1_000\"\nc: _1\n").all()[1].value, "1_000");
}

// Case K4: each reader bounds levels and values, and says so in status 2.
TEST(Syntax, BoundsLevelsAndValues) {
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"a.json", "{\"a\": " + repeated("[", 100000)},
           {"a.json", repeated("{\"a\": ", 100000)},
           {"a.json", "{\"a\": " + repeated("[", 100000) + repeated("]", 100000) + "}"},
           {"a.yaml", "a: " + repeated("[", 100000)},
           {"a.yaml", "a: " + repeated("{b: ", 100000)},
           {"a.yaml", "a:\n  " + repeated("- ", 2000) + "x\n"},
           {"a.toml", "a = " + repeated("[", 100000)},
           {"a.toml", repeated("a.", 100000) + "a = 1"},
           {"a.toml", "[" + repeated("a.", 100000) + "a]"},
           {"a.toml", "a = " + repeated("{ b = ", 100000)},
           {"a.toml", "a = { " + repeated("b.", 80) + "b = { " + repeated("c.", 80) + "c = 1 } }"},
       }) {
    const std::string faults = refusal(name, text);
    EXPECT_NE(faults.find("nested deeper than 100 levels"), std::string::npos)
        << name << " " << text.substr(0, 20) << ": " << faults.substr(0, 300);
  }
  EXPECT_NE(refusal("a.yaml", "x: &z [*z]\n").find("an alias stands inside what it names"),
            std::string::npos);
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    const std::string before = "*" + std::string(1, static_cast<char>(c - 1));
    bomb += std::string(1, c) + ": &" + c + " [" + before + repeated(", " + before, 9) + "]\n";
  }
  EXPECT_NE(refusal("a.yml", "num_layers: 2\n" + bomb).find("more than 200000 values"),
            std::string::npos);
  std::string chain = "a: &a " + repeated("[", 50) + "1" + repeated("]", 50) + "\n";
  chain += "b: &b " + repeated("[", 50) + "*a" + repeated("]", 50) + "\n";
  EXPECT_NE(refusal("a.yml", chain).find("nested deeper than 100 levels"), std::string::npos);
  EXPECT_NE(refusal("a.json", "{\"a\": [" + repeated("1,", 200001) + "1]}")
                .find("holds more than 200000 values"),
            std::string::npos);
}

TEST(Syntax, TakesWhatIsInsideTheBounds) {
  const std::string deep = repeated("[", 90) + "1" + repeated("]", 90);
  EXPECT_EQ(json_settings("a", "{\"a\": " + deep + "}").all().size(), 1U);
  EXPECT_EQ(yaml_settings("a", "a: " + deep + "\n").all().size(), 1U);
  EXPECT_EQ(toml_settings("a", "a = " + deep + "\n").all().size(), 1U);
  EXPECT_EQ(toml_settings("a", "a = '" + repeated(".", 500) + "'\nb = [" + repeated("1.5, ", 500) +
                                   "2.5]\n# " + repeated("[", 500))
                .all()
                .size(),
            2U);
  EXPECT_EQ(yaml_settings("a", "a: &x [1, 2]\nb: *x\nc: *x\n").all()[2].value,
            (nlohmann::json{1, 2}));
}

// The same through model.config of a scenario.
TEST(Syntax, BoundsTheConfigOfAScenario) {
  const TemporaryFolder folder;
  for (const std::string& text :
       {"{\"a\": " + repeated("[", 100000), std::string("{\"a\": \"\xFF\"}"),
        std::string("{\"model_type\": \"x\\u001b[31m\"}")}) {
    folder.write("config.json", text);
    const std::vector<std::filesystem::path> paths{
        folder.write("s.yaml",
                     "model: {config: config.json}\ntraining: {micro_batch_size: 1, "
                     "global_batch_size: 1}\n")};
    EXPECT_THROW(read_scenarios(paths, {}), BadInput) << text.substr(0, 20);
  }
}

// Case K16
TEST(Syntax, RefusesBytesThatAreNotUtf8) {
  for (const char* name : {"a.json", "a.yml", "a.toml", "a.sh", "a.args"}) {
    EXPECT_NE(refusal(name, "# \xC3\xA9\n# \xC3\n")
                  .find(std::string(name) + ":2: the byte 0xC3 is not UTF-8"),
              std::string::npos)
        << name;
  }
  for (const char* bad :
       {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\xE2\x82"}) {
    EXPECT_NE(refusal("a.yml", std::string("a: ") + bad).find("is not UTF-8"), std::string::npos);
  }
  EXPECT_EQ(refusal("c.json", "\xEF\xBB\xBF" + gpt2_small), "");
}

TEST(Syntax, PrintsNoControlCharacters) {
  EXPECT_EQ(printable("a\x1b[31m\n\t\x7f\xC2\x85 \xC3\xA9"),
            "a\\x1b[31m\\n\\t\\x7f\\u0085 \xC3\xA9");
  const ImportResult result =
      import_texts({{"c.json", R"({"model_type": "gpt2", "n_layer": 2, "n_embd": 64, "n_head": 4,
        "vocab_size": 128, "n_positions": 32, "a\u001b[31mb": "c\u001b"})"}});
  const std::string text = import_report(result) + scenario_text(result);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("a\\x1b[31mb"), std::string::npos) << text;
}

// Files cut anywhere, or with a character in another's place: never a crash. Of a config, what is
// cut is refused, and where no digit came in, the count stays unless a key is told to be unknown.
TEST(Syntax, SurvivesMutations) {
  std::mt19937 random(7);
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"c.json", qwen2_5_half_b},
      {"a.yml",
       "{\"pipe_parallel_size\": 1, \"num_layers\": 2, \"hidden_size\": 64,\n"
       "\"num_attention_heads\": 4, \"seq_length\": 32, \"vocab_size\": 128,\n"
       "\"max_position_embeddings\": 32, \"padded_vocab_size\": 128}\n"},
      {"t.toml", "[model]\nname = 'llama3'\nflavor = '8B'\n[training]\nseq_len = 128\n"},
      {"a.sh",
       "TP=2\nA=(--num-layers 2 --hidden-size 64 \\\n --num-attention-heads 4 --bf16\n"
       " --seq-length 32 --max-position-embeddings 32 --vocab-size 128)\n"
       "A+=(--tensor-model-parallel-size ${TP:-1} --micro-batch-size 1)\n"
       "torchrun --nproc_per_node 2 pretrain_gpt.py \"${A[@]}\"\n"}};
  const std::string strange = "{}[]\"'\\$`(),:#-=\n\x01\xFF&*!|<>%@";
  for (int round = 0; round < 400; ++round) {
    const auto& [name, text] = texts[static_cast<std::size_t>(round) % texts.size()];
    std::string changed = text;
    const std::size_t at = random() % changed.size();
    if (round % 3 == 0) {
      changed.resize(at);
    } else {
      changed[at] = strange[random() % strange.size()];
    }
    SCOPED_TRACE(changed);
    const ImportResult result = import_texts({{name, changed}});
    const std::string whole = import_report(result) + scenario_text(result);
    EXPECT_FALSE(whole.empty());
    if (name != "c.json") continue;
    const bool is_silent = faults_text(result).empty() && result.imported.unknown.empty();
    EXPECT_FALSE(is_silent && changed.size() < text.size());
    if (is_silent) {
      EXPECT_EQ(count_lines(result).at(0), "parameters 494,032,768");
    }
  }
}

}  // namespace
}  // namespace scenarios::test
