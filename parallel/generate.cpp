#include "parallel/generate.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "parallel/chunk_ranges.hpp"
#include "parallel/groups.hpp"
#include "parallel/inference_store.hpp"
#include "parallel/tensor_axis.hpp"
#include "sim/model/generation.hpp"
#include "sim/model/rotation.hpp"

namespace parallel {
namespace {

constexpr int activation_tag = 0;

/// One rank of the mesh while it generates.
class Generator {
 public:
  Generator(const Plan& plan, Groups& groups, ranks::TrafficRecord& traffic,
            const BatchSource& batches, const WeightSource& weights, bool shape_only)
      : plan_(plan),
        groups_(groups),
        traffic_(traffic),
        batches_(batches),
        meters_(shape_only),
        range_(chunk_range(plan, groups.pp.rank())),
        parameters_(sim::chunk_parameters(plan.model, range_)),
        store_(meters_, plan, groups, parameters_, weights),
        tensor_axis_(groups.tp),
        rotary_table_(sim::rotary_table_of(meters_, plan.model, positions())) {}

  TrainingResult run() {
    TrainingResult result;
    result.parameters = static_cast<std::int64_t>(
        groups_.control.all_reduce(static_cast<double>(store_.counted_parameters())));
    result.generated.resize(
        static_cast<std::size_t>(plan_.global_batch_size * plan_.inference.new_tokens));
    meters_.begin_step();
    traffic_.begin_step();
    meters_.flops.enter(sim::Phase::forward);
    for (std::int64_t j = 0; j < plan_.micro_batches(); ++j) generate(j, result.generated);
    result.measurement = measure();
    return result;
  }

 private:
  [[nodiscard]] std::int64_t positions() const {
    return plan_.inference.prompt_length + plan_.inference.new_tokens;
  }

  /// Generates for micro-batch `j` of every replica.
  void generate(std::int64_t j, std::vector<std::int64_t>& generated) {
    const auto place = sim::PlaceScope::in_micro_batch(meters_.ledger, j);
    sim::Context context = context_of(j);
    std::vector<sim::KvCache> caches =
        make_caches(context, range_.first_layer, range_.layer_count, positions());
    sim::Tensor tokens = prompts(context);
    for (std::int64_t i = 0; i < plan_.inference.new_tokens; ++i) {
      const sim::Tensor chosen = share(context, pass(context, tokens, caches));
      write_down(chosen, j, i, generated);
      context.batch.first_position += context.batch.positions;
      context.batch.positions = 1;
      tokens = own_tokens(chosen, std::move(tokens));
    }
    outgoing_.wait();
    output_.free();
    if (j + 1 == plan_.micro_batches()) meters_.ledger.mark_kept();
  }

  /// The i-th new tokens of micro-batch j's sequences, of all replicas.
  void write_down(sim::ConstView chosen, std::int64_t j, std::int64_t i,
                  std::vector<std::int64_t>& generated) const {
    if (meters_.shape_only) return;
    const auto* const tokens = chosen.as<std::int64_t>();
    for (std::int64_t k = 0; k < chosen.columns; ++k) {
      const std::int64_t sequence = j * chosen.columns + k;
      generated[static_cast<std::size_t>(sequence * plan_.inference.new_tokens + i)] = tokens[k];
    }
  }

  /// This replica's part of `chosen`, in place of what went in before; empty but on the first
  /// stage.
  sim::Tensor own_tokens(sim::ConstView chosen, sim::Tensor before) {
    before.free();
    if (!range_.has_embedding) return {};
    const std::int64_t b = plan_.micro_batch_size;
    sim::Tensor tokens(meters_, {sim::Category::inputs}, sim::Dtype::int64, 1, b);
    if (meters_.shape_only) return tokens;
    std::copy_n(chosen.as<std::int64_t>() + groups_.dp.rank() * b, b,
                tokens.view().as<std::int64_t>());
    return tokens;
  }

  sim::Context context_of(std::int64_t j) {
    const std::int64_t block = j * groups_.dp.size() + groups_.dp.rank();
    return {.meters = meters_,
            .tensor_parallel = tensor_axis_,
            .parameters = store_,
            .model = plan_.model,
            .sizes = sim::local_sizes(plan_.model, {groups_.tp.rank(), groups_.tp.size()}),
            .dtype = plan_.precision.weights,
            .seed = plan_.seed,
            .batch = {.sequences = plan_.micro_batch_size,
                      .first_sequence = block * plan_.micro_batch_size,
                      .positions = plan_.inference.prompt_length},
            .rotary_table = &rotary_table_,
            .keeps = false};
  }

  /// The prompts, int64 [1, prompt_length * b], position-major; empty but on the first stage.
  sim::Tensor prompts(const sim::Context& context) {
    if (!range_.has_embedding) return {};
    sim::Tensor tokens(meters_, {sim::Category::inputs}, sim::Dtype::int64, 1, context.tokens());
    if (meters_.shape_only) return tokens;
    std::vector<std::int64_t> prompt(static_cast<std::size_t>(plan_.inference.prompt_length));
    for (std::int64_t i = 0; i < context.batch.sequences; ++i) {
      batches_(0, context.batch.first_sequence + i, prompt, {});
      auto* to = tokens.view().as<std::int64_t>() + i;
      for (const std::int64_t token : prompt) {
        *to = token;
        to += context.batch.sequences;
      }
    }
    return tokens;
  }

  /// One pass through this stage: returns the replica's next tokens on the last, else nothing.
  sim::Tensor pass(sim::Context& context, sim::ConstView tokens,
                   std::vector<sim::KvCache>& caches) {
    sim::Tensor input;
    if (!range_.has_embedding) {
      input = context.make_workspace(context.tokens(), plan_.model.hidden);
      groups_.pp.receive(input, groups_.pp.rank() - 1, activation_tag);
    }
    const sim::Owner owner{range_.has_head ? sim::Category::workspace
                                           : sim::Category::communication};
    sim::Tensor output = generation_pass(context, parameters_, range_.first_layer, std::move(input),
                                         tokens, caches, owner);
    if (range_.has_head) return next_tokens(context, parameters_, output);
    outgoing_.wait();
    output_ = std::move(output);
    outgoing_ = groups_.pp.send(output_, groups_.pp.rank() + 1, activation_tag);
    return {};
  }

  /// Everybody learns the next tokens of all replicas: int64 [1, d b].
  sim::Tensor share(const sim::Context& context, sim::ConstView own) {
    const std::int64_t b = context.batch.sequences;
    sim::Tensor all(meters_, {sim::Category::workspace}, sim::Dtype::int64, 1,
                    groups_.dp.size() * b);
    sim::set_zero(all);
    if (range_.has_head && groups_.tp.rank() == 0 && !meters_.shape_only) {
      std::copy_n(own.as<std::int64_t>(), b, all.view().as<std::int64_t>() + groups_.dp.rank() * b);
    }
    groups_.control.all_reduce(all.view());
    return all;
  }

  Measurement measure() {
    return {.rank = groups_.control.rank(),
            .at = ranks::coordinates_of(groups_.control.rank(), plan_.mesh),
            .dp_group_size = groups_.dp.size(),
            .parameters = store_.parameters(),
            .padding = store_.padding(),
            .memory = meters_.ledger.report(),
            .flops = meters_.flops.report(),
            .traffic = traffic_};
  }

  const Plan& plan_;
  Groups& groups_;
  ranks::TrafficRecord& traffic_;
  const BatchSource& batches_;
  sim::Meters meters_;
  sim::ChunkRange range_;
  sim::ChunkParameters parameters_;
  InferenceStore store_;
  TensorAxis tensor_axis_;
  sim::RotaryTable rotary_table_;
  sim::Tensor output_;
  ranks::PendingSend outgoing_;
};

}  // namespace

TrainingResult generate(ranks::Session& session, const Plan& plan, const BatchSource& batches,
                        const WeightSource& weights) {
  check(plan);
  ENSURE(plan.virtual_stages == 1 && plan.inference.prompt_length >= 1 &&
             plan.inference.new_tokens >= 1,
         plan.virtual_stages, plan.inference.prompt_length, plan.inference.new_tokens);
  ENSURE(plan.mesh.size() <= session.size(), plan.mesh.size(), session.size());
  ranks::TrafficRecord traffic;
  Groups groups(session, plan, traffic);
  if (session.rank() >= plan.mesh.size()) return {};
  return Generator(plan, groups, traffic, batches, weights, false).run();
}

Measurement walk_generation(const Plan& plan, int rank) {
  check(plan);
  ranks::TrafficRecord traffic;
  Groups groups(plan, rank, traffic);
  return std::move(Generator(plan, groups, traffic, {}, {}, true).run().measurement.value());
}

}  // namespace parallel
