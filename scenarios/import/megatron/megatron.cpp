#include "scenarios/import/megatron/megatron.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/megatron/megatron_lists.hpp"
#include "scenarios/import/megatron/megatron_parts.hpp"
#include "scenarios/import/megatron/megatron_table.hpp"
#include "scenarios/import/setting_values.hpp"
#include "scenarios/import/vocabulary.hpp"

namespace scenarios {

namespace {

class ArgumentReader : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    read_megatron_padding(imported, settings);
    translate(imported, settings, megatron_rows);
    read_megatron_block(imported, settings);
    if (flag("use_distributed_optimizer")) {
      give("zero.stage", std::int64_t{1}, "use_distributed_optimizer");
    }
    read_megatron_stages(imported, settings);
    read_megatron_types(imported, settings);
    read_megatron_recompute(imported, settings);
    read_batch();
    read_other_axes();
    vocabulary_of_tokenizer(imported, settings, false);
    read_optimizer();
    for (const auto& [path, value] : megatron_defaults) imported.fill(path, value);
  }

 private:
  // Ranks that split a sequence between them are no replicas.
  void read_other_axes() {
    for (const char* key : {"context_parallel_size", "ds_sequence_parallel_size"}) {
      const auto size = stated(imported, settings, key);
      if (!size || size->value == 1) continue;
      imported.batch.unsaid_ranks *= size->value;
      imported.lack(
          settings, key,
          fmt::format("is {}: context parallelism is missing; supported: 1", size->value));
    }
  }

  void read_batch() {
    BatchTerms& batch = imported.batch;
    batch.micro = stated(imported, settings, "batch_size");  // its older name
    if (auto micro = stated(imported, settings, "micro_batch_size")) batch.micro = micro;
    batch.global = stated(imported, settings, "global_batch_size");
    batch.steps = stated(imported, settings, "train_iters");
    batch.sequences = stated(imported, settings, "train_samples");
    if (const auto ranks = stated(imported, settings, "world_size")) batch.ranks = ranks;
    if (!batch.global) read_schedule();
    read_growth();
  }

  // "192 16 9765625": from which batch, by how much, over how many samples.
  void read_growth() {
    const std::string key = "rampup_batch_size";
    const nlohmann::json growth = settings.value_or_null(key);
    if (!growth.is_array()) return;
    const bool is_whole =
        growth.size() == 3 && std::ranges::all_of(growth, [](const nlohmann::json& number) {
          return number.is_number_integer();
        });
    if (!is_whole) {
      imported.fault(settings, key,
                     fmt::format("is {}; it takes three integers: the first batch, the increment "
                                 "and the samples of the growth",
                                 growth.dump()));
      return;
    }
    approximate(key, fmt::format("a batch that grows from {} by {}; global_batch_size is taken",
                                 growth[0].dump(), growth[1].dump()));
  }

  void read_optimizer() {
    const std::string name = word("optimizer", "adam");
    if (name == "adam" || name == "sgd") {
      give("optimizer.type", std::string(name == "adam" ? "adamw" : "sgd"), "optimizer");
    } else {
      imported.lack(settings, "optimizer",
                    fmt::format("'{}' is not supported; supported: adam, sgd", name),
                    "optimizer.type");
    }
    if (name == "sgd") {
      translate(imported, settings, ConfigKey{"sgd_momentum", "optimizer.momentum"});
    }
    settings.use("sgd_momentum");  // nothing of another optimizer
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
  examine(imported, arguments, megatron_table());
  ArgumentReader(imported, arguments).read();
  account(imported, arguments, megatron_table());
}

}  // namespace scenarios
