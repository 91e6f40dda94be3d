#include "scenarios/import/torchtitan/torchtitan.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/torchtitan/torchtitan_flavors.hpp"
#include "scenarios/import/torchtitan/torchtitan_table.hpp"

namespace scenarios {

namespace {

constexpr std::array rows{
    ConfigKey{"training.seq_len", "model.seq_length"},
    ConfigKey{"training.seed", "training.seed"},
    ConfigKey{"optimizer.lr", "optimizer.lr"},
    ConfigKey{"optimizer.eps", "optimizer.eps"},
    ConfigKey{"optimizer.weight_decay", "optimizer.weight_decay"},
    ConfigKey{"training.max_norm", "optimizer.clip_grad"},
    ConfigKey{"parallelism.tensor_parallel_degree", "parallel.tensor_model_parallel_size"},
    ConfigKey{"training.tensor_parallel_degree", "parallel.tensor_model_parallel_size"},
    ConfigKey{"training.sequence_parallel_degree", "parallel.tensor_model_parallel_size"},
    ConfigKey{"parallelism.pipeline_parallel_degree", "parallel.pipeline_model_parallel_size"},
    ConfigKey{"training.pipeline_parallel_degree", "parallel.pipeline_model_parallel_size"},
    ConfigKey{"experimental.pipeline_parallel_degree", "parallel.pipeline_model_parallel_size"},
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> defaults = {{
    {"parallel.tensor_model_parallel_size", "1"},
    {"parallel.pipeline_model_parallel_size", "1"},
    {"optimizer.lr", "8e-4"},
    {"optimizer.betas", "[0.9, 0.95]"},
    {"optimizer.eps", "1e-8"},
    {"optimizer.weight_decay", "0.1"},
    {"optimizer.clip_grad", "1"},
    {"model.layernorm_epsilon", "1e-5"},
}};

class JobReader : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    translate(imported, settings, rows);
    read_flavor();
    read_optimizer();
    read_torchtitan_layout(imported, settings);
    read_recompute();
    read_batch();
    for (const auto& [path, value] : defaults) imported.fill(path, value);
  }

 private:
  void read_flavor() {
    const auto name = text_of(imported, settings, "model.name");
    const auto flavor = text_of(imported, settings, "model.flavor");
    if (flavor && !name) {
      const std::string fitting = known_flavors(*flavor);
      imported.obstacle(
          settings, "model.name",
          fmt::format(
              "is missing, and flavor '{}' is of a model that it names; {}", *flavor,
              fitting.empty() ? "known: " + known_flavors() : "flavors that fit: " + fitting));
      return;
    }
    const Flavor* found = name && flavor ? find_flavor(*name, *flavor) : nullptr;
    if (found == nullptr && (name || flavor)) {
      imported.obstacle(settings, "model.flavor",
                        fmt::format("the shape comes from a table of torchtitan's, and '{} {}' is "
                                    "not known here; known: {}",
                                    name.value_or("?"), flavor.value_or("?"), known_flavors()));
    }
    if (found == nullptr) return;
    settings.use("model.name", fmt::format("the shape of {} {}", *name, *flavor));
    const std::string key = "model.flavor";
    give("model.architecture", std::string("llama"), key);
    give("model.num_layers", found->layers, key);
    give("model.hidden_size", found->dim, key);
    give("model.num_attention_heads", found->heads, key);
    give("model.num_key_value_heads", found->kv_heads, key);
    give("model.ffn_hidden_size", found->ffn(), key);
    give("model.vocab_size", found->vocabulary, key);
    give("model.rotary_base", found->rotary_base, key);
    if (*flavor != "debugmodel") return;
    imported.notes.push_back(fmt::format(
        "{}: model.flavor: releases of torchtitan differ in {} debugmodel; {} layers and {} rows "
        "of vocabulary are taken",
        settings.place_of(key).text(), *name, found->layers, found->vocabulary));
  }

  void read_optimizer() {
    const std::string name = text_of(imported, settings, "optimizer.name").value_or("AdamW");
    if (name != "AdamW" && name != "Adam") {
      imported.obstacle(settings, "optimizer.name",
                        fmt::format("'{}' is not supported; supported: AdamW", name));
    }
    give("optimizer.type", std::string("adamw"), "optimizer.name");
    const auto first = real_of(imported, settings, "optimizer.beta1");
    const auto second = real_of(imported, settings, "optimizer.beta2");
    if (!first && !second) return;
    give("optimizer.betas", std::vector<double>{first.value_or(0.9), second.value_or(0.95)},
         first ? "optimizer.beta1" : "optimizer.beta2");
  }

  // "op" keeps the outputs of matrix products, a number recomputes every so many layers: neither is
  // the selective recomputation of a scenario, which recomputes the attention core alone.
  void read_recompute() {
    const std::string key = "activation_checkpoint.mode";
    const std::string mode = text_of(imported, settings, key).value_or("none");
    if (mode != "none" && mode != "full" && mode != "selective") {
      imported.lack(settings, key, fmt::format("is '{}': supported: none, full, selective", mode),
                    "recompute");
      return;
    }
    const std::string option =
        settings.value_or_null("activation_checkpoint.selective_ac_option").is_string()
            ? settings.at("activation_checkpoint.selective_ac_option").get<std::string>()
            : settings.value_or_null("activation_checkpoint.selective_ac_option").dump();
    if (mode != "selective") {
      give("recompute", std::string(mode == "full" ? "full" : "none"), key);
      return;
    }
    const bool by_operation = option == "op" || option == "null";
    const bool all_layers = option == "1";
    give("recompute", std::string(by_operation ? "selective" : "full"), key);
    if (all_layers) return;
    imported.approximate(
        settings, "activation_checkpoint.selective_ac_option",
        by_operation
            ? "'op' keeps the outputs of matrix products and recomputes the rest; recompute: "
              "selective, which recomputes the attention core alone, stands in"
            : fmt::format("'{}' recomputes one layer of {}; recompute: full, which recomputes "
                          "all, stands in",
                          option, option));
  }

  // A batch is one rank's; a pipeline cuts it into micro-batches.
  void read_batch() {
    BatchTerms& batch = imported.batch;
    const bool is_old = settings.states("training.batch_size");
    const char* key = is_old ? "training.batch_size" : "training.local_batch_size";
    const auto local = stated(imported, settings, key);
    const auto stages = imported.draft.integer("parallel.pipeline_model_parallel_size").value_or(1);
    const auto micro = stated(imported, settings, "parallelism.pipeline_parallel_microbatch_size");
    batch.steps = stated(imported, settings, "training.steps");
    if (integer_of(imported, settings, "training.global_batch_size").value_or(-1) > 0) {
      batch.global = stated(imported, settings, "training.global_batch_size");
    }
    batch.micro = local;
    if (!local || stages == 1) return;
    batch.micro = micro ? *micro : Stated{1, local->origin, local->key};
    if (local->value % batch.micro->value != 0) {
      imported.fault(
          settings, key,
          fmt::format("{} is no multiple of the micro-batch {}", local->value, batch.micro->value));
    } else if (!batch.global) {
      batch.accumulation = Stated{local->value / batch.micro->value, local->origin, local->key};
    }
  }
};

}  // namespace

void read_torchtitan(Imported& imported, Settings& settings) {
  imported.sources.push_back(fmt::format("{}: torchtitan job", settings.file()));
  examine(imported, settings, torchtitan_table());
  JobReader(imported, settings).read();
  account(imported, settings, torchtitan_table());
}

}  // namespace scenarios
