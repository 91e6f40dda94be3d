#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/check.hpp"

namespace scenarios {

namespace {

constexpr std::string_view tensor_size = "parallel.tensor_model_parallel_size";
constexpr std::string_view pipeline_size = "parallel.pipeline_model_parallel_size";
constexpr std::string_view data_size = "parallel.data_parallel_size";
constexpr std::string_view stage_layers = "parallel.num_layers_per_stage";

void check_division_by_tensor_size(Draft& draft, std::string_view path) {
  const auto whole = draft.integer(path);
  const auto parts = draft.integer(tensor_size);
  if (!whole || !parts || *whole % *parts == 0) return;
  draft.fault({tensor_size, path},
              fmt::format("{} {} is not divisible by tensor_model_parallel_size {} (remainder {}); "
                          "sizes that divide it: {}",
                          path, *whole, *parts, *whole % *parts, divisors_of(*whole)));
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

void check_stage_count(Draft& draft) {
  const auto layers = draft.integer("model.num_layers");
  const auto stages = draft.integer(pipeline_size);
  if (!layers || !stages || *stages <= *layers) return;
  draft.fault({pipeline_size, "model.num_layers"},
              fmt::format("{} pipeline stages for {} layers: a stage needs at least one layer; at "
                          "most {}",
                          *stages, *layers, *layers));
}

void check_stage_layers(Draft& draft) {
  const auto layers = draft.integer("model.num_layers");
  const auto stages = draft.integer(pipeline_size);
  const auto counts = draft.get<std::vector<std::int64_t>>(stage_layers);
  if (!layers || !stages || !counts) return;
  const auto entries = static_cast<std::int64_t>(counts->size());
  if (entries != *stages) {
    draft.fault({stage_layers, pipeline_size},
                fmt::format("[{}] has {} entries; pipeline_model_parallel_size {} needs {}",
                            fmt::join(*counts, ", "), entries, *stages, *stages));
    return;
  }
  const std::int64_t sum = std::accumulate(counts->begin(), counts->end(), std::int64_t{0});
  if (sum == *layers) return;
  draft.fault({stage_layers, "model.num_layers"},
              fmt::format("[{}] adds up to {} layers; num_layers is {}", fmt::join(*counts, ", "),
                          sum, *layers));
}

void check_sequence_parallel(Draft& draft) {
  const auto tensor = draft.integer(tensor_size);
  const auto sequence_parallel = draft.get<bool>("parallel.sequence_parallel");
  if (!tensor || !sequence_parallel || !*sequence_parallel || *tensor == 1) return;
  draft.fault(
      {"parallel.sequence_parallel", tensor_size},
      fmt::format("true with tensor_model_parallel_size {} is not supported yet; supported: "
                  "false, or tensor_model_parallel_size 1",
                  *tensor));
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
  check_stage_count(draft);
  check_stage_layers(draft);
  check_sequence_parallel(draft);
}

}  // namespace scenarios
