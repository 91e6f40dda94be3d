#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/megatron/megatron_parts.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

constexpr std::string_view first_key = "decoder_first_pipeline_num_layers";
constexpr std::string_view last_key = "decoder_last_pipeline_num_layers";
constexpr std::string_view embedding_key = "account_for_embedding_in_pipeline_split";
constexpr std::string_view loss_key = "account_for_loss_in_pipeline_split";
constexpr std::string_view layout_key = "pipeline_model_parallel_layout";
constexpr std::string_view each_key = "num_layers_per_virtual_pipeline_stage";
constexpr std::string_view chunks_key = "num_virtual_stages_per_pipeline_rank";
constexpr std::string_view per_stage = "parallel.num_layers_per_stage";

class StageArguments : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    stages_ = imported.draft.integer("parallel.pipeline_model_parallel_size").value_or(1);
    layers_ = imported.draft.integer("model.num_layers").value_or(0);
    embedding_ = flag(embedding_key) ? 1 : 0;
    loss_ = flag(loss_key) ? 1 : 0;
    first_ = layers_of(first_key);
    last_ = layers_of(last_key);
    if (const auto layout = text_of(imported, settings, layout_key)) return read_layout(*layout);
    read_chunks();
    if (layers_ < 1 || layers_ > most || stages_ < 1 || stages_ > most) return;
    if (first_ || last_) return give_uneven();
    if (embedding_ + loss_ > 0) give_accounted();
  }

 private:
  static constexpr std::int64_t most = 1 << 20;

  std::optional<std::int64_t> layers_of(std::string_view key) {
    const auto value = integer_of(imported, settings, key);
    if (!value || (*value >= 1 && *value <= most)) return value;
    imported.fault(settings, key, fmt::format("is {}; it must be in [1, {}]", *value, most));
    return std::nullopt;
  }

  void read_chunks() {
    const auto each = layers_of(each_key);
    if (const auto chunks = layers_of(chunks_key)) {
      give_chunks(*chunks, chunks_key);
    } else if (each && layers_ > 0) {
      const std::int64_t all = layers_ + embedding_ + loss_;
      if (all % (stages_ * *each) == 0) {
        give_chunks(all / stages_ / *each, each_key);
      } else {
        imported.fault(
            settings, each_key,
            fmt::format("{} layers on {} stages are no multiple of {}", all, stages_, *each));
      }
    }
  }

  void give_chunks(std::int64_t chunks, std::string_view key) {
    chunks_ = chunks;
    give("parallel.virtual_pipeline_model_parallel_size", chunks, key);
    if (chunks > 1) give("parallel.pipeline_schedule", std::string("interleaved"), key);
  }

  // The stages whose layers are not given share the rest evenly.
  void give_uneven() {
    const std::string_view key = first_ ? first_key : last_key;
    const std::int64_t others = stages_ - (first_ ? 1 : 0) - (last_ ? 1 : 0);
    const std::int64_t rest = layers_ - first_.value_or(0) - last_.value_or(0);
    if (others < 0 || rest < 0 || (others == 0 ? rest != 0 : rest % others != 0)) {
      imported.fault(settings, key,
                     fmt::format("of {} layers {} are left for {} stages, which cannot share them "
                                 "evenly",
                                 layers_, rest, others));
      return;
    }
    std::vector<std::int64_t> whole(static_cast<std::size_t>(stages_),
                                    others == 0 ? 0 : rest / others);
    if (first_) whole.front() = *first_;
    if (last_) whole.back() = *last_;
    give_list(whole, key);
  }

  // Embedding and loss count as a layer each, which the first and the last chunk then lack.
  void give_accounted() {
    const std::string_view key = embedding_ > 0 ? embedding_key : loss_key;
    const std::int64_t all = layers_ + embedding_ + loss_;
    if (all % stages_ != 0) {
      imported.fault(settings, key,
                     fmt::format("{} layers, with embedding and loss as one each, are no multiple "
                                 "of {} stages",
                                 all, stages_));
      return;
    }
    give_list(std::vector<std::int64_t>(static_cast<std::size_t>(stages_), all / stages_), key);
  }

  // Chunk c of stage i is entry c p + i, in the order of the model.
  void give_list(const std::vector<std::int64_t>& whole, std::string_view key) {
    std::vector<std::int64_t> list;
    for (std::int64_t chunk = 0; chunk < chunks_; ++chunk) {
      for (const std::int64_t layers : whole) {
        if (layers % chunks_ != 0) {
          imported.fault(
              settings, key,
              fmt::format("{} layers of a stage are no multiple of its {} virtual stages", layers,
                          chunks_));
          return;
        }
        list.push_back(layers / chunks_);
      }
    }
    list.front() -= embedding_;
    list.back() -= loss_;
    settings.use(embedding_key, per_stage);
    settings.use(loss_key, per_stage);
    settings.use(first_key, per_stage);
    settings.use(last_key, per_stage);
    give_stages(list, key);
  }

  void read_layout(const std::string& layout) {
    std::vector<std::int64_t> list;
    try {
      list = layers_of_layout(layout);
    } catch (const BadValue& error) {
      imported.fault(settings, layout_key, error.what());
      return;
    }
    const auto count = static_cast<std::int64_t>(list.size());
    std::int64_t sum = 0;
    for (const std::int64_t layers : list) sum += layers;
    if (count % stages_ != 0) {
      imported.fault(settings, layout_key,
                     fmt::format("has {} stages, no multiple of pipeline size {}", count, stages_));
    } else if (layers_ > 0 && sum != layers_) {
      imported.fault(settings, layout_key,
                     fmt::format("has {} layers, and num_layers is {}", sum, layers_));
    } else {
      give_chunks(count / stages_, layout_key);
      give_stages(list, layout_key);
    }
  }

  void give_stages(const std::vector<std::int64_t>& list, std::string_view key) {
    if (std::ranges::any_of(list, [](std::int64_t layers) { return layers < 1; })) {
      imported.lack(settings, key, "a stage without layers is missing; supported: 1 at least",
                    per_stage);
    } else {
      give(per_stage, list, key);
    }
  }

  std::int64_t stages_ = 1;
  std::int64_t chunks_ = 1;
  std::int64_t layers_ = 0;  // of the model; 0: not known
  std::int64_t embedding_ = 0;
  std::int64_t loss_ = 0;
  std::optional<std::int64_t> first_;
  std::optional<std::int64_t> last_;
};

}  // namespace

void read_megatron_stages(Imported& imported, Settings& settings) {
  StageArguments(imported, settings).read();
}

}  // namespace scenarios
