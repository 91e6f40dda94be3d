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
#include "scenarios/read/fault.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

using Keys = std::map<std::string, Value>;

constexpr std::array<std::string_view, 6> rank_names = {"tp_rank",  "pp_rank", "dp_rank",
                                                        "is_first", "is_last", "L_rank"};

// The alphabet's letters that stand for one key each.
struct Letter {
  std::string_view name;
  std::string_view key;
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

// A key as a number: nothing for texts and lists. A number that was not given and has no default
// (planned tokens, hardware, lengths of an inference, ZeRO-3's keys) is 0, so that a pack can ask
// for it in every scenario.
std::optional<double> number_of(const Keys& keys, std::string_view path) {
  const auto found = keys.find(std::string(path));
  if (found == keys.end()) {
    const Key* absent = find_key(path);
    const bool optional = absent != nullptr && !absent->required && is_number(absent->kind);
    return optional ? std::optional(0.0) : std::nullopt;
  }
  if (const auto* flag = std::get_if<bool>(&found->second)) return *flag ? 1.0 : 0.0;
  if (const auto* integer = std::get_if<std::int64_t>(&found->second)) {
    return static_cast<double>(*integer);
  }
  if (const auto* real = std::get_if<double>(&found->second)) return *real;
  const auto* word = std::get_if<std::string>(&found->second);
  const Key* key = find_key(path);
  if (word == nullptr || key == nullptr || key->kind != Kind::word) return std::nullopt;
  const auto number = words().find(spelt_in_expressions(*word));
  return number == words().end() ? std::nullopt : std::optional(number->second);
}

double required(const Keys& keys, std::string_view path) {
  const auto number = number_of(keys, path);
  if (!number) throw BadInput("scenario", std::string(path), "has no value");
  return *number;
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

void add_keys(const Keys& keys, Variables& variables) {
  for (const Key& key : all_keys()) {
    const auto number = number_of(keys, key.path);
    if (!number) continue;
    variables[std::string(key.path)] = *number;
    const std::string part(last_part(key.path));
    if (is_free(part) && is_unique_last_part(part)) variables[part] = *number;
  }
}

// Interleaving with one chunk a rank is plain 1F1B.
double schedule_of(const Keys& keys, double chunks) {
  const double schedule = required(keys, "parallel.pipeline_schedule");
  const bool plain = schedule == words().at("interleaved") && chunks == 1.0;
  return plain ? words().at("one_f_one_b") : schedule;
}

// Whether every chunk of every stage has as many layers.
bool has_even_chunks(const Keys& keys, const Variables& variables) {
  const auto given = keys.find("parallel.num_layers_per_stage");
  if (given != keys.end()) {
    const auto& list = std::get<std::vector<std::int64_t>>(given->second);
    return std::ranges::adjacent_find(list, std::not_equal_to{}) == list.end();
  }
  const auto of = [&variables](std::string_view name) {
    return static_cast<std::int64_t>(variables.find(name)->second);
  };
  return of("L") % (of("p") * of("v")) == 0;
}

void add_derived(const Keys& keys, Variables& variables) {
  const auto of = [&variables](std::string_view name) { return variables.find(name)->second; };
  const double multiple = required(keys, "model.make_vocab_size_divisible_by") * of("t");
  const double batch = required(keys, "training.global_batch_size");
  variables["n"] = of("t") * of("p") * of("d");
  variables["m"] = batch / (of("b") * of("d"));
  variables["V"] = ceildiv(required(keys, "model.vocab_size"), multiple) * multiple;
  variables["D"] = batch * of("s");
  variables["schedule"] = schedule_of(keys, of("v"));
  variables["even_chunks"] = has_even_chunks(keys, variables) ? 1.0 : 0.0;
  variables["stage3_knobs"] = keys.contains("zero.stage3_max_live_parameters") ? 1.0 : 0.0;
}

// Layers of one chunk of a stage: as given (in the order of the model: stages first, then chunks),
// else evenly, the first ones one more where they do not divide.
double layers_of_chunk(const Keys& keys, const Variables& variables, std::int64_t stage,
                       std::int64_t chunk) {
  const auto stages = static_cast<std::int64_t>(variables.at("p"));
  const std::int64_t virtual_stage = chunk * stages + stage;
  const auto given = keys.find("parallel.num_layers_per_stage");
  if (given != keys.end()) {
    const auto& list = std::get<std::vector<std::int64_t>>(given->second);
    return static_cast<double>(list.at(static_cast<std::size_t>(virtual_stage)));
  }
  const auto layers = static_cast<std::int64_t>(variables.at("L"));
  const std::int64_t parts = stages * static_cast<std::int64_t>(variables.at("v"));
  const std::int64_t even = layers / parts;
  return static_cast<double>(virtual_stage < layers % parts ? even + 1 : even);
}

void add_layers(const Keys& keys, std::int64_t stage, Variables& variables) {
  const auto chunks = static_cast<std::int64_t>(variables.at("v"));
  double layers = 0;
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    const double of_chunk = layers_of_chunk(keys, variables, stage, chunk);
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

Variables scenario_variables(const std::map<std::string, Value>& keys) {
  Variables variables;
  add_keys(keys, variables);
  for (const Letter& letter : letters) {
    if (const auto number = number_of(keys, letter.key))
      variables[std::string(letter.name)] = *number;
  }
  add_derived(keys, variables);
  return variables;
}

Variables rank_variables(const std::map<std::string, Value>& keys, std::int64_t rank) {
  Variables variables = scenario_variables(keys);
  const auto t = static_cast<std::int64_t>(variables.at("t"));
  const auto d = static_cast<std::int64_t>(variables.at("d"));
  const auto p = static_cast<std::int64_t>(variables.at("p"));
  const std::int64_t stage = rank / (t * d);
  variables["tp_rank"] = static_cast<double>(rank % t);
  variables["dp_rank"] = static_cast<double>(rank / t % d);
  variables["pp_rank"] = static_cast<double>(stage);
  variables["is_first"] = stage == 0 ? 1.0 : 0.0;
  variables["is_last"] = stage == p - 1 ? 1.0 : 0.0;
  add_layers(keys, stage, variables);
  return variables;
}

}  // namespace scenarios
