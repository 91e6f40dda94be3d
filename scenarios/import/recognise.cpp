#include "scenarios/import/recognise.hpp"

#include <algorithm>
#include <string>

#include "scenarios/import/syntax/argument_settings.hpp"
#include "scenarios/import/syntax/json_settings.hpp"
#include "scenarios/import/syntax/toml_settings.hpp"
#include "scenarios/import/syntax/yaml_settings.hpp"
#include "scenarios/read/text_file.hpp"

namespace scenarios {

namespace {

constexpr const char* known_formats =
    "Hugging Face config.json, DeepSpeed JSON, GPT-NeoX YAML, Megatron-LM arguments (text or YAML "
    "with MODEL_ARGS), torchtitan TOML, Picotron JSON, DeepSeek's own JSON, model summaries "
    "(hidden_dim, n_head)";

bool states_any(const Settings& settings, std::initializer_list<std::string_view> keys) {
  return std::ranges::any_of(keys, [&](std::string_view key) {
    return std::ranges::any_of(
        settings.all(), [key](const Setting& setting) { return is_at_or_below(setting.key, key); });
  });
}

[[noreturn]] void refuse(const Settings& settings) {
  throw BadInput(settings.file(), "",
                 std::string("is of no known format; known: ") + known_formats);
}

Format format_of_json(const Settings& settings) {
  if (states_any(settings, {"hidden_dim"}) && states_any(settings, {"n_head"})) {
    return Format::summary;
  }
  if (states_any(settings, {"dim"}) && states_any(settings, {"n_layers"})) {
    return Format::deepseek_native;
  }
  if (states_any(settings, {"distributed.tp_size", "distributed.dp_size"})) return Format::picotron;
  if (states_any(settings, {"model_type", "architectures"})) return Format::hugging_face;
  const bool is_deepspeed =
      states_any(settings, {"zero_optimization", "train_batch_size", "fp16", "bf16",
                            "train_micro_batch_size_per_gpu", "gradient_accumulation_steps"});
  if (!is_deepspeed) refuse(settings);
  return Format::deepspeed;
}

Format format_of_yaml(const Settings& settings) {
  if (states_any(settings, {"MODEL_ARGS", "tensor_model_parallel_size"})) return Format::megatron;
  const bool is_scenario = states_any(settings, {"model.num_layers", "model.config", "scenario"});
  if (is_scenario) {
    throw BadInput(settings.file(), "", "is a scenario already; nothing is to be imported");
  }
  const bool is_neox = states_any(
      settings, {"num_layers", "hidden_size", "pipe_parallel_size", "model_parallel_size",
                 "train_micro_batch_size_per_gpu", "zero_optimization", "attention_config",
                 "sparsity_config", "data_path", "train_data_paths", "vocab_file", "optimizer",
                 "checkpoint_activations", "seq_length", "global_num_gpus", "save", "load"});
  if (!is_neox) refuse(settings);
  return Format::neox;
}

Format format_of_toml(const Settings& settings) {
  if (!states_any(settings, {"model.flavor", "training", "parallelism"})) refuse(settings);
  return Format::torchtitan;
}

// Without a telling extension: { begins JSON, -- arguments, [name] TOML.
std::string syntax_of(const std::filesystem::path& path, const std::string& text) {
  std::string extension = path.extension().string();
  if (extension == ".json" || extension == ".toml") return extension;
  if (extension == ".yml" || extension == ".yaml") return ".yaml";
  std::size_t at = text.find_first_not_of(" \t\r\n");
  while (at != std::string::npos && text[at] == '#') {
    at = text.find_first_not_of(" \t\r\n", std::min(text.find('\n', at), text.size()));
  }
  if (at == std::string::npos) return ".yaml";
  if (text.compare(at, 2, "--") == 0) return ".args";
  if (text[at] == '{') return ".json";
  return text[at] == '[' ? ".toml" : ".yaml";
}

}  // namespace

Settings read_json_settings(const std::filesystem::path& path) {
  return json_settings(path.string(), read_text_file(path));
}

ConfigText read_config_text(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  const std::string syntax = syntax_of(path, text);
  const std::string file = path.string();
  if (syntax == ".args") return {Format::megatron, argument_settings(file, text)};
  Settings settings = syntax == ".json"   ? json_settings(file, text)
                      : syntax == ".toml" ? toml_settings(file, text)
                                          : yaml_settings(file, text);
  const Format format = syntax == ".json"   ? format_of_json(settings)
                        : syntax == ".toml" ? format_of_toml(settings)
                                            : format_of_yaml(settings);
  return {format, std::move(settings)};
}

}  // namespace scenarios
