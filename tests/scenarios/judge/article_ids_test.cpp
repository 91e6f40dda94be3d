// The article's pack is complete: every id under which the catalogue of published estimates lists
// one of its statements is there, as a formula or a remark of that name or, where it is split, of
// names that begin so.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/scenarios/judge/counted_scenarios.hpp"

namespace scenarios {
namespace {

constexpr std::array ids = std::to_array<std::string_view>(
    {"seed.c.6pd",       "seed.c.fwd",     "seed.c.bwd",    "seed.c.sum",   "seed.c.tauT",
     "seed.c.recompute", "seed.u.flops",   "seed.u.gpuh",   "seed.u.pfday", "seed.chin",
     "seed.tp.a100",     "seed.w.int8",    "seed.w.16",     "seed.w.32",    "seed.w.mixed",
     "seed.inf",         "seed.o.adamw",   "seed.o.8bit",   "seed.o.sgd",   "seed.g.32",
     "seed.g.16",        "seed.tot.train", "seed.act.none", "seed.act.sel", "seed.act.full",
     "seed.z1",          "seed.z2",        "seed.z3",       "seed.z3.live", "seed.zr",
     "seed.3d.model",    "seed.3d.grad",   "seed.3d.why",   "seed.dp",      "seed.3d.z1",
     "seed.pp.z23"});

std::set<std::string> names_of_pack() {
  std::set<std::string> names;
  const Catalogue catalogue = article_catalogue();
  const Pack& pack = catalogue.packs().back();
  for (const Formula& formula : pack.formulas) names.insert(formula.id);
  for (const Remark& remark : pack.remarks) names.insert(remark.id);
  return names;
}

TEST(Article, HasEveryIdOfTheCatalogue) {
  const std::set<std::string> names = names_of_pack();
  for (const std::string_view id : ids) {
    const bool is_there = std::ranges::any_of(names, [id](const std::string& name) {
      return name == id || name.starts_with(std::string(id) + ".");
    });
    EXPECT_TRUE(is_there) << id;
  }
}

}  // namespace
}  // namespace scenarios
