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
      {"    source: section 1\n", "", "pack.yaml:6: source: is missing"},
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

}  // namespace
}  // namespace scenarios
