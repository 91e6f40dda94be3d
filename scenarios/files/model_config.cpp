#include "scenarios/files/model_config.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/files/config_family.hpp"
#include "scenarios/files/config_file.hpp"
#include "scenarios/read/keys.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

using Json = nlohmann::json;

// Hugging Face's names of activations that are computed here. gelu_new is OpenAI's tanh
// approximation, gelu the error function itself.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> activations = {{
    {"gelu_new", "gelu_tanh"},
    {"gelu_pytorch_tanh", "gelu_tanh"},
    {"gelu", "gelu"},
    {"silu", "silu"},
    {"swish", "silu"},
}};

constexpr std::array<std::string_view, 5> rope_scalings = {"linear", "dynamic", "yarn", "longrope",
                                                           "llama3"};

class ConfigReader {
 public:
  ConfigReader(Draft& draft, const std::filesystem::path& path) : draft_(draft), config_(path) {}

  void read() {
    const ConfigFamily& family = family_of_model_type();
    give("model.architecture", std::string(family.architecture), "model_type");
    for (const ConfigKey& row : family.keys) translate(row);
    read_activation(family.activation_key);
    for (const FixedKey& row : family.fixed_keys) check_fixed(row);
    if (family.has_bias_keys) read_biases();
    if (family.window > 0) check_window(family.window);
    check_rope("rope_scaling");
    check_rope("rope_parameters");
    check_needed(family.needed_key);
    for (const ConfigDefault& row : family.defaults) fill_default(family, row);
  }

 private:
  // Of an unknown family nothing can be read: its faults end here.
  const ConfigFamily& family_of_model_type() {
    const Json name = config_.states("model_type") ? config_.at("model_type") : Json();
    const ConfigFamily* family =
        name.is_string() ? find_family(name.get_ref<const std::string&>()) : nullptr;
    if (family != nullptr) return *family;
    throw BadInput(
        config_.place_of("model_type").text(), "model_type",
        fmt::format("{} is not supported yet; supported: {}", name.dump(), known_families()));
  }

  void fault(std::string_view config_key, std::string what) {
    draft_.refuse(std::string(config_key), config_.place_of(config_key), std::move(what));
  }

  // Whether a scenario key is settled already: given, or refused.
  [[nodiscard]] bool settled(std::string_view path) const {
    return draft_.has(path) || draft_.is_refused(path);
  }

  void give(std::string_view path, Value value, std::string_view config_key) {
    if (settled(path)) return;
    draft_.give(std::string(path), {std::move(value), config_.place_of(config_key)});
  }

  void translate(const ConfigKey& row) {
    if (!config_.states(row.config_key) || settled(row.scenario_key)) return;
    try {
      const Key& key = *find_key(row.scenario_key);
      const Value value = value_of(config_.at(row.config_key), key.kind);
      check_value(key, value);
      give(row.scenario_key, value, row.config_key);
    } catch (const BadValue& error) {
      draft_.refuse(std::string(row.scenario_key), config_.place_of(row.config_key),
                    fmt::format("{}: {}", row.config_key, error.what()));
    }
  }

  static Value value_of(const Json& json, Kind kind) {
    if (kind == Kind::boolean && json.is_boolean()) return json.get<bool>();
    const bool fits = !json.is_number_unsigned() || json.get<std::uint64_t>() >> 63U == 0;
    if (kind == Kind::integer && json.is_number_integer() && fits) return json.get<std::int64_t>();
    if (kind == Kind::real && json.is_number()) return json.get<double>();
    throw BadValue(fmt::format("{} is not {}", json.dump(),
                               kind == Kind::boolean   ? "a boolean"
                               : kind == Kind::integer ? "an integer below 2^63"
                                                       : "a number"));
  }

  void read_activation(std::string_view config_key) {
    if (!config_.states(config_key) || settled("model.activation_func")) return;
    const Json& name = config_.at(config_key);
    const auto found =
        std::ranges::find_if(activations, [&name](const auto& row) { return name == row.first; });
    if (found != activations.end()) {
      give("model.activation_func", std::string(found->second), config_key);
      return;
    }
    std::string known;
    for (const auto& [word, meaning] : activations) known += fmt::format(" {}", word);
    fault(config_key, fmt::format("{} is not supported; supported:{}", name.dump(), known));
  }

  void check_fixed(const FixedKey& row) {
    if (!config_.states(row.config_key) || config_.at(row.config_key) == row.supported) return;
    fault(row.config_key, fmt::format("{} is not supported; supported: {}",
                                      config_.at(row.config_key).dump(), row.supported));
  }

  // Llama's two keys cover all its linears between them; a scenario has one key for that.
  void read_biases() {
    const bool attention = boolean("attention_bias");
    const bool mlp = boolean("mlp_bias");
    if (attention == mlp) {
      give("model.add_bias_linear", attention, "attention_bias");
    } else {
      fault(attention ? "attention_bias" : "mlp_bias",
            fmt::format("attention_bias {} with mlp_bias {} is not supported; supported: both or "
                        "neither",
                        attention, mlp));
    }
  }

  bool boolean(std::string_view config_key) {
    if (!config_.states(config_key)) return false;
    const Json& value = config_.at(config_key);
    if (value.is_boolean()) return value.get<bool>();
    fault(config_key, fmt::format("{} is not a boolean", value.dump()));
    return false;
  }

  // Attention within a window is full attention as long as no sequence is longer.
  void check_window(std::int64_t by_default) {
    if (config_.mentions("sliding_window") && !config_.states("sliding_window")) return;
    const Json window =
        config_.states("sliding_window") ? config_.at("sliding_window") : Json(by_default);
    const auto length = draft_.integer("model.seq_length");
    if (!window.is_number_integer()) {
      fault("sliding_window", fmt::format("{} is not an integer", window.dump()));
    } else if (length && *length > window.get<std::int64_t>()) {
      fault("sliding_window",
            fmt::format("attention within {} positions is not supported, and seq_length is {}; "
                        "supported: null, or a seq_length of at most {}",
                        window.dump(), *length, window.dump()));
    }
  }

  void check_rope(std::string_view config_key) {
    if (!config_.states(config_key)) return;
    const Json& rope = config_.at(config_key);
    const auto type =
        rope.is_object() ? rope.value("rope_type", rope.value("type", Json("default"))) : Json();
    if (type == "default") return;
    if (std::ranges::find_if(rope_scalings, [&type](std::string_view known) {
          return type == known;
        }) == rope_scalings.end()) {
      fault(config_key, fmt::format("{} is no kind of rope that is known", rope.dump()));
    } else if (draft_.has("training.weights")) {
      fault(config_key, fmt::format("rope of type {} is not computed, and training.weights needs "
                                    "it; supported: default",
                                    type.dump()));
    }
  }

  void check_needed(std::string_view config_key) {
    if (config_key.empty() || config_.states(config_key) || settled("model.ffn_hidden_size")) {
      return;
    }
    fault(config_key,
          "is missing, and Hugging Face's default fits one model alone; state it, or "
          "give model.ffn_hidden_size");
  }

  // A key that is there as null asks for the preset's value, not the class's.
  void fill_default(const ConfigFamily& family, const ConfigDefault& row) {
    const bool mentioned = std::ranges::any_of(family.keys, [&](const ConfigKey& key) {
      return key.scenario_key == row.scenario_key && config_.mentions(key.config_key);
    });
    if (mentioned || settled(row.scenario_key)) return;
    draft_.fill(row.scenario_key, value_of_text(*find_key(row.scenario_key), row.value));
  }

  Draft& draft_;
  ConfigFile config_;
};

}  // namespace

void apply_model_config(Draft& draft, const std::filesystem::path& path) {
  ConfigReader(draft, path).read();
}

}  // namespace scenarios
