#include "scenarios/packs/tensor_list.hpp"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "scenarios/packs/functions.hpp"

namespace scenarios {

namespace {

// Where a tensor stands in its chunk and its chunk in the model.
Variables position(bool first_chunk, bool last_chunk, bool first_layer, bool last_layer) {
  return {{"of_first_chunk", first_chunk ? 1.0 : 0.0},
          {"of_last_chunk", last_chunk ? 1.0 : 0.0},
          {"of_first_layer", first_layer ? 1.0 : 0.0},
          {"of_last_layer", last_layer ? 1.0 : 0.0}};
}

/// Writes the tensors of one chunk.
class Writer {
 public:
  Writer(std::span<const TensorRow> rows, const Variables& rank, const EvaluateWith& evaluate)
      : rows_(rows), data_ranks_(rank.at("d")), evaluate_(evaluate) {
    // A mark that only other rows have is 0.
    for (const TensorRow& row : rows_) {
      for (const auto& [mark, expression] : row.marks) no_marks_[mark] = 0;
    }
  }

  void add(Place place, std::int64_t layer, const Variables& at) {
    last_ = tensors_.size();
    for (const TensorRow& row : rows_) {
      if (row.place != place || (row.when && evaluate_(*row.when, at) == 0.0)) continue;
      ListedTensor tensor{.module = row.module, .layer = layer, .numbers = no_marks_};
      tensor.alone = row.alone && evaluate_(*row.alone, at) != 0.0;
      const double elements = evaluate_(row.elements, at);
      tensor.numbers["elements"] = elements;
      tensor.numbers["shard"] = ceildiv(elements, data_ranks_);
      for (const auto& [mark, expression] : row.marks) {
        tensor.numbers[mark] = evaluate_(expression, at);
      }
      tensors_.push_back(std::move(tensor));
    }
  }

  /// What was added last once more, for a layer that is like it.
  void repeat(std::int64_t layer) {
    const std::size_t count = tensors_.size() - last_;
    for (std::size_t i = 0; i < count; ++i) {
      ListedTensor tensor = tensors_[last_ + i];
      tensor.layer = layer;
      tensors_.push_back(std::move(tensor));
    }
    last_ += count;
  }

  std::vector<ListedTensor> finish() { return std::move(tensors_); }

 private:
  std::span<const TensorRow> rows_;
  double data_ranks_;
  const EvaluateWith& evaluate_;
  Variables no_marks_;
  std::vector<ListedTensor> tensors_;
  std::size_t last_ = 0;  // where what was added last begins
};

}  // namespace

RankTensors tensors_of_rank(std::span<const TensorRow> rows, const Variables& rank,
                            const EvaluateWith& evaluate) {
  RankTensors chunks;
  const auto count = static_cast<std::int64_t>(rank.at("v"));
  for (std::int64_t c = 0; c < count; ++c) {
    const bool first = c == 0 && rank.at("is_first") != 0.0;
    const bool last = c + 1 == count && rank.at("is_last") != 0.0;
    const auto layers = static_cast<std::int64_t>(rank.at(fmt::format("L_chunk.{}", c)));
    Writer writer(rows, rank, evaluate);
    if (first) writer.add(Place::first, -1, position(first, last, false, false));
    for (std::int64_t i = 0; i < layers; ++i) {
      const bool is_like_the_one_before = i > 1 && i + 1 < layers;
      if (is_like_the_one_before) {
        writer.repeat(i);
      } else {
        writer.add(Place::layer, i, position(first, last, i == 0, i + 1 == layers));
      }
    }
    if (last) writer.add(Place::last, layers, position(first, last, false, false));
    chunks.push_back(writer.finish());
  }
  return chunks;
}

bool is_position_number(std::string_view name) {
  return position(false, false, false, false).contains(name);
}

std::vector<TensorGroup> modules_of(const std::vector<ListedTensor>& chunk) {
  std::vector<TensorGroup> modules;
  for (auto tensor = chunk.rbegin(); tensor != chunk.rend(); ++tensor) {
    const bool goes_on = !modules.empty() && modules.back().front()->layer == tensor->layer &&
                         modules.back().front()->module == tensor->module;
    if (!goes_on) modules.emplace_back();
    modules.back().push_back(&*tensor);
  }
  return modules;
}

std::vector<TensorGroup> units_of(const std::vector<ListedTensor>& chunk, double bucket) {
  std::vector<TensorGroup> units;
  double filled = 0;
  bool is_open = false;
  for (auto tensor = chunk.rbegin(); tensor != chunk.rend(); ++tensor) {
    const double elements = tensor->numbers.at("elements");
    if (!is_open || tensor->alone || filled + elements > bucket) {
      units.emplace_back();
      filled = 0;
    }
    units.back().push_back(&*tensor);
    filled += elements;
    is_open = !tensor->alone;
  }
  return units;
}

Variables numbers_of_group(const TensorGroup& group) {
  Variables numbers;
  for (const ListedTensor* tensor : group) {
    for (const auto& [name, number] : tensor->numbers) numbers[name] += number;
  }
  for (const auto& [name, number] : group.back()->numbers) numbers["closing." + name] = number;
  numbers["members"] = static_cast<double>(group.size());
  return numbers;
}

}  // namespace scenarios
