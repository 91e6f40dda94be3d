#include "ranks/folded_sequence.hpp"

#include <algorithm>
#include <iterator>

namespace ranks {
namespace {

/// The longest body of a repeat that is looked for, in nodes.
constexpr std::size_t longest_repeat = 1024;

}  // namespace

void FoldedSequence::push(std::int64_t number) {
  nodes_.push_back({.number = number, .count = 1, .repeated = {}});
  while (fold()) {
  }
}

/// Takes the end of the sequence into a repeat that stands before it, or makes one of the end and
/// the same before it. Whether it did.
bool FoldedSequence::fold() {
  const std::size_t size = nodes_.size();
  for (std::size_t length = 1; length < size && length <= longest_repeat; ++length) {
    Node& before = nodes_[size - length - 1];
    if (before.repeated.size() == length && ends_with(before.repeated)) {
      ++before.count;
      nodes_.resize(size - length);
      return true;
    }
    if (repeats_before(length)) {
      const auto first = nodes_.end() - static_cast<std::ptrdiff_t>(length);
      Node repeat{.number = 0, .count = 2, .repeated = {}};
      std::move(first, nodes_.end(), std::back_inserter(repeat.repeated));
      nodes_.resize(size - 2 * length);
      nodes_.push_back(std::move(repeat));
      return true;
    }
  }
  return false;
}

/// Whether the last `length` nodes are the same as those before them.
bool FoldedSequence::repeats_before(std::size_t length) const {
  if (2 * length > nodes_.size()) return false;
  const auto shift = static_cast<std::ptrdiff_t>(length);
  return std::equal(nodes_.rbegin(), nodes_.rbegin() + shift, nodes_.rbegin() + shift);
}

bool FoldedSequence::ends_with(const Nodes& nodes) const {
  return std::equal(nodes.rbegin(), nodes.rend(), nodes_.rbegin());
}

void FoldedSequence::unfold(const Nodes& nodes, const std::function<void(std::int64_t)>& visit) {
  for (const Node& node : nodes) {
    if (node.repeated.empty()) visit(node.number);
    for (std::int64_t i = 0; i < node.count && !node.repeated.empty(); ++i) {
      unfold(node.repeated, visit);
    }
  }
}

std::size_t FoldedSequence::stored(const Nodes& nodes) {
  std::size_t sum = nodes.size();
  for (const Node& node : nodes) sum += stored(node.repeated);
  return sum;
}

}  // namespace ranks
