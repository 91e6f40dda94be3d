#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ranks {

/// A sequence of numbers whose repeats are kept once, with a count, as it grows: x y x y x y z is
/// (x y)^3 z, and repeats may hold repeats. A sequence that goes on repeating stays as small as it
/// was, but for the counts. (The idea: Noeth et al. 2009, "ScalaTrace".)
class FoldedSequence {
 public:
  void push(std::int64_t number);
  void clear() { nodes_.clear(); }
  /// The numbers one by one, in the order in which they were pushed.
  void for_each(const std::function<void(std::int64_t)>& visit) const { unfold(nodes_, visit); }
  /// What is stored: numbers and counts.
  [[nodiscard]] std::size_t stored() const { return stored(nodes_); }
  bool operator==(const FoldedSequence&) const = default;

 private:
  /// A number, or `count` times what `repeated` holds.
  struct Node {
    std::int64_t number = 0;
    std::int64_t count = 1;
    std::vector<Node> repeated;
    bool operator==(const Node&) const = default;
  };
  using Nodes = std::vector<Node>;

  bool fold();
  [[nodiscard]] bool repeats_before(std::size_t length) const;
  [[nodiscard]] bool ends_with(const Nodes& nodes) const;
  static void unfold(const Nodes& nodes, const std::function<void(std::int64_t)>& visit);
  static std::size_t stored(const Nodes& nodes);

  Nodes nodes_;
};

}  // namespace ranks
