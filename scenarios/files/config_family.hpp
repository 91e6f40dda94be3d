#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace scenarios {

/// A config's key and the scenario key that means the same. Several rows may feed one scenario
/// key: the first one stated counts.
struct ConfigKey {
  std::string_view config_key;
  std::string_view scenario_key;
};

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
};

/// The family of a `model_type`, or nullptr.
const ConfigFamily* find_family(std::string_view model_type);

/// All model types, as "gpt2, llama".
std::string known_families();

}  // namespace scenarios
