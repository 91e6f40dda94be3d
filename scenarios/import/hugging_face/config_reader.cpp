#include "scenarios/import/hugging_face/config_reader.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/hugging_face/config_family.hpp"
#include "scenarios/import/hugging_face/expert_count.hpp"

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
  ConfigReader(Imported& imported, Settings& settings) : imported_(imported), settings_(settings) {}

  void read() {
    const ConfigFamily& family = family_of_model_type();
    const std::string type(family.model_type.substr(0, family.model_type.find(' ')));
    imported_.sources.push_back(
        fmt::format("{}: Hugging Face config of {}", settings_.file(), type));
    give("model.architecture", std::string(family.architecture), "model_type");
    translate(imported_, settings_, family.keys);
    read_activation(family.activation_key);
    for (const FixedKey& row : family.fixed_keys) check_fixed(row);
    if (family.has_bias_keys) read_biases();
    check_window(family);
    check_layer_types();
    check_rope("rope_scaling");
    check_rope("rope_parameters");
    check_needed(family.needed_key);
    if (family.rule != nullptr) family.rule(imported_, settings_);
    check_names(family);
    for (const ConfigDefault& row : family.defaults) fill_default(family, row);
  }

 private:
  // Of an unknown family nothing can be read: its faults end here.
  const ConfigFamily& family_of_model_type() {
    const Json name = settings_.value_or_null("model_type");
    const ConfigFamily* family =
        name.is_string() ? find_family(name.get_ref<const std::string&>()) : nullptr;
    if (family == nullptr) {
      throw BadInput(settings_.place_of("model_type").text(), "model_type",
                     fmt::format("{} is not supported yet; supported: {}; counted only: {}",
                                 name.dump(), known_families(), counted_families()));
    }
    if (name != "gpt_neo" || settings_.value_or_null("rotary") != true) return *family;
    imported_.contradict(settings_, "model_type",
                         "\"gpt_neo\" against rotary: true, which only GPT-J has; it is read as "
                         "GPT-J (a gpt_neo would be tied, with positions and two norms a layer)");
    return *find_family("gpt_neo with rotary");
  }

  void fault(std::string_view config_key, std::string what) {
    imported_.fault(settings_, config_key, std::move(what));
  }

  void give(std::string_view path, Value value, std::string_view config_key) {
    if (!imported_.lenient && imported_.settled(path)) return;
    imported_.give(path, std::move(value), settings_, config_key);
  }

  void read_activation(std::string_view config_key) {
    if (!settings_.states(config_key)) return;
    if (!imported_.lenient && imported_.settled("model.activation_func")) return;
    const Json& name = settings_.at(config_key);
    const auto found =
        std::ranges::find_if(activations, [&name](const auto& row) { return name == row.first; });
    if (found != activations.end()) {
      give("model.activation_func", std::string(found->second), config_key);
    } else if (imported_.lenient && (name == "relu" || name == "relu2")) {
      imported_.approximate(
          settings_, config_key,
          fmt::format("{} is not computed; gelu_tanh stands in, with the same sizes", name.dump()));
      give("model.activation_func", std::string("gelu_tanh"), config_key);
    } else {
      std::string known;
      for (const auto& [word, meaning] : activations) known += fmt::format(" {}", word);
      fault(config_key, fmt::format("{} is not supported; supported:{}", name.dump(), known));
    }
  }

  void check_fixed(const FixedKey& row) {
    if (!settings_.states(row.config_key) || settings_.at(row.config_key) == row.supported) return;
    fault(row.config_key, fmt::format("{} is not supported; supported: {}",
                                      settings_.at(row.config_key).dump(), row.supported));
  }

  // Llama's two keys cover all its linears between them; a scenario has one key for that.
  void read_biases() {
    const bool attention = boolean_of(imported_, settings_, "attention_bias").value_or(false);
    const bool mlp = boolean_of(imported_, settings_, "mlp_bias").value_or(false);
    if (attention == mlp) {
      give("model.add_bias_linear", attention, "attention_bias");
    } else if (!imported_.lenient) {
      fault(attention ? "attention_bias" : "mlp_bias",
            fmt::format("attention_bias {} with mlp_bias {} is not supported; supported: both or "
                        "neither",
                        attention, mlp));
    } else if (attention) {
      give("model.add_qkv_bias", true, "attention_bias");
      imported_.difference(settings_, "attention_bias", "a bias of the attention's projection",
                           [](const DenseShape& of) { return of.layers * of.hidden; });
    } else {
      imported_.difference(
          settings_, "mlp_bias", "biases of the MLP, in a block whose attention has none",
          [](const DenseShape& of) { return of.layers * (2 * of.ffn + of.hidden); });
    }
  }

  // Attention within a window is full attention as long as no sequence is longer. Where a family
  // has a switch for it, which is off unless it is stated, only that value is supported.
  void check_window(const ConfigFamily& family) {
    const bool has_switch =
        std::ranges::find(family.fixed_keys, std::string_view("use_sliding_window"),
                          &FixedKey::config_key) != family.fixed_keys.end();
    const bool is_null =
        settings_.mentions("sliding_window") && !settings_.states("sliding_window");
    if (has_switch || is_null) {
      settings_.use("sliding_window", has_switch ? "nothing: it is switched off" : "");
      return;
    }
    const bool is_stated = settings_.states("sliding_window");
    if (!is_stated && family.window == 0) return;
    const Json window = is_stated ? settings_.at("sliding_window") : Json(family.window);
    const auto length = imported_.draft.integer("model.seq_length");
    if (!window.is_number_integer()) {
      fault("sliding_window", fmt::format("{} is not an integer", window.dump()));
    } else if (length && *length > window.get<std::int64_t>()) {
      imported_.approximate(
          settings_, "sliding_window",
          fmt::format("attention within {} positions is not supported, and seq_length is {}; "
                      "supported: null, or a seq_length of at most {}{}",
                      window.dump(), *length, window.dump(),
                      imported_.lenient ? "; attention is counted in full" : ""));
    }
  }

  void check_layer_types() {
    if (!settings_.states("layer_types")) return;
    const Json& types = settings_.at("layer_types");
    if (std::ranges::all_of(types, [](const Json& type) { return type == "full_attention"; })) {
      return;
    }
    imported_.approximate(settings_, "layer_types",
                          "layers of other kinds than full_attention are not supported; attention "
                          "is counted in full");
  }

  void check_rope(std::string_view config_key) {
    if (!settings_.states(config_key)) return;
    const Json type = rope_type_of(std::string(config_key));
    settings_.use(config_key, type == "default" ? "" : "nothing: rope scaling has no size");
    if (type == "default") return;
    if (std::ranges::find_if(rope_scalings, [&type](std::string_view known) {
          return type == known;
        }) == rope_scalings.end()) {
      fault(config_key, fmt::format("type {} is no kind of rope that is known", type.dump()));
    } else if (imported_.draft.has("training.weights")) {
      fault(config_key, fmt::format("rope of type {} is not computed, and training.weights needs "
                                    "it; supported: default",
                                    type.dump()));
    }
  }

  Json rope_type_of(const std::string& config_key) {
    if (settings_.mentions(config_key)) return settings_.at(config_key);  // no object
    for (const char* name : {".rope_type", ".type"}) {
      if (settings_.states(config_key + name)) return settings_.at(config_key + name);
    }
    return "default";
  }

  void check_needed(std::string_view config_key) {
    if (config_key.empty() || settings_.states(config_key) ||
        imported_.settled("model.ffn_hidden_size")) {
      return;
    }
    const bool is_four_times = settings_.mentions(config_key) && imported_.lenient;
    if (is_four_times) return;  // null: 4 h, as older classes take it
    fault(config_key,
          "is missing, and Hugging Face's default fits one model alone; state it, or "
          "give model.ffn_hidden_size");
  }

  void check_names(const ConfigFamily& family) {
    if (family.has_names || !imported_.draft.has("training.weights")) return;
    fault("model_type", fmt::format("weights of {} are not read; their tensors have other names",
                                    family.model_type));
  }

  // A key that is there as null asks for the preset's value, not the class's.
  void fill_default(const ConfigFamily& family, const ConfigDefault& row) {
    const bool mentioned = std::ranges::any_of(family.keys, [&](const ConfigKey& key) {
      return key.scenario_key == row.scenario_key && settings_.mentions(key.config_key);
    });
    if (!mentioned) imported_.fill(row.scenario_key, row.value);
  }

  Imported& imported_;
  Settings& settings_;
};

}  // namespace

void read_config(Imported& imported, Settings& settings) {
  ConfigReader(imported, settings).read();
}

}  // namespace scenarios
