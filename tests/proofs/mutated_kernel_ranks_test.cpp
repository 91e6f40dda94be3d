// What a run measures is exact, so that a kernel that counts one FLOP more, a buffer one byte
// larger or a message more is found out: closed forms from the table of MEASURES hold to the last
// unit on a real run, and no measurement may change by one.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/proofs/run_and_judge.hpp"

namespace test {
namespace {

const std::string scenario_text = R"(
model: {num_layers: 3, hidden_size: 24, num_attention_heads: 4, vocab_size: 61, seq_length: 20,
        attention_dropout: 0.1, hidden_dropout: 0.1}
parallel: {tensor_model_parallel_size: 2}
precision: mixed_bf16
training: {micro_batch_size: 2, global_batch_size: 6, steps: 1}
)";

// One layer and micro-batch, of which tensor parallelism divides what follows: the products, and
// the saved tensors; norm statistics are 16 s b. Messages over tp: 4 a layer of 2 s b h bytes, the
// embedding's and the head's one, and three of 4 s b bytes for the loss.
const std::string exact_pack = R"(
pack: measured-to-the-unit
source: the counting rules of this project
formulas:
  - id: u.forward
    quantity: flops.forward.matmul
    scope: rank
    expression: m*(L*(24*s*b*h*h + 4*b*s*s*h) + 2*s*b*h*V)/t
    source: one layer's products and the head's
    agreement: exact
  - id: u.backward
    quantity: flops.backward.matmul
    scope: rank
    expression: 2*u.forward
    source: twice the forward
    agreement: exact
  - id: u.activations
    quantity: memory.activations.layer.kept
    scope: rank
    expression: L*(10*s*b*h + 24*s*b*h/t + 5*a*s*s*b/t + 16*s*b)
    source: the list of saved tensors
    agreement: exact
  - id: u.weights
    quantity: memory.weights.peak
    scope: rank
    expression: 2*P_rank
    source: two bytes a parameter
    agreement: exact
  - id: u.optimizer
    quantity: memory.optimizer.end
    scope: rank
    expression: 12*P_rank
    source: an fp32 copy and two moments
    agreement: exact
  - id: u.message_bytes
    quantity: traffic.tp.all_reduce.bytes
    scope: rank
    expression: m*((4*L + 2)*2*s*b*h + 3*4*s*b)
    source: Shoeybi et al. 2019, section 3
    agreement: exact
  - id: u.messages
    quantity: traffic.tp.all_reduce.calls
    scope: rank
    expression: m*(4*L + 2 + 3)
    source: Shoeybi et al. 2019, section 3
    agreement: exact
)";

scenarios::Catalogue exact_catalogue() {
  auto packs = shipped_catalogue({}).packs();
  packs.push_back(
      scenarios::parse_pack(exact_pack, "measured-to-the-unit.yaml", scenarios::quantity_fault));
  return scenarios::Catalogue(std::move(packs));
}

std::vector<std::string> unexpected(const RealRun& run) {
  std::vector<std::string> formulas;
  for (const auto& check : scenarios::judge(exact_catalogue(), run.scenario, run.result)) {
    if (!check.as_expected) formulas.push_back(check.formula);
  }
  return formulas;
}

struct Mutation {
  std::vector<std::string> found_by;
  std::function<void(parallel::Measurement&)> change;
};

sim::MemoryReport::CategoryBytes& bytes(parallel::Measurement& of, sim::Category category) {
  return of.memory.categories.at(static_cast<std::size_t>(category));
}

std::vector<Mutation> mutations() {
  using parallel::Measurement;
  constexpr auto forward = static_cast<std::size_t>(sim::Phase::forward);
  constexpr auto backward = static_cast<std::size_t>(sim::Phase::backward);
  constexpr auto layers = static_cast<std::size_t>(sim::ItemGroup::layer);
  const auto send_more = [](std::int64_t bytes) {
    return [bytes](Measurement& of) {
      of.traffic.add(ranks::Axis::tp, ranks::Operation::all_reduce, bytes);
    };
  };
  return {{{"u.forward"}, [](Measurement& of) { of.flops.at(forward).matmul += 1; }},
          {{"u.forward"}, [](Measurement& of) { of.flops.at(forward).matmul -= 1; }},
          {{"u.backward"}, [](Measurement& of) { of.flops.at(backward).matmul += 1; }},
          {{"u.activations"}, [](Measurement& of) { of.memory.groups.at(layers).kept += 1; }},
          {{"u.weights"}, [](Measurement& of) { bytes(of, sim::Category::weights).peak -= 1; }},
          {{"u.optimizer"}, [](Measurement& of) { bytes(of, sim::Category::optimizer).end += 1; }},
          {{"P_rank", "P_rank.tensors"}, [](Measurement& of) { of.parameters -= 1; }},
          {{"u.messages"}, send_more(0)},
          {{"u.message_bytes", "u.messages"}, send_more(1)}};
}

TEST(Mutations, OfAMeasurementByOneAreFoundOut_on2) {
  const auto run = run_scenario(scenario_text, {});
  if (!run) return;
  EXPECT_EQ(unexpected(*run), std::vector<std::string>{});
  for (const Mutation& mutation : mutations()) {
    RealRun mutated = *run;
    mutation.change(mutated.result.ranks.back());
    EXPECT_EQ(unexpected(mutated), mutation.found_by);
  }
}

}  // namespace
}  // namespace test
