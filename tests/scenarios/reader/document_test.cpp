#include <string>

#include <gtest/gtest.h>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

struct FaultRow {
  const char* yaml;   // appended to t0, whose two lines are 1 and 2
  const char* fault;  // the whole message
};

TEST(Document, NamesFileLineKeyAndWhatIsAllowed) {
  for (const FaultRow& row : {
           FaultRow{"zero: {stge: 1}",
                    "s.yaml:3: zero.stge: unknown key; the nearest known key is zero.stage"},
           {"zero:\n  stage: 1\n  stage: 2",
            "s.yaml:5: zero.stage: is given twice, first in line 4"},
           {"zero: {stage: 4}", "s.yaml:3: zero.stage: is 4; it must be in [0, 3]"},
           {"zero: {stage: two}",
            "s.yaml:3: zero.stage: 'two' is not an integer; write it in decimal, as 4, or in "
            "exponent form with an integral value, as 5e8"},
           {"zero: {stage: \"1\"}",
            "s.yaml:3: zero.stage: \"1\" is quoted text; an integer is needed"},
           {"zero: {stage: }", "s.yaml:3: zero.stage: has no value; an integer is needed"},
           {"zero: 1", "s.yaml:3: zero: is a section; write its keys below it, indented"},
           {"zero: {reduce_scatter: yes}",
            "s.yaml:3: zero.reduce_scatter: 'yes' is not a boolean; write true or false"},
           {"parallel: {num_layers_per_stage: 4}",
            "s.yaml:3: parallel.num_layers_per_stage: needs a list, as [2, 2]"},
           {"precision: fp8",
            "s.yaml:3: precision: 'fp8' is not one of: fp32 fp16 bf16 mixed_fp16 mixed_bf16 int8"},
           {"zero:\n  <<: {stage: 1}",
            "s.yaml:4: zero.<<: merging is not supported; write the keys out"},
           {"check: {expects: {a: exact}}",
            "s.yaml:3: check.expects: is not a known key; known: check.formulas, check.expect"},
           {"check: {expect: {seed.3d.grad: wrong}}",
            "s.yaml:3: check.expect.seed.3d.grad: verdict 'wrong' is not one of: exact within "
            "bound off outside"},
           {"check:\n  formulas: [parameters,\n    parameters]",
            "s.yaml:5: check.formulas: parameters is given twice"},
           {"sweep: {zero.stages: [0, 1]}",
            "s.yaml:3: zero.stages: unknown key; the nearest known key is zero.stage"},
           {"sweep: {zero.stage: []}",
            "s.yaml:3: zero.stage: needs a list of at least one value in a sweep"},
       }) {
    EXPECT_EQ(faults_of(t0 + row.yaml), row.fault) << row.yaml;
  }
}

// What a later version brings is known and refused by name.
TEST(Document, RefusesWhatIsNotSupportedYet) {
  EXPECT_EQ(faults_of(t0 + "parallel: {pipeline_schedule: zb-h1}"),
            "s.yaml:3: parallel.pipeline_schedule: 'zb-h1' is not supported yet; supported: gpipe "
            "1f1b interleaved");
}

TEST(Document, CollectsAllFaultsOfAFile) {
  EXPECT_EQ(faults_of("model: {num_layers: 4, hidden_size: 64, num_attention_heads: 4}\n"
                      "training: {micro_batch_size: 0}\n"
                      "sequence_length: 3\n"),
            "s.yaml:2: training.micro_batch_size: is 0; it must be in [1, 2147483647]\n"
            "s.yaml:3: sequence_length: unknown key; the nearest known key is model.seq_length\n"
            "s.yaml:1: model.vocab_size: is required (or model.config, which gives it)\n"
            "s.yaml:1: model.seq_length: is required (or model.config, which gives it)\n"
            "s.yaml:2: training.global_batch_size: is required");
}

TEST(Document, RefusesWhatIsNoScenarioAtAll) {
  EXPECT_EQ(faults_of(""), "s.yaml:1: is not a mapping of scenario keys");
  EXPECT_EQ(faults_of("- 1\n"), "s.yaml:1: is not a mapping of scenario keys");
  EXPECT_EQ(faults_of("---\na: 1\n---\nb: 2\n"), "s.yaml: holds 2 YAML documents; one is needed");
  EXPECT_EQ(faults_of("{mode: training},\n"), "s.yaml:1: what follows the document is none");
  EXPECT_EQ(faults_of("model: {num_layers: 4\ntraining: ]\n").substr(0, 8), "s.yaml:2");
  EXPECT_EQ(faults_of("a: &x {<<: *x, b: *x}\n"), "s.yaml:1: an alias stands inside what it names");
}

TEST(Override, WinsAndIsCheckedLikeTheFile) {
  EXPECT_EQ(read_one(t0 + "zero: {stage: 1}", {"zero.stage=3"}).plan.zero.stage, 3);
  EXPECT_EQ(read_one(t0, {"optimizer.betas=[0.5, 0.25]"}).plan.optimizer.adamw.beta_2, 0.25);
  // What is wrong in the file stays wrong.
  EXPECT_EQ(faults_of(t0 + "zero: {stage: 7}", {"zero.stage=3"}),
            "s.yaml:3: zero.stage: is 7; it must be in [0, 3]");
  EXPECT_EQ(faults_of(t0, {"zero.stage=4"}),
            "--set zero.stage=4: zero.stage: is 4; it must be in [0, 3]");
  EXPECT_EQ(faults_of(t0, {"zero.stagee=1"}),
            "--set zero.stagee=1: zero.stagee: unknown key; the nearest known key is zero.stage");
  EXPECT_EQ(faults_of(t0, {"zero.stage=--- 1\n--- 2"}),
            "--set zero.stage=--- 1\n--- 2: zero.stage: holds 2 YAML documents; one is needed");
  EXPECT_EQ(faults_of(t0, {"zero"}), "--set zero: zero: is not of the form key=value");
  EXPECT_EQ(faults_of(t0, {"zero.stage=--- 1\n--- 2"}),
            "--set zero.stage=--- 1\n--- 2: zero.stage: holds 2 YAML documents; one is needed");
  for (const char* text : {"check.expect=[exact]", "check=1", "sweep.zero.stage=[0, 1]"}) {
    EXPECT_NE(faults_of(t0, {text}).find("is not for --set, which gives single keys"),
              std::string::npos)
        << text;
  }
}

// A pack that --set names is a file of the current folder, not of the scenario's.
TEST(Override, ReplaceTheListOfPacks) {
  const std::string own = t0 + "check: {formulas: [own/pack.yaml]}";
  EXPECT_TRUE(read_one(own).packs.at(0).ends_with("/own/pack.yaml"));
  EXPECT_EQ(read_one(own, {"check.formulas=[exact, my/pack.yaml]"}).packs,
            (std::vector<std::string>{"exact", "my/pack.yaml"}));
  EXPECT_EQ(faults_of(t0, {"check.formulas=exact"}),
            "--set check.formulas=exact: check.formulas: needs a list of packs, as "
            "[transformer-math-101]");
  EXPECT_EQ(faults_of(t0, {"check.formulas=[exact, exact]"}),
            "--set check.formulas=[exact, exact]: check.formulas: exact is given twice");
}

TEST(Document, ReadsBytesWithAUnit) {
  const auto memory = [](const std::string& text) {
    return read_one(t0, {"hardware.memory_bytes=" + text}).values.hardware.memory_bytes;
  };
  EXPECT_EQ(memory("80e9"), 80e9);
  EXPECT_EQ(memory("80GB"), 80e9);
  EXPECT_EQ(memory("80 GiB"), 85'899'345'920.0);
  EXPECT_EQ(read_one(t0, {"hardware.bandwidth_bytes_per_second.dp=25GB/s"})
                .values.hardware.bandwidth_bytes_per_second.dp,
            25e9);
  EXPECT_NE(faults_of(t0, {"hardware.memory_bytes=-80GB"}).find("it must be > 0"),
            std::string::npos);
  EXPECT_NE(faults_of(t0, {"hardware.memory_bytes=80 gigs"})
                .find("'80 gigs' is not a size in bytes; write a number, as 80e9, or one with a "
                      "unit, as 80GB or 80GiB"),
            std::string::npos);
  // Seconds and elements are no bytes.
  EXPECT_NE(faults_of(t0, {"zero.reduce_bucket_size=5MB"}), "no fault");
  EXPECT_NE(faults_of(t0, {"hardware.latency_seconds=5B"}), "no fault");
}

}  // namespace
}  // namespace scenarios::test
