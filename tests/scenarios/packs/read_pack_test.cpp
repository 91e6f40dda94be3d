#include "scenarios/packs/read_pack.hpp"

#include <gtest/gtest.h>

namespace scenarios {
namespace {

std::string no_fault(std::string_view name) {
  return name == "memory.nothing" ? "unknown quantity 'memory.nothing'" : "";
}

const std::string good = R"(pack: small
source: a paper
definitions:
  - {name: twice, expression: 2*h}
formulas:
  - id: first
    quantity: parameters
    scope: rank
    expression: twice*L
    source: section 1
    assumes: t == 1
    agreement: within 16*s*b*L
    because: leaves out the statistics
    expect:
      - {when: t > 1, verdict: "off", ratio: P/(p*P_rank)}
      - {verdict: within}
)";

std::vector<Fault> faults_of(const std::string& text) {
  try {
    parse_pack(text, "pack.yaml", no_fault);
  } catch (const BadInput& bad) {
    return bad.faults();
  }
  return {};
}

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = good;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ReadPack, ReadsEveryField) {
  const Pack pack = parse_pack(good, "pack.yaml", no_fault);
  EXPECT_EQ(pack.name, "small");
  EXPECT_EQ(pack.source, "a paper");
  ASSERT_EQ(pack.definitions.size(), 1U);
  EXPECT_EQ(pack.definitions[0].name, "twice");
  ASSERT_EQ(pack.formulas.size(), 1U);
  const Formula& formula = pack.formulas[0];
  EXPECT_EQ(formula.id, "first");
  EXPECT_EQ(formula.quantity, "parameters");
  EXPECT_EQ(formula.scope, Scope::rank);
  EXPECT_EQ(formula.expression.text(), "twice*L");
  EXPECT_EQ(formula.expression.where().text(), "pack.yaml:9");
  EXPECT_EQ(formula.assumes->text(), "t == 1");
  EXPECT_EQ(formula.agreement.text(), "within 16*s*b*L");
  ASSERT_EQ(formula.expect.size(), 2U);
  EXPECT_EQ(formula.expect[0].verdict, Verdict::off);
  EXPECT_EQ(formula.expect[0].when->text(), "t > 1");
  EXPECT_EQ(formula.expect[0].ratio->text(), "P/(p*P_rank)");
  EXPECT_EQ(formula.expect[1].verdict, Verdict::within);
  EXPECT_FALSE(formula.expect[1].when);
}

struct Mistake {
  const char* from;
  const char* to;
  const char* fault;  // the beginning of the one fault that is reported
};

TEST(ReadPack, ReportsEachMistakeWithItsLine) {
  const Mistake mistakes[] = {
      {"quantity: parameters", "quantity: memory.nothing",
       "pack.yaml:7: quantity: unknown quantity"},
      {"quantity: parameters", "quantitty: parameters", "pack.yaml:7: quantitty: unknown key"},
      {"scope: rank", "scope: ranks", "pack.yaml:8: scope: 'ranks' is not one of"},
      {"twice*L", "twice*(L", "pack.yaml:9: expression 'twice*(L'"},
      {"twice*L", "h = L", "pack.yaml:9: expression 'h = L': '=' assigns"},
      {"source: a paper", "sauce: a paper", "pack.yaml:2: sauce: unknown key; nearest: source"},
      {"t == 1", "t =< 1", "pack.yaml:11: expression 't =< 1'"},
      {"within 16*s*b*L", "about 3", "pack.yaml:12: agreement: 'about 3' is not one of"},
      {"within 16*s*b*L", "within 16*(s", "pack.yaml:12: expression '16*(s'"},
      {"    because: leaves out the statistics\n", "", "pack.yaml:6: because: is missing"},
      {"verdict: within", "verdict: outside", "pack.yaml:16: expect: 'outside' is not one of"},
      {"verdict: within", "verdict: within, ratio: 2",
       "pack.yaml:16: ratio: goes with the verdict"},
      {", ratio: P/(p*P_rank)", "", "pack.yaml:15: ratio: is missing"},
      {"expression: 2*h", "expression: 2*h, expression: 3*h",
       "pack.yaml:4: expression: is given twice"},
      {"pack: small", "pack: [small]", "pack.yaml:1: pack: needs a text"},
  };
  for (const Mistake& mistake : mistakes) {
    const auto faults = faults_of(replaced(mistake.from, mistake.to));
    ASSERT_FALSE(faults.empty()) << mistake.to;
    EXPECT_TRUE(faults[0].text().starts_with(mistake.fault)) << faults[0].text();
  }
}

TEST(ReadPack, CollectsAllFaults) {
  std::string text = replaced("scope: rank", "scope: world");
  text.replace(text.find("t == 1"), 6, "t == ");
  text.replace(text.find("2*h"), 3, "2*");
  const auto faults = faults_of(text);
  ASSERT_EQ(faults.size(), 3U);
  EXPECT_EQ(faults[0].where, "pack.yaml:4");
  EXPECT_EQ(faults[1].where, "pack.yaml:8");
  EXPECT_EQ(faults[2].where, "pack.yaml:11");
}

TEST(ReadPack, RefusesWhatIsNoYamlWithItsLine) {
  const auto faults = faults_of("pack: small\nformulas: [\n  - {id: x\n");
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_TRUE(faults[0].where.starts_with("pack.yaml:")) << faults[0].text();
  EXPECT_NE(faults[0].where, "pack.yaml:1");
}

TEST(ReadPack, NeedsTheRatioOfABareOff) {
  std::string text = good.substr(0, good.find("    expect:")) + "    expect: \"off\"\n";
  const auto faults = faults_of(text);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].what.find("states its ratio"), std::string::npos);
}

TEST(ReadPack, RefusesAFileThatIsNotThere) {
  EXPECT_THROW(read_pack("/nowhere/pack.yaml", no_fault), BadInput);
}

const std::string parts = R"(pack: parts
source: a paper
each: {scope: rank, agreement: exact, source: table 1, assumes: t == 1}
tensors:
  - {name: gain, module: norm, of: layer, elements: h, when: L > 1, alone: p > 1, marks: {cut: 1}}
definitions:
  - {name: most, over: units, max: elements, because: the largest}
formulas:
  - {id: short, quantity: parameters, expression: h}
  - {id: long, quantity: parameters, scope: sum, expression: h, source: table 2, assumes: d == 1}
remarks:
  - {id: days, kind: identity, expression: 24*3600, unit: seconds, source: section 1}
  - {id: rule, kind: rule of thumb, expression: 20*h, unit: tokens, source: section 2, assumes: h > 1}
  - {id: why, kind: statement, statement: more is more, source: section 3, shown_by: one-rank}
)";

TEST(ReadPack, ReadsTensorsFoldsAndRemarks) {
  const Pack pack = parse_pack(parts, "parts.yaml", no_fault);
  ASSERT_EQ(pack.tensors.size(), 1U);
  EXPECT_EQ(pack.tensors[0].module, "norm");
  EXPECT_EQ(pack.tensors[0].place, Place::layer);
  EXPECT_EQ(pack.tensors[0].alone->text(), "p > 1");
  EXPECT_EQ(pack.tensors[0].marks.at("cut").text(), "1");
  ASSERT_EQ(pack.definitions.size(), 1U);
  EXPECT_EQ(pack.definitions[0].fold->over, ListKind::units);
  EXPECT_EQ(pack.definitions[0].fold->kind, FoldKind::max);
  ASSERT_EQ(pack.remarks.size(), 3U);
  EXPECT_EQ(pack.remarks[0].kind, RemarkKind::identity);
  EXPECT_EQ(pack.remarks[1].unit, "tokens");
  EXPECT_EQ(pack.remarks[2].shown_by, "one-rank");
  EXPECT_FALSE(pack.remarks[2].expression);
}

TEST(ReadPack, GivesEachFormulaWhatItDoesNotSay) {
  const Pack pack = parse_pack(parts, "parts.yaml", no_fault);
  ASSERT_EQ(pack.formulas.size(), 2U);
  EXPECT_EQ(pack.formulas[0].scope, Scope::rank);
  EXPECT_EQ(pack.formulas[0].source, "table 1");
  EXPECT_EQ(pack.formulas[0].assumes->text(), "t == 1");
  EXPECT_EQ(pack.formulas[1].scope, Scope::sum);
  EXPECT_EQ(pack.formulas[1].source, "table 2");
  EXPECT_EQ(pack.formulas[1].assumes->text(), "d == 1");
}

TEST(ReadPack, RefusesFaultyTensorsFoldsAndRemarks) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"of: layer", "of: middle"},
      {"over: units", "over: bytes"},
      {"max: elements", "least: h"},
      {"kind: identity", "kind: joke"},
      {", unit: seconds", ""},
      {", shown_by: one-rank", ""},
      {"expression: 24*3600, ", ""},
      {"marks: {cut: 1}", "marks: 1"},
      {"marks: {cut: 1}", "marks: {cut: 1 +}"}};
  for (const auto& [from, to] : mistakes) {
    std::string text = parts;
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
    EXPECT_FALSE(faults_of(text).empty()) << to;
  }
}

}  // namespace
}  // namespace scenarios
