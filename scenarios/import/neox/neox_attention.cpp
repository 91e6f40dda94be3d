#include "scenarios/import/neox/neox_attention.hpp"

#include <set>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

// All words of a list of lists; a number, or "all", is how often a pattern is repeated.
std::set<std::string> words_in(const nlohmann::json& list) {
  std::set<std::string> words;
  for (const nlohmann::json& element : list) {
    if (element.is_string() && element != "all") words.insert(element.get<std::string>());
    if (element.is_array()) words.merge(words_in(element));
  }
  return words;
}

// Flash attention keeps other tensors, local and sparse attention have other FLOPs; gMLP, Mamba and
// RWKV are no attention at all.
void read_attention_kind(Imported& imported, Settings& settings, const std::string& kind) {
  const std::string key = "attention_config";
  if (kind == "global") return;
  if (contains_word("gmlp amlp mamba rwkv", kind)) {
    imported.lack_shape(settings, key,
                        fmt::format("layers of kind '{}' are missing; supported: global", kind));
  } else if (kind == "flash") {
    imported.lack(settings, key, "flash attention, which keeps no s*s scores, is missing");
  } else if (contains_word("local sparse_fixed sparse_variable bigbird bslongformer", kind)) {
    imported.lack(settings, key,
                  fmt::format("'{}' attention, which computes a part of the scores, is missing; "
                              "supported: global",
                              kind));
  } else {
    imported.fault(settings, key,
                   fmt::format("'{}' is no kind of layer; kinds: global, flash, local, "
                               "sparse_fixed, sparse_variable, bigbird, bslongformer, gmlp, amlp, "
                               "mamba, rwkv",
                               kind));
  }
}

}  // namespace

void read_neox_attention(Imported& imported, Settings& settings) {
  settings.use("sparsity_config");
  for (const std::string& kind : words_in(settings.value_or_null("attention_config"))) {
    read_attention_kind(imported, settings, kind);
  }
  const std::string key = "sliding_window_width";
  const auto window = integer_of(imported, settings, key);
  const auto length = imported.draft.integer("model.seq_length");
  if (!window) return;
  settings.use(key, "nothing: no sequence is longer");
  if (length && *length <= *window) return;
  imported.lack(settings, key,
                fmt::format("attention within {} positions is missing; supported: a seq_length of "
                            "at most as many",
                            *window),
                "model.seq_length");
}

}  // namespace scenarios
