#include "scenarios/report/json_report.hpp"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/packs/read_pack.hpp"
#include "tests/scenarios/report/reports.hpp"

namespace scenarios {
namespace {

using nlohmann::json;

std::string text_of(const RunReport& report) {
  std::ostringstream text;
  JsonReport document(text);
  document.add(report);
  document.finish();
  return text.str();
}

json written(const RunReport& report) {
  return json::parse(text_of(report));
}

std::vector<std::string> keys_of(const json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST(JsonReport, HasTheSchemaOfTheContract) {
  const json document = written(hand_made_report());
  EXPECT_EQ(document.at("schema"), "shardscope/1");
  ASSERT_EQ(document.at("runs").size(), 1U);
  const json& run = document["runs"][0];
  EXPECT_EQ(keys_of(run),
            (std::vector<std::string>{"checks", "fit", "grad_norm", "loss", "mode", "parameters",
                                      "ranks", "scenario", "skipped_steps", "world_size"}));
  EXPECT_EQ(run["mode"], "real");
  EXPECT_EQ(run["world_size"], 2);
  EXPECT_EQ(run["parameters"], 210304);
  EXPECT_EQ(run["skipped_steps"], 1);
  EXPECT_EQ(run["loss"], (json{5.5, 5.25}));
  EXPECT_EQ(run["grad_norm"], (json{1.5, nullptr}));
}

TEST(JsonReport, SaysWhetherTheRunFits) {
  RunReport report = hand_made_report();
  EXPECT_TRUE(written(report)["runs"][0].at("fit").is_null());
  report.fit = Fit{.memory_bytes = 4000, .worst_rank = 1, .equals = 1, .peak_bytes = 4096};
  report.fit->alternatives = {{.change = "zero.stage=1", .ranks = 2, .peak_bytes = 3000},
                              {.change = "recompute=full", .refusal = "a fault"}};
  const json expected = {
      {"memory_bytes", 4000},
      {"worst_rank", 1},
      {"peak_bytes", 4096},
      {"fits", false},
      {"alternatives",
       {{{"change", "zero.stage=1"}, {"world_size", 2}, {"peak_bytes", 3000}, {"fits", true}}}}};
  EXPECT_EQ(written(report)["runs"][0]["fit"], expected);
}

TEST(JsonReport, HoldsTheScenarioAsNestedKeys) {
  const json document = written(hand_made_report());
  const json& scenario = document["runs"][0]["scenario"];
  EXPECT_EQ(scenario["scenario"], "two, \"quoted\"");
  EXPECT_EQ(scenario["about"], "teaches nothing");
  EXPECT_EQ(scenario["model"]["num_layers"], 4);
  EXPECT_EQ(scenario["model"]["tie_word_embeddings"], true);
  EXPECT_EQ(scenario["zero"]["reduce_bucket_size"], 500000000);
  EXPECT_EQ(scenario["precision"], "fp32");
  EXPECT_EQ(scenario["optimizer"]["betas"], (json{0.9, 0.95}));
  EXPECT_EQ(scenario["check"]["formulas"], json::array({"transformer-math-101"}));
  EXPECT_EQ(scenario["check"]["expect"]["seed.dp"][0],
            (json{{"when", "t == 1"}, {"verdict", "off"}, {"ratio", "2"}}));
}

TEST(JsonReport, HoldsEveryRank) {
  const json document = written(hand_made_report());
  const json& ranks = document["runs"][0]["ranks"];
  ASSERT_EQ(ranks.size(), 2U);
  const json& rank = ranks[1];
  EXPECT_EQ(rank["rank"], 1);
  EXPECT_EQ(rank["dp"], 1);
  EXPECT_EQ(rank["tp"], 0);
  EXPECT_EQ(rank["memory"]["total"], (json{{"peak_bytes", 4096}}));
  for (const char* category : {"weights", "gradients", "optimizer", "activations",
                               "live_parameters", "communication", "inputs", "workspace"}) {
    EXPECT_EQ(
        keys_of(rank["memory"].at(category)),
        (std::vector<std::string>{"at_total_peak_bytes", "end_bytes", "kept_bytes", "peak_bytes"}));
  }
  EXPECT_EQ(rank["activations"].at("layer.attention.softmax_output"),
            (json{{"peak_bytes", 0}, {"kept_bytes", 0}}));
  EXPECT_EQ(keys_of(rank["flops"]),
            (std::vector<std::string>{"backward", "forward", "optimizer", "recompute"}));
  EXPECT_EQ(rank["flops"]["forward"], (json{{"matmul", 0}, {"elementwise", 0}}));
  EXPECT_EQ(keys_of(rank["traffic"]),
            (std::vector<std::string>{"control", "dp", "pp", "tied", "tp"}));
  EXPECT_EQ(rank["traffic"]["dp"]["all_reduce"], (json{{"calls", 1}, {"bytes", 841216}}));
  EXPECT_TRUE(rank["wire_bytes"].is_null());
  EXPECT_TRUE(rank["time"].is_null());
}

TEST(JsonReport, ExplainsThePeakOfEveryRank) {
  const json document = written(hand_made_report());
  const json& ranks = document["runs"][0]["ranks"];
  EXPECT_EQ(ranks[0]["peak"], json::array());
  EXPECT_EQ(ranks[1]["peak"], json::array({{{"category", "weights"},
                                            {"item", nullptr},
                                            {"layer", nullptr},
                                            {"micro_batch", nullptr},
                                            {"bytes", 3072}},
                                           {{"category", "activations"},
                                            {"item", "layer.mlp.gelu_input"},
                                            {"layer", 2},
                                            {"micro_batch", 0},
                                            {"bytes", 1024}}}));
}

TEST(JsonReport, HoldsEveryCheck) {
  const json document = written(hand_made_report());
  const json& checks = document["runs"][0]["checks"];
  ASSERT_EQ(checks.size(), 3U);
  EXPECT_EQ(checks[1], (json{{"formula", "seed.3d.grad"},
                             {"pack", "transformer-math-101"},
                             {"quantity", "memory.gradients.kept"},
                             {"scope", "rank"},
                             {"rank", 1},
                             {"estimate", 420608},
                             {"measured", 210304},
                             {"difference", 210304},
                             {"ratio", 2},
                             {"verdict", "off"},
                             {"expected", "within"},
                             {"as_expected", false}}));
  EXPECT_TRUE(checks[0]["rank"].is_null());
  EXPECT_EQ(checks[0]["scope"], "sum");
  for (const char* key : {"measured", "difference", "ratio"}) EXPECT_TRUE(checks[2][key].is_null());
}

TEST(JsonReport, SaysWhyACheckIsAsItIs) {
  RunReport report = hand_made_report();
  report.checks[1].bound = 100;
  report.checks[1].expected_ratio = 3;
  report.checks[1].terms = {{"P", 105152}, {"recompute", 1, "none"}};
  report.checks[2].failed_assumption = "t > 1 (t = 1)";
  const json document = written(report);
  const json& checks = document["runs"][0]["checks"];
  EXPECT_EQ(checks[1]["bound"], 100);
  EXPECT_EQ(checks[1]["expected_ratio"], 3);
  EXPECT_EQ(checks[1]["terms"], (json{{"P", 105152}, {"recompute", "none"}}));
  EXPECT_EQ(checks[2]["failed_assumption"], "t > 1 (t = 1)");
  for (const char* key : {"bound", "expected_ratio", "terms", "failed_assumption"}) {
    EXPECT_FALSE(checks[0].contains(key)) << key;
  }
}

TEST(JsonReport, ListsTheFormulasOfAllRunsOnce) {
  const Pack pack = parse_pack(
      "pack: own\nsource: section 2\neach: {assumes: t > 1, agreement: within 4*h}\nformulas:\n"
      "  - {id: a, quantity: parameters, expression: 2*P, because: leaves out the norms}\n"
      "  - {id: b, quantity: parameters, expression: 3*P, because: has them twice}\n",
      "own.yaml", [](auto) { return std::string(); });
  const auto formula = [&pack](std::size_t index) {
    return std::make_shared<const Formula>(pack.formulas.at(index));
  };
  RunReport report = hand_made_report();
  report.checks[0].entry = formula(0);
  report.checks[1].entry = formula(1);
  report.checks[2].entry = formula(0);
  std::ostringstream text;
  JsonReport writer(text);
  writer.add(report);
  writer.add(report);
  writer.finish();
  const json formulas = json::parse(text.str()).at("formulas");
  ASSERT_EQ(formulas.size(), 2U);
  EXPECT_EQ(formulas[0], (json{{"formula", "a"},
                               {"pack", "own"},
                               {"expression", "2*P"},
                               {"source", "section 2"},
                               {"assumes", "t > 1"},
                               {"agreement", "within 4*h"},
                               {"because", "leaves out the norms"}}));
  EXPECT_EQ(formulas[1]["formula"], "b");
}

TEST(JsonReport, GivesTheSameBytesTwice) {
  EXPECT_EQ(text_of(hand_made_report()), text_of(hand_made_report()));
}

TEST(JsonReport, HoldsIntegersBeyondDoublesAndBeyond64Bits) {
  RunReport report = hand_made_report();
  report.run.ranks[0].memory.total_peak = 9007199254740993;      // 2^53 + 1
  report.checks[0].measured = Measured{.sum = Int128{1} << 70};  // 1180591620717411303424
  report.checks[0].estimate = 1180591620717411303424.0;
  const std::string text = text_of(report);
  EXPECT_NE(text.find("\"peak_bytes\": 9007199254740993"), std::string::npos);
  EXPECT_NE(text.find("\"measured\": 1180591620717411303424,"), std::string::npos);
  EXPECT_NE(text.find("\"estimate\": 1180591620717411303424,"), std::string::npos);
}

TEST(JsonWriter, SpellsNumbers) {
  EXPECT_EQ(digits(0), "0");
  EXPECT_EQ(digits(-1203), "-1203");
  EXPECT_EQ(spelt(3.0), "3");
  EXPECT_EQ(spelt(-0.1), "-0.1");
  EXPECT_EQ(spelt(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(spelt(1e300), "1e+300");
}

TEST(JsonWriter, EscapesTexts) {
  std::ostringstream text;
  JsonWriter writer(text);
  writer.begin_array();
  writer.text("a \"b\"\n\\");
  writer.text("\xff");
  writer.begin_object();
  writer.end_object();
  writer.end_array();
  EXPECT_EQ(json::parse(text.str())[0], "a \"b\"\n\\");
}

}  // namespace
}  // namespace scenarios
