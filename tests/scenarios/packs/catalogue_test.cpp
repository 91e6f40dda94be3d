#include "scenarios/packs/catalogue.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/files/project_files.hpp"
#include "scenarios/packs/evaluation.hpp"
#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {
namespace {

struct Entry {
  const char* name;
  const char* expression;
};

std::string any_quantity(std::string_view) {
  return {};
}

// A pack of formulas of one scope, in the given order.
Pack pack_of(const std::string& name, const std::vector<Entry>& entries,
             const std::string& scope = "rank") {
  std::string text = fmt::format("pack: {}\nsource: none\nformulas:\n", name);
  for (const Entry& entry : entries) {
    text += fmt::format(
        "  - {{id: {}, quantity: parameters, scope: {}, expression: '{}', source: none, "
        "agreement: exact}}\n",
        entry.name, scope, entry.expression);
  }
  return parse_pack(text, name + ".yaml", any_quantity);
}

Catalogue catalogue_of(std::vector<Pack> packs) {
  return Catalogue(std::move(packs));
}

std::string fault_of(std::vector<Pack> packs) {
  try {
    catalogue_of(std::move(packs));
  } catch (const BadInput& bad) {
    return bad.what();
  }
  return "none";
}

TEST(Catalogue, EvaluatesInDependencyOrderAcrossPacks) {
  const Catalogue catalogue =
      catalogue_of({pack_of("one", {{"seed.c", "seed.b + h"}, {"seed.a", "2*L"}}),
                    pack_of("two", {{"seed.b", "10*seed.a"}})});
  Evaluation evaluation(catalogue, rank_variables(keys_of_t0(), 0));
  EXPECT_EQ(evaluation.value(*catalogue.find("seed.c")), 144);  // 10*2*4 + 64
}

TEST(Catalogue, PrintsACycle) {
  const std::string fault =
      fault_of({pack_of("one", {{"x", "h"}, {"c", "a.b + x"}, {"a.b", "2*b.c"}, {"b.c", "c"}})});
  EXPECT_EQ(fault, "one.yaml:6: a.b: needs itself: a.b -> b.c -> c -> a.b");
  EXPECT_EQ(fault_of({pack_of("one", {{"x", "x + 1"}})}), "one.yaml:4: x: needs itself: x -> x");
}

TEST(Catalogue, RefusesNamesThatAreTaken) {
  EXPECT_NE(fault_of({pack_of("one", {{"x", "1"}}), pack_of("two", {{"x", "2"}})})
                .find("two.yaml:4: x: is given twice; the first is at one.yaml:4"),
            std::string::npos);
  for (const char* name :
       {"h", "V", "tp_rank", "gpipe", "ceildiv", "zero.stage", "num_layers", "planned_tokens"}) {
    EXPECT_NE(fault_of({pack_of("one", {{name, "1"}})}).find("is already the name of"),
              std::string::npos)
        << name;
  }
  for (const char* name : {"9a", "a-b", ".a", "a b"}) {
    EXPECT_NE(fault_of({pack_of("one", {{name, "1"}})}).find("is no name"), std::string::npos)
        << name;
  }
}

TEST(Catalogue, RefusesARanksNumberInAFormulaOfAllRanks) {
  for (const char* scope : {"mean", "max", "sum"}) {
    const std::string fault =
        fault_of({pack_of("one", {{"x", "2*L_rank"}}), pack_of("two", {{"y", "x + h"}}, scope)});
    EXPECT_EQ(fault, "two.yaml:4: 'x' differs between ranks; it needs the scope rank");
  }
  EXPECT_EQ(fault_of({pack_of("one", {{"x", "2*L"}}), pack_of("two", {{"y", "x + h"}}, "sum")}),
            "none");
}

TEST(Catalogue, FindsNamesThatNobodyHas) {
  const Catalogue catalogue =
      catalogue_of({pack_of("one", {{"x", "2*hiden_size"}, {"y", "x + zero.stge"}})});
  const auto faults = unknown_names(catalogue, rank_variables(keys_of_t0(), 0));
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_EQ(faults[0].where, "one.yaml:4");
  EXPECT_NE(faults[0].what.find("nearest: hidden_size"), std::string::npos);
  EXPECT_EQ(faults[1].where, "one.yaml:5");
  EXPECT_NE(faults[1].what.find("nearest: zero.stage"), std::string::npos);
}

TEST(LoadCatalogue, ReadsAPackOnceAndTheTwoThatOthersBuildOn) {
  const std::string directory = formulas_folder().string();
  const std::vector<std::string> names = {"parameters", directory + "/parameters.yaml", "types"};
  const Catalogue catalogue = load_catalogue(directory, names, any_quantity);
  ASSERT_EQ(catalogue.packs().size(), 2U);
  EXPECT_EQ(catalogue.packs()[0].name, "types");
  EXPECT_EQ(catalogue.packs()[1].name, "parameters");
  EXPECT_TRUE(catalogue.has_formula("P_rank"));
  EXPECT_FALSE(catalogue.has_formula("weight_bytes"));  // a definition
}

TEST(LoadCatalogue, NamesThePackThatIsNotThere) {
  const std::vector<std::string> names = {"no-such-pack", "nor-this"};
  try {
    load_catalogue(formulas_folder(), names, any_quantity);
    FAIL();
  } catch (const BadInput& bad) {
    EXPECT_EQ(bad.faults().size(), 2U);
    EXPECT_NE(std::string(bad.what()).find("no-such-pack.yaml"), std::string::npos);
  }
}

// A remark has one value a scenario.
TEST(Catalogue, RefusesARemarkThatDiffersBetweenRanks) {
  const std::string text =
      "pack: one\nsource: none\nremarks:\n"
      "  - {id: r, kind: identity, expression: 2*dp_rank, unit: x, source: none}\n";
  std::vector<Pack> packs;
  packs.push_back(parse_pack(text, "one.yaml", [](auto) { return std::string(); }));
  EXPECT_THROW(Catalogue{std::move(packs)}, BadInput);
}

}  // namespace
}  // namespace scenarios
