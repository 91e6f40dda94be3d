#include "scenarios/files/model_config.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/files/text_file.hpp"
#include "scenarios/read/keys.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

using Json = nlohmann::json;

// A config's key and the scenario key that means the same; several rows may feed one key.
struct Translation {
  const char* config_key;
  std::string_view scenario_key;
};

constexpr std::array gpt2_keys{
    Translation{"n_layer", "model.num_layers"},
    Translation{"n_embd", "model.hidden_size"},
    Translation{"n_head", "model.num_attention_heads"},
    Translation{"n_inner", "model.ffn_hidden_size"},
    Translation{"vocab_size", "model.vocab_size"},
    Translation{"n_positions", "model.max_position_embeddings"},
    Translation{"n_positions", "model.seq_length"},
    Translation{"layer_norm_epsilon", "model.layernorm_epsilon"},
    Translation{"tie_word_embeddings", "model.tie_word_embeddings"},
};

// Keys of GPT-2 configs that would change the arithmetic, with the only value that is computed
// here.
struct Fixed {
  const char* config_key;
  bool supported;
};
constexpr std::array fixed_keys{Fixed{"scale_attn_weights", true},
                                Fixed{"scale_attn_by_inverse_layer_idx", false},
                                Fixed{"add_cross_attention", false}};

class ConfigReader {
 public:
  ConfigReader(Draft& draft, const std::filesystem::path& path)
      : draft_(draft), file_(path.string()), text_(read_text_file(path)), config_(parse()) {}

  void read() {
    if (config_.value("model_type", Json()) != "gpt2") {
      fault("model_type", fmt::format("{} is not supported yet; supported: gpt2",
                                      config_.value("model_type", Json()).dump()));
      return;
    }
    for (const Translation& row : gpt2_keys) translate(row);
    read_activation();
    for (const Fixed& row : fixed_keys) check_fixed(row);
  }

 private:
  Json parse() const {
    try {
      Json config = Json::parse(text_);
      if (!config.is_object()) throw BadInput(file_ + ":1", "", "is not a JSON object");
      return config;
    } catch (const Json::parse_error& error) {
      const auto end = std::min(error.byte, text_.size());
      throw BadInput(place(end).text(), "", error.what());
    }
  }

  [[nodiscard]] Origin place(std::size_t offset) const {
    const auto begin = text_.begin();
    const auto lines = std::count(begin, begin + static_cast<std::ptrdiff_t>(offset), '\n');
    return {file_, static_cast<int>(lines) + 1, {}};
  }
  [[nodiscard]] Origin place_of(const std::string& key) const {
    const std::size_t found = text_.find('"' + key + '"');
    return place(found == std::string::npos ? 0 : found);
  }

  void fault(const std::string& config_key, std::string what) {
    draft_.refuse(config_key, place_of(config_key), std::move(what));
  }

  // JSON's null means "not stated", as in Hugging Face's own reader.
  [[nodiscard]] bool states(const char* key) const {
    return config_.contains(key) && !config_.at(key).is_null();
  }

  void translate(const Translation& row) {
    const std::string path(row.scenario_key);
    if (!states(row.config_key) || draft_.has(path) || draft_.is_refused(path)) return;
    const Origin origin = place_of(row.config_key);
    try {
      const Key& key = *find_key(path);
      const Value value = value_of(config_.at(row.config_key), key.kind);
      check_value(key, value);
      draft_.give(path, {value, origin});
    } catch (const BadValue& error) {
      draft_.refuse(path, origin, fmt::format("{}: {}", row.config_key, error.what()));
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

  // gelu_new is OpenAI's tanh approximation; the other names of it are newer.
  void read_activation() {
    if (!states("activation_function") || draft_.has("model.activation_func")) return;
    const Json& name = config_.at("activation_function");
    if (name == "gelu_new" || name == "gelu_pytorch_tanh") return;
    fault("activation_function",
          fmt::format("{} is not supported yet; supported: gelu_new, gelu_pytorch_tanh",
                      name.dump()));
  }

  void check_fixed(const Fixed& row) {
    if (!states(row.config_key) || config_.at(row.config_key) == row.supported) return;
    fault(row.config_key, fmt::format("{} is not supported; supported: {}",
                                      config_.at(row.config_key).dump(), row.supported));
  }

  Draft& draft_;
  std::string file_;
  std::string text_;
  Json config_;
};

}  // namespace

void apply_model_config(Draft& draft, const std::filesystem::path& path) {
  ConfigReader(draft, path).read();
}

}  // namespace scenarios
