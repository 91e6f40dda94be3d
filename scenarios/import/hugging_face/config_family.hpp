#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

/// What Hugging Face's class of the family assumes where a config does not say, as one would write
/// it in a scenario, and only where it differs from the architecture's preset.
struct ConfigDefault {
  std::string_view scenario_key;
  std::string_view value;
};

/// A config's key that would change the arithmetic, with the only value that is computed here.
struct FixedKey {
  std::string_view config_key;
  bool supported = false;
};

/// What a table cannot say of a family: called after the rows were read, before the defaults.
using FamilyRule = void (*)(Imported& imported, Settings& settings);

/// How one `model_type` of Hugging Face is read: everything that is special to it, as data.
struct ConfigFamily {
  std::string_view model_type;
  std::string_view architecture;
  std::string_view activation_key;
  std::span<const ConfigKey> keys{};
  std::span<const ConfigDefault> defaults{};
  std::span<const FixedKey> fixed_keys{};
  std::string_view needed_key{};  // has a default there that fits one model; empty: none
  bool has_bias_keys = false;     // attention_bias and mlp_bias, both false by default
  std::int64_t window = 0;        // default of sliding_window, in positions; 0: no such key
  FamilyRule rule = nullptr;
  bool has_names = true;  // its checkpoints have the tensor names of the architecture
};

/// The family of a `model_type`, or nullptr.
const ConfigFamily* find_family(std::string_view model_type);

/// Every row.
std::vector<const ConfigFamily*> all_families();

/// All model types that are run, as "gpt2, llama".
std::string known_families();

}  // namespace scenarios
