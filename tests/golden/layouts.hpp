#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace test {

/// How the golden steps of one model are run: split, kept and updated.
struct Layout {
  std::string model;
  int dp = 1;
  int tp = 1;
  int pp = 1;
  int zero = 0;
  int micro_batches = 1;
  std::string recompute = "none";
  bool sequence_parallel = false;
  bool partition_activations = false;
  std::string optimizer = "adamw";

  [[nodiscard]] int ranks() const { return dp * tp * pp; }
};

std::ostream& operator<<(std::ostream& stream, const Layout& layout);

/// The layout in letters, digits and underscores; ends in on8 where 8 ranks are needed, by which
/// CTest picks.
std::string name_of(const Layout& layout);

/// The 14 splits with both optimizers; the ways to keep activations take turns, another one for
/// each split, optimizer and model. `turn` is the first one's.
std::vector<Layout> layouts_in_turn(const std::string& model, std::size_t turn);

/// The 14 splits with both optimizers and every way to keep activations that the split has.
std::vector<Layout> every_layout(const std::string& model);

}  // namespace test
