// Packs in several files, tables of rows, and entries that stand for several formulas.
#include <algorithm>

#include <gtest/gtest.h>

#include "scenarios/packs/read_pack.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace scenarios {
namespace {

std::string any_quantity(std::string_view name) {
  return name == "memory.nothing" ? "unknown quantity 'memory.nothing'" : "";
}

Pack pack_of(const std::string& text) {
  return parse_pack(text, "pack.yaml", any_quantity);
}

std::vector<std::string> faults_of(const std::string& text) {
  std::vector<std::string> faults;
  try {
    pack_of(text);
  } catch (const BadInput& bad) {
    for (const Fault& fault : bad.faults()) faults.push_back(fault.text());
  }
  return faults;
}

TEST(ReadPack, TakesThreeLines) {
  const Pack pack = pack_of(
      "pack: mine\nsource: my notes\n"
      "formulas: [{id: my.act, quantity: memory.activations.kept, expression: 34*s*b*h*L}]\n");
  ASSERT_EQ(pack.formulas.size(), 1U);
  EXPECT_EQ(pack.formulas[0].scope, Scope::rank);
  EXPECT_EQ(pack.formulas[0].source, "my notes");
  EXPECT_EQ(pack.formulas[0].agreement.kind, AgreementKind::exact);
  EXPECT_FALSE(pack.formulas[0].assumes);
}

TEST(ReadPack, RefusesASecondDocument) {
  const auto faults = faults_of("pack: one\nsource: a\n---\npack: two\nsource: b\n");
  EXPECT_EQ(faults, std::vector<std::string>{"pack.yaml: holds 2 YAML documents; one is needed"});
}

const std::string of_tables = R"(pack: tables
source: a paper
tables:
  - name: item
    columns: {kept: recompute == none, times: 1}
    rows:
      - {row: gain, expression: 4*h, because: fp32}
      - {row: mask, expression: s*b, kept: t > 1, times: 2}
formulas:
  - id: x.{item}.{kept,peak}
    quantity: memory.activations.{item}.{kept,peak}
    expression:
      kept: '{item.kept}*{item}'
      peak: '{item.times}*{item}'
  - id: y.{w,g}
    quantity: memory.{weights,gradients}.kept
    expression: 2*P
    assumes: d == 1
  - {id: 'z.{a,b}', quantity: 'memory.{weights,inputs}.kept', expression: 0, rest: true}
)";

TEST(ReadPack, MakesAFormulaForEachRowAndAlternative) {
  const Pack pack = pack_of(of_tables);
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Formula& formula : pack.formulas) {
    rows.emplace_back(formula.id + " " + formula.quantity, formula.expression.text());
  }
  EXPECT_EQ(rows, (std::vector<std::pair<std::string, std::string>>{
                      {"x.gain.kept memory.activations.gain.kept", "(recompute == none)*item.gain"},
                      {"x.gain.peak memory.activations.gain.peak", "(1)*item.gain"},
                      {"x.mask.kept memory.activations.mask.kept", "(t > 1)*item.mask"},
                      {"x.mask.peak memory.activations.mask.peak", "(2)*item.mask"},
                      {"y.w memory.weights.kept", "2*P"},
                      {"y.g memory.gradients.kept", "2*P"},
                      {"z.b memory.inputs.kept", "0"}}));  // weights are said already
  ASSERT_EQ(pack.definitions.size(), 2U);
  EXPECT_EQ(pack.definitions[0].name, "item.gain");
  EXPECT_EQ(pack.definitions[0].because, "fp32");
  EXPECT_EQ(pack.definitions[1].expression.text(), "s*b");
  EXPECT_EQ(pack.formulas[0].expression.where().text(), "pack.yaml:13");
  EXPECT_EQ(pack.formulas[5].assumes->text(), "d == 1");
}

TEST(ReadPack, RefusesFaultyTablesAndBracesWithTheirLine) {
  struct Mistake {
    const char* from;
    const char* to;
    const char* fault;
  };
  const Mistake mistakes[] = {
      {"id: x.{item}.{kept,peak}", "id: x.{item}", "pack.yaml:10: id: needs as many braces"},
      {"id: y.{w,g}", "id: y.{w,g,o}", "pack.yaml:15: id: needs as many braces"},
      {"id: y.{w,g}", "id: y.{w,g", "pack.yaml:15: id: has braces that do not match"},
      {"memory.activations.{item}.", "memory.activations.{items}.",
       "pack.yaml:11: quantity: names no table"},
      {"'{item.kept}*", "'{item.keep}*", "pack.yaml:13: expression: '{item.keep}' is no column"},
      {"      peak: '", "      most: '", "pack.yaml:13: expression: needs a text, or one for each"},
      {"4*h", "4*", "pack.yaml:7: expression '4*'"},
      {"recompute == none", "recompute ==", "pack.yaml:5: expression 'recompute =='"},
      {"{row: gain, ", "{row: gain, size: 3, ", "pack.yaml:7: size: unknown key"},
      {"memory.{weights,gradients}.kept", "memory.{weights,nothing}",
       "pack.yaml:16: quantity: unknown quantity"},
      {"rest: true", "rest: 1", "pack.yaml:19: rest: is true or left out"},
  };
  for (const Mistake& mistake : mistakes) {
    std::string text = of_tables;
    ASSERT_NE(text.find(mistake.from), std::string::npos) << mistake.from;
    text.replace(text.find(mistake.from), std::string(mistake.from).size(), mistake.to);
    const auto faults = faults_of(text);
    EXPECT_TRUE(std::ranges::any_of(
        faults, [&](const std::string& fault) { return fault.starts_with(mistake.fault); }))
        << mistake.to << ": " << (faults.empty() ? "no fault" : faults[0]);
  }
}

class PackOfParts : public ::testing::Test {
 protected:
  PackOfParts() {
    folder_.write("whole.yaml",
                  "pack: whole\nsource: a book\nparts: [parts/one, parts/two]\n"
                  "definitions: [{name: twice, expression: 2*h}]\n");
    folder_.write("parts/one.yaml",
                  "part_of: whole\nsource: chapter 1\n"
                  "formulas: [{id: a, quantity: parameters, expression: twice}]\n");
    folder_.write("parts/two.yaml",
                  "part_of: whole\neach: {assumes: t == 1}\ndefinitions:\n"
                  "  - {name: thrice, expression: 3*h}\n"
                  "formulas: [{id: b, quantity: parameters, expression: thrice}]\n");
  }
  Pack read() { return read_pack(folder_.path() / "whole.yaml", any_quantity); }
  std::string fault() {
    try {
      read();
    } catch (const BadInput& bad) {
      return bad.faults().at(0).text();
    }
    return "none";
  }

  test::TemporaryFolder folder_;
};

TEST_F(PackOfParts, IsOnePack) {
  const Pack pack = read();
  EXPECT_EQ(pack.name, "whole");
  ASSERT_EQ(pack.formulas.size(), 2U);
  EXPECT_EQ(pack.formulas[0].pack, "whole");
  EXPECT_EQ(pack.formulas[0].source, "chapter 1");
  EXPECT_FALSE(pack.formulas[0].assumes);
  EXPECT_EQ(pack.formulas[1].source, "a book");
  EXPECT_EQ(pack.formulas[1].assumes->text(), "t == 1");
  EXPECT_EQ(pack.definitions.size(), 2U);
  EXPECT_EQ(pack.formulas[1].expression.where().text(),
            (folder_.path() / "parts/two.yaml").string() + ":5");
}

TEST_F(PackOfParts, ReportsFaultsInTheFileOfThePart) {
  const std::string two = (folder_.path() / "parts/two.yaml").string();
  folder_.write("parts/two.yaml", "part_of: whole\nformulas: [{id: b, quantity: parameters}]\n");
  EXPECT_EQ(fault(), two + ":2: expression: is missing");
  folder_.write("parts/two.yaml", "part_of: other\n");
  EXPECT_EQ(fault(), two + ":1: part_of: is 'other', and the pack that lists the file is 'whole'");
  std::filesystem::remove(two);
  EXPECT_TRUE(fault().starts_with(two)) << fault();
}

TEST_F(PackOfParts, IsNotReadByOneOfItsParts) {
  try {
    read_pack(folder_.path() / "parts/one.yaml", any_quantity);
    FAIL();
  } catch (const BadInput& bad) {
    EXPECT_NE(bad.faults().at(0).what.find("is a part of a pack"), std::string::npos);
  }
}

}  // namespace
}  // namespace scenarios
