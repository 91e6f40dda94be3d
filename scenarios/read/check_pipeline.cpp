#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/check.hpp"
#include "scenarios/read/defaults.hpp"

namespace scenarios {

namespace {

constexpr KeyId pipeline_size = "parallel.pipeline_model_parallel_size";
constexpr KeyId virtual_size = "parallel.virtual_pipeline_model_parallel_size";
constexpr KeyId schedule_key = "parallel.pipeline_schedule";
constexpr KeyId stage_layers = "parallel.num_layers_per_stage";

// What a pipeline is made of; nothing when one of these keys has a fault of its own.
struct Pipeline {
  std::int64_t layers = 0;
  std::int64_t stages = 0;
  std::int64_t chunks = 0;  // a stage

  [[nodiscard]] std::int64_t virtual_stages() const { return stages * chunks; }
};

std::optional<Pipeline> pipeline_of(const Draft& draft) {
  const auto layers = draft.integer("model.num_layers");
  const auto stages = draft.integer(pipeline_size);
  const auto chunks = draft.integer(virtual_size);
  if (!layers || !stages || !chunks) return std::nullopt;
  return Pipeline{*layers, *stages, *chunks};
}

void check_stage_count(Draft& draft, const Pipeline& of) {
  if (of.virtual_stages() > most_stages && of.virtual_stages() <= of.layers) {
    draft.fault({pipeline_size, virtual_size},
                fmt::format("{} stages of {} virtual stages are too many; at most {} together",
                            of.stages, of.chunks, most_stages));
  }
  if (of.virtual_stages() <= of.layers) return;
  if (of.chunks == 1) {
    draft.fault({pipeline_size, "model.num_layers"},
                fmt::format("{} pipeline stages for {} layers: a stage needs at least one layer; "
                            "at most {}",
                            of.stages, of.layers, of.layers));
  } else {
    draft.fault({virtual_size, pipeline_size, "model.num_layers"},
                fmt::format("{} stages of {} virtual stages for {} layers: a virtual stage needs "
                            "at least one layer; at most {} of them",
                            of.stages, of.chunks, of.layers, of.layers));
  }
}

std::string needed_entries(const Pipeline& of) {
  if (of.chunks == 1) {
    return fmt::format("pipeline_model_parallel_size {} needs {}", of.stages, of.stages);
  }
  return fmt::format("{} stages of {} virtual stages need {}", of.stages, of.chunks,
                     of.virtual_stages());
}

void check_stage_layers(Draft& draft, const Pipeline& of) {
  const auto counts = draft.get<std::vector<std::int64_t>>(stage_layers);
  if (!counts) return;
  const auto entries = static_cast<std::int64_t>(counts->size());
  if (entries != of.virtual_stages()) {
    draft.fault({stage_layers, pipeline_size},
                fmt::format("[{}] has {} entries; {}", fmt::join(*counts, ", "), entries,
                            needed_entries(of)));
    return;
  }
  const std::int64_t sum = std::accumulate(counts->begin(), counts->end(), std::int64_t{0});
  if (sum == of.layers) return;
  draft.fault({stage_layers, "model.num_layers"},
              fmt::format("[{}] adds up to {} layers; num_layers is {}", fmt::join(*counts, ", "),
                          sum, of.layers));
}

// Equal chunks are what interleaving means unless the layers are dealt out by hand.
void check_equal_chunks(Draft& draft, const Pipeline& of) {
  const bool dealt_out = draft.has(stage_layers) || draft.is_refused(stage_layers);
  if (dealt_out || of.layers % of.virtual_stages() == 0) return;
  draft.fault(
      {virtual_size, pipeline_size, "model.num_layers"},
      fmt::format("num_layers {} is not divisible by {} stages * {} virtual stages = {} (remainder "
                  "{}); products that divide it: {}; or give num_layers_per_stage with {} entries",
                  of.layers, of.stages, of.chunks, of.virtual_stages(),
                  of.layers % of.virtual_stages(), divisors_of(of.layers), of.virtual_stages()));
}

// Interleaved 1F1B deals micro-batches to the chunks in groups of p (Narayanan et al. 2021, 2.2).
void check_groups(Draft& draft, const Pipeline& of) {
  const auto global = draft.integer("training.global_batch_size");
  const auto micro = draft.integer("training.micro_batch_size");
  const auto replicas = draft.integer("parallel.data_parallel_size");
  if (!global || !micro || !replicas || *global % (*micro * *replicas) != 0) return;
  const std::int64_t count = *global / (*micro * *replicas);
  if (count % of.stages == 0) return;
  draft.fault({"training.global_batch_size", pipeline_size},
              fmt::format("{} micro-batches a step and replica are not a multiple of the {} "
                          "pipeline stages (remainder {}), which the interleaved schedule needs",
                          count, of.stages, count % of.stages));
}

void check_virtual_stages(Draft& draft, const Pipeline& of) {
  const auto schedule = draft.get<parallel::PipelineSchedule>(schedule_key);
  if (!schedule || of.chunks == 1) return;
  if (*schedule != parallel::PipelineSchedule::interleaved) {
    draft.fault({virtual_size}, fmt::format("{} needs pipeline_schedule: interleaved; it is {}",
                                            of.chunks, word_of(*schedule)));
  } else if (of.stages < 2) {
    draft.fault({virtual_size, pipeline_size},
                fmt::format("{} needs a pipeline of at least 2 stages; "
                            "pipeline_model_parallel_size is {}",
                            of.chunks, of.stages));
  } else if (of.virtual_stages() <= of.layers) {
    check_equal_chunks(draft, of);
    check_groups(draft, of);
  }
}

}  // namespace

void check_pipeline(Draft& draft) {
  const auto pipeline = pipeline_of(draft);
  if (!pipeline) return;
  check_stage_count(draft, *pipeline);
  check_stage_layers(draft, *pipeline);
  check_virtual_stages(draft, *pipeline);
}

}  // namespace scenarios
