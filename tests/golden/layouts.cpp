#include "tests/golden/layouts.hpp"

#include <array>
#include <ostream>

#include <fmt/format.h>

namespace test {
namespace {

/// dp, tp, pp, ZeRO stage, micro-batches.
constexpr std::array<std::array<int, 5>, 14> splits{{{1, 1, 1, 0, 1},
                                                     {2, 1, 1, 1, 2},
                                                     {2, 1, 1, 2, 2},
                                                     {2, 1, 1, 3, 4},
                                                     {4, 1, 1, 3, 1},
                                                     {1, 2, 1, 0, 1},
                                                     {1, 4, 1, 0, 2},
                                                     {1, 1, 2, 0, 4},
                                                     {1, 1, 4, 0, 8},
                                                     {2, 2, 1, 3, 2},
                                                     {2, 2, 2, 1, 2},
                                                     {2, 2, 2, 2, 2},
                                                     {2, 2, 2, 3, 2},
                                                     {1, 2, 4, 0, 4}}};

/// A way to keep activations.
struct Keeping {
  const char* recompute;
  bool sequence_parallel;
  bool partition_activations;
};

/// The first three need no second tensor-parallel rank.
constexpr std::array<Keeping, 7> keepings{{{"none", false, false},
                                           {"selective", false, false},
                                           {"full", false, false},
                                           {"none", true, false},
                                           {"selective", true, false},
                                           {"full", true, false},
                                           {"full", false, true}}};

constexpr std::array<const char*, 2> optimizers{"adamw", "sgd"};

std::size_t keepings_of(const std::array<int, 5>& split) {
  return split[1] > 1 ? keepings.size() : 3;
}

Layout layout_of(const std::string& model, const std::array<int, 5>& split, const Keeping& keeping,
                 const char* optimizer) {
  const auto& [dp, tp, pp, zero, m] = split;
  return {.model = model,
          .dp = dp,
          .tp = tp,
          .pp = pp,
          .zero = zero,
          .micro_batches = m,
          .recompute = keeping.recompute,
          .sequence_parallel = keeping.sequence_parallel,
          .partition_activations = keeping.partition_activations,
          .optimizer = optimizer};
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const Layout& layout) {
  return stream << layout.model << ' ' << name_of(layout);
}

std::string name_of(const Layout& layout) {
  return fmt::format(
      "dp{}_tp{}_pp{}_zero{}_m{}_{}{}{}_{}_on{}", layout.dp, layout.tp, layout.pp, layout.zero,
      layout.micro_batches, layout.recompute, layout.sequence_parallel ? "_sp" : "",
      layout.partition_activations ? "_partitioned" : "", layout.optimizer, layout.ranks());
}

std::vector<Layout> layouts_in_turn(const std::string& model, std::size_t turn) {
  std::vector<Layout> layouts;
  for (const auto& split : splits) {
    for (const char* optimizer : optimizers) {
      layouts.push_back(
          layout_of(model, split, keepings.at(turn++ % keepings_of(split)), optimizer));
    }
  }
  return layouts;
}

std::vector<Layout> every_layout(const std::string& model) {
  std::vector<Layout> layouts;
  for (const auto& split : splits) {
    for (std::size_t i = 0; i < keepings_of(split); ++i) {
      for (const char* optimizer : optimizers) {
        layouts.push_back(layout_of(model, split, keepings.at(i), optimizer));
      }
    }
  }
  return layouts;
}

}  // namespace test
