#include "scenarios/import/megatron/megatron.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/megatron/megatron_lists.hpp"
#include "scenarios/import/megatron/megatron_parts.hpp"
#include "scenarios/import/setting_values.hpp"
#include "scenarios/import/vocabulary.hpp"

namespace scenarios {

namespace {

class ArgumentReader : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    translate(imported, settings, megatron_rows);
    read_megatron_block(imported, settings);
    read_layout();
    read_megatron_types(imported, settings);
    read_batch();
    vocabulary_of_tokenizer(imported, settings, false);
    read_optimizer();
    for (const MegatronRefusal& row : megatron_refusals) refuse(row);
    for (const auto& [path, value] : megatron_defaults) imported.fill(path, value);
  }

 private:
  void read_layout() {
    if (flag("use_distributed_optimizer")) {
      give("zero.stage", std::int64_t{1}, "use_distributed_optimizer");
    }
    const auto stages = imported.draft.integer("parallel.pipeline_model_parallel_size").value_or(1);
    const auto each = integer_of(imported, settings, "num_layers_per_virtual_pipeline_stage");
    const auto chunks = integer_of(imported, settings, "num_virtual_stages_per_pipeline_rank");
    const auto layers = imported.draft.integer("model.num_layers");
    if (chunks) {
      give_chunks(*chunks, "num_virtual_stages_per_pipeline_rank");
    } else if (each && layers && *each > 0 && *each < std::int64_t{1} << 31U) {
      const std::string key = "num_layers_per_virtual_pipeline_stage";
      if (*layers % (stages * *each) == 0) {
        give_chunks(*layers / stages / *each, key);
      } else {
        imported.fault(
            settings, key,
            fmt::format("{} layers on {} stages are no multiple of {}", *layers, stages, *each));
      }
    }
  }

  void give_chunks(std::int64_t chunks, std::string_view key) {
    give("parallel.virtual_pipeline_model_parallel_size", chunks, key);
    if (chunks > 1) give("parallel.pipeline_schedule", std::string("interleaved"), key);
  }

  void read_batch() {
    BatchTerms& batch = imported.batch;
    batch.micro = stated(imported, settings, "micro_batch_size");
    batch.global = stated(imported, settings, "global_batch_size");
    batch.steps = stated(imported, settings, "train_iters");
    batch.sequences = stated(imported, settings, "train_samples");
    if (const auto ranks = stated(imported, settings, "world_size")) batch.ranks = ranks;
    if (!batch.global) read_schedule();
  }

  void read_optimizer() {
    const std::string name = word("optimizer", "adam");
    if (name == "adam" || name == "sgd") {
      give("optimizer.type", std::string(name == "adam" ? "adamw" : "sgd"), "optimizer");
    } else {
      imported.obstacle(settings, "optimizer",
                        fmt::format("'{}' is not supported; supported: adam, sgd", name));
    }
    if (name == "sgd") {
      translate(imported, settings, ConfigKey{"sgd_momentum", "optimizer.momentum"});
    }
    read_betas();
  }

  // Two arguments here, one list in a scenario.
  void read_betas() {
    const auto first = real_of(imported, settings, "adam_beta1");
    const auto second = real_of(imported, settings, "adam_beta2");
    if (!first && !second) return;
    const std::vector<double> betas{first.value_or(0.9), second.value_or(0.999)};
    settings.use("adam_beta2", "optimizer.betas");
    give("optimizer.betas", betas, first ? "adam_beta1" : "adam_beta2");
  }

  // "0:384 200B:768 400B:1152": from how many tokens on which batch. The last one counts.
  void read_schedule() {
    const std::string key = "step_batch_size_schedule";
    const auto schedule = text_of(imported, settings, key);
    if (!schedule) return;
    const std::string last = schedule->substr(schedule->rfind(':') + 1);
    const bool is_number = !last.empty() && last.size() < 9 &&
                           last.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number) {
      imported.fault(settings, key, fmt::format("'{}' ends in no batch size", *schedule));
      return;
    }
    settings.use(key, "the batch and the ranks");
    imported.batch.global = Stated{std::stoll(last), settings.place_of(key), key};
    approximate(key, fmt::format("a batch that grows ('{}'); the last size, {}, is taken",
                                 *schedule, last));
  }

  // What is off, or of size 1, is as good as absent.
  void refuse(const MegatronRefusal& row) {
    if (!settings.states(row.key)) return;
    const nlohmann::json value = settings.at(row.key);
    if (value == false || value == 1) return;
    imported.obstacle(settings, row.key, std::string(row.why));
  }
};

// Of a YAML file MODEL_ARGS alone are arguments; what is false there is not passed on.
Settings arguments_of(const Settings& settings) {
  Settings arguments(settings.file());
  const std::string section = "MODEL_ARGS.";
  for (Setting setting : settings.all()) {
    if (setting.key.starts_with(section)) setting.key = setting.key.substr(section.size());
    arguments.add(std::move(setting));
  }
  return arguments;
}

}  // namespace

void read_megatron(Imported& imported, Settings& settings) {
  imported.sources.push_back(fmt::format("{}: Megatron-LM arguments", settings.file()));
  Settings arguments = arguments_of(settings);
  for (const Fault& fault : arguments.faults()) {
    imported.draft.refuse(fault.key, arguments.place_of(fault.key), fault.what);
  }
  ArgumentReader(imported, arguments).read();
  imported.account(arguments, megatron_irrelevant);
}

}  // namespace scenarios
