#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/check.hpp"

namespace scenarios {

namespace {

constexpr KeyId tensor_size = "parallel.tensor_model_parallel_size";
constexpr KeyId pipeline_size = "parallel.pipeline_model_parallel_size";
constexpr KeyId data_size = "parallel.data_parallel_size";

void check_division_by_tensor_size(Draft& draft, KeyOf<std::int64_t> key) {
  const auto whole = draft.integer(key);
  const auto parts = draft.integer(tensor_size);
  if (!whole || !parts || *whole % *parts == 0) return;
  draft.fault({tensor_size, key},
              fmt::format("{} {} is not divisible by tensor_model_parallel_size {} (remainder {}); "
                          "sizes that divide it: {}",
                          key.path(), *whole, *parts, *whole % *parts, divisors_of(*whole)));
}

void check_rank_count(Draft& draft) {
  const auto tensor = draft.integer(tensor_size);
  const auto pipeline = draft.integer(pipeline_size);
  const auto data = draft.integer(data_size);
  if (!tensor || !pipeline || !data) return;
  constexpr std::int64_t most = std::numeric_limits<int>::max();  // a rank is MPI's int
  if (*tensor <= most / *pipeline && *tensor * *pipeline <= most / *data) return;
  draft.fault(
      {data_size, tensor_size, pipeline_size},
      fmt::format("{} * {} * {} ranks are too many; at most {}", *tensor, *pipeline, *data, most));
}

// A rank holds whole key/value heads, or shares one of them with its neighbours. Where heads are as
// many, the other check has spoken.
void check_kv_heads(Draft& draft) {
  const auto heads = draft.integer("model.num_attention_heads");
  const auto kv_heads = draft.integer("model.num_key_value_heads");
  const auto parts = draft.integer(tensor_size);
  if (!heads || !kv_heads || !parts || *heads == *kv_heads) return;
  if (*kv_heads % *parts == 0 || *parts % *kv_heads == 0) return;
  draft.fault({tensor_size, "model.num_key_value_heads"},
              fmt::format("tensor_model_parallel_size {} neither divides num_key_value_heads {} "
                          "nor is a multiple of it; sizes that divide it: {}",
                          *parts, *kv_heads, divisors_of(*kv_heads)));
}

void check_sequence_parallel(Draft& draft) {
  const auto parts = draft.integer(tensor_size);
  const auto length = draft.integer("model.seq_length");
  const auto sequence_parallel = draft.get<bool>("parallel.sequence_parallel");
  if (!parts || !length || !sequence_parallel || !*sequence_parallel) return;
  if (*length % *parts == 0) return;
  draft.fault({tensor_size, "model.seq_length", "parallel.sequence_parallel"},
              fmt::format("with sequence_parallel, seq_length {} is not divisible by "
                          "tensor_model_parallel_size {} (remainder {}); sizes that divide it: {}",
                          *length, *parts, *length % *parts, divisors_of(*length)));
}

}  // namespace

std::string divisors_of(std::int64_t number) {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
  for (std::int64_t i = 1; i * i <= number; ++i) {
    if (number % i != 0) continue;
    low.push_back(i);
    if (i != number / i) high.push_back(number / i);
  }
  low.insert(low.end(), high.rbegin(), high.rend());
  constexpr std::size_t most = 16;
  if (low.size() <= most) return fmt::format("{}", fmt::join(low, ", "));
  const std::vector<std::int64_t> first(low.begin(), low.begin() + most - 1);
  return fmt::format("{}, ..., {}", fmt::join(first, ", "), low.back());
}

void check_layout(Draft& draft) {
  check_rank_count(draft);
  check_division_by_tensor_size(draft, "model.num_attention_heads");
  check_division_by_tensor_size(draft, "model.ffn_hidden_size");
  check_kv_heads(draft);
  check_sequence_parallel(draft);
}

}  // namespace scenarios
