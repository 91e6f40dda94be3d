#include "scenarios/packs/variables.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "scenarios/packs/functions.hpp"
#include "scenarios/packs/words.hpp"
#include "scenarios/read/key_table.hpp"

namespace scenarios {

namespace {

constexpr std::array<std::string_view, 6> rank_names = {"tp_rank",  "pp_rank", "dp_rank",
                                                        "is_first", "is_last", "L_rank"};

// The alphabet's letters that stand for one key each.
struct Letter {
  std::string_view name;
  KeyId key;
};
constexpr std::array<Letter, 12> letters = {{
    {"s", "model.seq_length"},
    {"b", "training.micro_batch_size"},
    {"h", "model.hidden_size"},
    {"L", "model.num_layers"},
    {"a", "model.num_attention_heads"},
    {"k", "model.num_key_value_heads"},
    {"f", "model.ffn_hidden_size"},
    {"t", "parallel.tensor_model_parallel_size"},
    {"p", "parallel.pipeline_model_parallel_size"},
    {"d", "parallel.data_parallel_size"},
    {"v", "parallel.virtual_pipeline_model_parallel_size"},
    {"planned_tokens", "training.tokens"},
}};
constexpr std::array<std::string_view, 7> derived_names = {
    "n", "m", "V", "D", "schedule", "stage3_knobs", "even_chunks"};

bool is_number(Kind kind) {
  return kind == Kind::integer || kind == Kind::real;
}

// A value as a number: nothing for texts and lists.
std::optional<double> number_of(Kind kind, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1.0 : 0.0;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return static_cast<double>(*integer);
  }
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (kind != Kind::word) return std::nullopt;
  return words().at(spelt_in_expressions(std::get<std::string>(value)));
}

// A number that was not given and has no default (planned tokens, hardware, lengths of an
// inference, ZeRO-3's keys) is 0, so that a pack can ask for it in every scenario.
std::optional<double> number_of(const ScenarioValues& values, KeyId key) {
  const Kind kind = key.key().kind;
  if (const auto value = value_at(values, key)) return number_of(kind, *value);
  return is_number(kind) ? std::optional(0.0) : std::nullopt;
}

std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

// Whether a name is spelt like one that is no key: the alphabet, the derived and the rank's.
bool is_reserved(std::string_view name) {
  return is_rank_variable(name) ||
         std::ranges::find(letters, name, &Letter::name) != letters.end() ||
         std::ranges::find(derived_names, name) != derived_names.end();
}

bool is_free(std::string_view name) {
  return !is_reserved(name) && !is_function(name) && !words().contains(name);
}

bool is_unique_last_part(std::string_view part) {
  static const std::map<std::string_view, int> counts = [] {
    std::map<std::string_view, int> of_part;
    for (const Key& key : all_keys()) ++of_part[last_part(key.path)];
    return of_part;
  }();
  const auto found = counts.find(part);
  return found != counts.end() && found->second == 1;
}

// A key and how expressions may call it besides its path; empty: by its path alone.
struct KeyName {
  KeyId key;
  std::string path;
  std::string part;
};

const std::vector<KeyName>& key_names() {
  static const auto names = [] {
    std::vector<KeyName> all;
    for (const KeyId key : keys_by_name()) {
      const std::string_view part = last_part(key.path());
      const bool is_name = is_free(part) && is_unique_last_part(part);
      all.push_back({key, std::string(key.path()), is_name ? std::string(part) : ""});
    }
    return all;
  }();
  return names;
}

void add_keys(const ScenarioValues& values, Variables& variables) {
  for (const KeyName& name : key_names()) {
    const auto number = number_of(values, name.key);
    if (!number) continue;
    variables[name.path] = *number;
    if (!name.part.empty()) variables[name.part] = *number;
  }
}

// Interleaving with one chunk a rank is plain 1F1B.
double schedule_of(const ParallelValues& split) {
  const bool is_plain = split.pipeline_schedule == parallel::PipelineSchedule::interleaved &&
                        split.virtual_pipeline_model_parallel_size == 1;
  return words().at(is_plain ? "one_f_one_b"
                             : spelt_in_expressions(word_of(split.pipeline_schedule)));
}

void add_derived(const ScenarioValues& values, Variables& variables) {
  const auto of = [&variables](std::string_view name) { return variables.find(name)->second; };
  const double multiple = static_cast<double>(values.model.make_vocab_size_divisible_by) * of("t");
  const auto batch = static_cast<double>(values.training.global_batch_size);
  const std::vector<std::int64_t>& layers = values.parallel.num_layers_per_stage;
  const bool is_even = std::ranges::adjacent_find(layers, std::not_equal_to{}) == layers.end();
  variables["n"] = of("t") * of("p") * of("d");
  variables["m"] = batch / (of("b") * of("d"));
  variables["V"] = ceildiv(static_cast<double>(values.model.vocab_size), multiple) * multiple;
  variables["D"] = batch * of("s");
  variables["schedule"] = schedule_of(values.parallel);
  variables["even_chunks"] = is_even ? 1.0 : 0.0;
  variables["stage3_knobs"] = values.zero.stage3_max_live_parameters ? 1.0 : 0.0;
}

// Layers of a stage's chunks, which are given in the order of the model: stages first, then chunks.
void add_layers(const ParallelValues& split, std::int64_t stage, Variables& variables) {
  double layers = 0;
  for (std::int64_t chunk = 0; chunk < split.virtual_pipeline_model_parallel_size; ++chunk) {
    const std::int64_t place = chunk * split.pipeline_model_parallel_size + stage;
    const auto of_chunk =
        static_cast<double>(split.num_layers_per_stage.at(static_cast<std::size_t>(place)));
    variables[fmt::format("{}{}", chunk_layers, chunk)] = of_chunk;
    layers += of_chunk;
  }
  variables["L_rank"] = layers;
}

}  // namespace

bool is_rank_variable(std::string_view name) {
  return std::ranges::find(rank_names, name) != rank_names.end() || name.starts_with(chunk_layers);
}

bool is_variable(std::string_view name) {
  return is_reserved(name) || find_key(name) != nullptr ||
         (is_free(name) && is_unique_last_part(name));
}

Variables scenario_variables(const ScenarioValues& values) {
  Variables variables;
  add_keys(values, variables);
  for (const Letter& letter : letters) {
    if (const auto number = number_of(values, letter.key))
      variables[std::string(letter.name)] = *number;
  }
  add_derived(values, variables);
  return variables;
}

Variables rank_variables(const ScenarioValues& values, std::int64_t rank) {
  Variables variables = scenario_variables(values);
  const std::int64_t t = values.parallel.tensor_model_parallel_size;
  const std::int64_t d = values.parallel.data_parallel_size;
  const std::int64_t p = values.parallel.pipeline_model_parallel_size;
  const std::int64_t stage = rank / (t * d);
  variables["tp_rank"] = static_cast<double>(rank % t);
  variables["dp_rank"] = static_cast<double>(rank / t % d);
  variables["pp_rank"] = static_cast<double>(stage);
  variables["is_first"] = stage == 0 ? 1.0 : 0.0;
  variables["is_last"] = stage == p - 1 ? 1.0 : 0.0;
  add_layers(values.parallel, stage, variables);
  return variables;
}

}  // namespace scenarios
