#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/files/batches.hpp"
#include "scenarios/files/safetensors_reader.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

void check_tokens(const SafetensorsReader& reader, const std::string& name,
                  const TensorEntry& entry, std::int64_t vocabulary, std::vector<Fault>& faults) {
  std::vector<std::int64_t> tokens(static_cast<std::size_t>(entry.elements()));
  reader.read(name, 0, std::span(tokens));
  const auto stranger = std::ranges::find_if(
      tokens, [vocabulary](std::int64_t token) { return token < 0 || token >= vocabulary; });
  if (stranger == tokens.end()) return;
  faults.push_back({reader.file(), name,
                    fmt::format("element {} is {}; tokens are in [0, {})",
                                stranger - tokens.begin(), *stranger, vocabulary)});
}

// Inference reads prompts off the front of longer rows.
bool fits(const std::vector<std::int64_t>& shape, const parallel::Plan& plan) {
  if (shape.size() != 2 || shape[0] != plan.global_batch_size) return false;
  return plan.mode == parallel::Mode::inference ? shape[1] >= plan.inference.prompt_length
                                                : shape[1] == plan.model.sequence_length;
}

std::string needed_shape(const parallel::Plan& plan) {
  if (plan.mode == parallel::Mode::inference) {
    return fmt::format("global_batch_size {} and prompt_length need [{}, {} or more]",
                       plan.global_batch_size, plan.global_batch_size,
                       plan.inference.prompt_length);
  }
  return fmt::format("global_batch_size and seq_length need {}",
                     text_of_shape({plan.global_batch_size, plan.model.sequence_length}));
}

void check_batch(const SafetensorsReader& reader, const std::string& name,
                 const parallel::Plan& plan, std::vector<Fault>& faults) {
  const TensorEntry* entry = reader.find(name);
  if (entry == nullptr) {
    faults.push_back({reader.file(), name,
                      fmt::format("is missing; {} steps need input_ids.N and labels.N for N = 0 to "
                                  "{}",
                                  plan.steps, plan.steps - 1)});
  } else if (entry->dtype != sim::Dtype::int64) {
    faults.push_back({reader.file(), name, "is not of dtype I64"});
  } else if (!fits(entry->shape, plan)) {
    faults.push_back(
        {reader.file(), name,
         fmt::format("has shape {}; {}", text_of_shape(entry->shape), needed_shape(plan))});
  } else {
    check_tokens(reader, name, *entry, plan.model.vocabulary, faults);
  }
}

}  // namespace

parallel::BatchSource exact_batches(const std::filesystem::path& path, const parallel::Plan& plan) {
  const auto reader = std::make_shared<const SafetensorsReader>(path);
  const bool trains = plan.mode == parallel::Mode::training;
  std::vector<Fault> faults;
  constexpr std::size_t enough = 20;  // a file of the wrong kind is not listed step by step
  for (std::int64_t step = 0; step < plan.steps && faults.size() < enough; ++step) {
    check_batch(*reader, fmt::format("input_ids.{}", step), plan, faults);
    if (trains) check_batch(*reader, fmt::format("labels.{}", step), plan, faults);
  }
  if (!faults.empty()) throw BadInput(faults);
  const auto read_row = [reader](const std::string& name, std::int64_t sequence,
                                 std::span<std::int64_t> row) {
    if (row.empty()) return;
    reader->read(name, sequence * reader->tensors().at(name).shape.at(1), row);
  };
  return [read_row](std::int64_t step, std::int64_t sequence, std::span<std::int64_t> tokens,
                    std::span<std::int64_t> labels) {
    read_row(fmt::format("input_ids.{}", step), sequence, tokens);
    read_row(fmt::format("labels.{}", step), sequence, labels);
  };
}

}  // namespace scenarios
