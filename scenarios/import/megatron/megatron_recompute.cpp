#include <string>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/megatron/megatron_parts.hpp"

namespace scenarios {

namespace {

class RecomputeArguments : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    const std::string granularity = word("recompute_granularity", "none");
    const bool old =
        flag("checkpoint_activations") || settings.states("activations_checkpoint_method");
    const bool selective = flag("recompute_activations") || granularity == "selective";
    mode_ = granularity == "full" || old ? "full" : selective ? "selective" : "none";
    key_ = old ? "activations_checkpoint_method" : "recompute_granularity";
    give("recompute", mode_, key_);
    read_method();
    read_modules();
    read_distribution();
  }

 private:
  // 'uniform' of one layer keeps the input of every layer, which is recompute: full.
  void read_method() {
    std::int64_t layers = 1;
    for (const char* name :
         {"recompute_num_layers", "activations_checkpoint_num_layers", "checkpoint_num_layers"}) {
      layers = integer_of(imported, settings, name).value_or(layers);
    }
    const std::string method =
        word("recompute_method", word("activations_checkpoint_method", "uniform"));
    if (mode_ != "full" || (layers == 1 && method == "uniform")) return;
    lack(settings.states("recompute_method") ? "recompute_method" : key_,
         fmt::format("method '{}' of {} layers ({}) is missing; supported: uniform of 1, which "
                     "keeps the input of every layer",
                     method, layers,
                     method == "block" ? "a stage's first layers are recomputed, the others kept"
                                       : "one input is kept for so many"));
  }

  void read_modules() {
    const nlohmann::json modules = settings.value_or_null("recompute_modules");
    const bool is_core =
        modules.is_null() || modules == "core_attn" || modules == nlohmann::json{"core_attn"};
    if (mode_ != "selective" || is_core) return;
    lack("recompute_modules",
         fmt::format("recomputing {} is missing; supported: core_attn", modules.dump()));
  }

  void read_distribution() {
    for (const char* name : {"distribute_saved_activations", "distribute_checkpointed_activations",
                             "partition_activations"}) {
      if (!flag(name)) continue;
      const auto tensor = imported.draft.integer("parallel.tensor_model_parallel_size").value_or(1);
      if (mode_ == "full" && tensor > 1) {
        give("zero.partition_activations", true, name);
      } else {
        settings.use(name, "nothing: no checkpoints, or one tensor rank");
      }
    }
  }

  void lack(std::string_view key, std::string what) {
    imported.lack(settings, key, std::move(what), "recompute");
  }

  std::string mode_;
  std::string key_;
};

}  // namespace

void read_megatron_recompute(Imported& imported, Settings& settings) {
  RecomputeArguments(imported, settings).read();
}

}  // namespace scenarios
