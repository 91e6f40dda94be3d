#include <string>

#include <fmt/format.h>

#include "scenarios/import/megatron/megatron_parts.hpp"
#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

std::int64_t tensor_size(Imported& imported, Settings& settings) {
  const auto set = imported.draft.integer("parallel.tensor_model_parallel_size");
  if (set) return *set;
  const auto old = integer_of(imported, settings, "model_parallel_size");
  return integer_of(imported, settings, "tensor_model_parallel_size").value_or(old.value_or(1));
}

// A table is padded to a multiple of its divisor times t: of exactly these rows to itself.
void read_rows(Imported& imported, Settings& settings, const std::string& key, std::int64_t rows) {
  const std::int64_t tensor = tensor_size(imported, settings);
  const auto vocabulary = integer_of(imported, settings, "vocab_size");
  if (rows < 1 || tensor < 1 || rows % tensor != 0) {
    imported.fault(settings, key,
                   fmt::format("{} rows are no multiple of tensor size {}", rows, tensor));
  } else if (vocabulary && *vocabulary > rows) {
    imported.fault(settings, key,
                   fmt::format("{} rows do not hold a vocabulary of {}", rows, *vocabulary));
  } else {
    imported.give("model.make_vocab_size_divisible_by", rows / tensor, settings, key);
    if (vocabulary || imported.settled("model.vocab_size")) return;
    imported.give("model.vocab_size", rows, settings, key);
    imported.notes.push_back(
        fmt::format("{}: {}: how many of the {} rows are padding is not in the file; --set "
                    "model.vocab_size=N tells",
                    settings.place_of(key).text(), key, rows));
  }
}

}  // namespace

void read_megatron_padding(Imported& imported, Settings& settings) {
  for (const char* key : {"padded_vocab_size", "pad_vocab_size_to"}) {
    const auto rows = integer_of(imported, settings, key);
    if (!rows) continue;
    read_rows(imported, settings, key, *rows);
    return;
  }
}

}  // namespace scenarios
