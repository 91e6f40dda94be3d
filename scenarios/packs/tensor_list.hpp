#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "scenarios/packs/formula.hpp"
#include "scenarios/packs/variables.hpp"

namespace scenarios {

/// One tensor of a rank.
struct ListedTensor {
  std::string_view module;  // the row's
  std::int64_t layer = 0;   // of its chunk; -1 and the number of layers stand for what is around
  bool alone = false;
  Variables numbers;
};

/// Tensors that belong together, in the order of the backward.
using TensorGroup = std::vector<const ListedTensor*>;

/// The tensors of each of a rank's chunks, in the order of the forward.
using RankTensors = std::vector<std::vector<ListedTensor>>;

/// Evaluates an expression at a rank, where `numbers` come before the rank's own variables.
using EvaluateWith = std::function<double(const Expression&, const Variables& numbers)>;

/// `rows` must outlive the result.
RankTensors tensors_of_rank(std::span<const TensorRow> rows, const Variables& rank,
                            const EvaluateWith& evaluate);

/// Whether `name` says where a tensor stands: of_first_layer, of_last_layer (of its chunk),
/// of_first_chunk, of_last_chunk (of the model).
bool is_position_number(std::string_view name);

/// A chunk's tensors by module.
std::vector<TensorGroup> modules_of(const std::vector<ListedTensor>& chunk);

/// A chunk's tensors as they are reduced: from the last to the first, a unit closed before it would
/// pass `bucket` elements; a larger tensor is a unit, and so is one that is alone.
std::vector<TensorGroup> units_of(const std::vector<ListedTensor>& chunk, double bucket);

/// Sums, `members` and `closing.NAME` of a group.
Variables numbers_of_group(const TensorGroup& group);

}  // namespace scenarios
