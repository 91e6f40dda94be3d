// No buffer escapes the ledger: what a training step has on the heap, whoever allocated it, is the
// ledger's total peak and no more than a small remainder, bounded below. Runs under mpirun, with
// malloc and free counted.
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/parallel/small_model.hpp"
#include "tests/proofs/counting_heap.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

// The matrix library copies blocks of both operands into panels: for a tile of 256 x 256 outputs
// 256 kc floats on either side, with kc chosen so that a strip of 24 + 4 floats by kc fits the
// level-1 cache (Goto and van de Geijn 2008): 292 for 32 KiB, 598,016 bytes in all.
std::int64_t panel_bytes() {
  const std::int64_t cache = ::sysconf(_SC_LEVEL1_DCACHE_SIZE);
  constexpr std::int64_t strip_bytes = (24 + 4) * 4;
  constexpr std::int64_t tile_side = 256;
  const std::int64_t depth = (cache > 0 ? cache : std::int64_t{64} << 10) / strip_bytes;
  return 2 * tile_side * depth * 4;
}
// Names, tables, schedules, maps; and what the allocator rounds up, 71 bytes a block at most.
constexpr std::int64_t bookkeeping_bytes = std::int64_t{32} << 10;

std::int64_t allowance() {
  return panel_bytes() + bookkeeping_bytes;
}

// s b f = 128 * 4 * 1024 floats, the input of one layer's activation function, are 2 MiB: more than
// the allowance.
parallel::Plan visible_plan() {
  parallel::Plan plan;
  plan.model.layers = 2;
  plan.model.hidden = 256;
  plan.model.heads = 8;
  plan.model.kv_heads = 8;
  plan.model.head_dim = 32;
  plan.model.ffn_hidden = 1024;
  plan.model.vocabulary = 1001;
  plan.model.padded_vocabulary = 1001;
  plan.model.positions = 128;
  plan.model.sequence_length = 128;
  plan.layers_per_stage = {2};
  plan.micro_batch_size = 4;
  plan.global_batch_size = 4;
  plan.steps = 2;
  return plan;
}

parallel::Plan in_mixed_bf16(parallel::Plan plan) {
  plan.precision = {.weights = sim::Dtype::bf16, .gradients = sim::Dtype::bf16, .master = true};
  plan.model.attention_dropout = 0.1;
  plan.model.hidden_dropout = 0.1;
  return plan;
}

std::vector<parallel::Plan> plans() {
  std::vector<parallel::Plan> all;
  for (const auto& base : {visible_plan(), in_mixed_bf16(visible_plan())}) {
    all.push_back(base);
    for (int stage = 0; stage < 4; ++stage)
      all.push_back(on_mesh(base, {.dp = 2}, stage, 1 + stage % 2));
    all.push_back(on_mesh(base, {.dp = 2}, 2, 2));
    all.back().zero.reduce_scatter = false;
    all.push_back(on_mesh(base, {.tp = 2}, 0, 1));
    all.push_back(on_mesh(base, {.pp = 2}, 0, 4));
    all.push_back(on_mesh(base, {.dp = 2, .tp = 2}, 3, 1));
    all.push_back(on_mesh(base, {.dp = 2, .pp = 2}, 2, 2));
  }
  return all;
}

/// Heap bytes beyond the ledger's total peak at the peak of the plan's last step. `at_step` is
/// called in that step. Collective over the session.
std::int64_t excess(const parallel::Plan& plan, const std::function<void()>& at_step) {
  const parallel::BatchSource source = counting_batches(plan);
  std::int64_t last_step = -1;
  const parallel::BatchSource batches = [&](std::int64_t step, std::int64_t sequence,
                                            std::span<std::int64_t> tokens,
                                            std::span<std::int64_t> labels) {
    source(step, sequence, tokens, labels);
    if (std::exchange(last_step, step) == step) return;
    heap::restart_peak();
    if (step + 1 == plan.steps) at_step();
  };
  const std::int64_t before = heap::live();
  const auto result = parallel::train(test_support::session(), plan, batches, {}, {});
  return heap::peak() - before - result.measurement.value().memory.total_peak;
}

std::vector<parallel::Plan> plans_of_this_size() {
  std::vector<parallel::Plan> all = plans();
  std::erase_if(all, [](const parallel::Plan& plan) {
    return plan.mesh.size() != test_support::session().size();
  });
  return all;
}

TEST(Heap, HoldsWhatTheLedgerSaysAndLittleMore) {
  const auto all = plans_of_this_size();
  ASSERT_FALSE(all.empty()) << "for 1, 2 or 4 ranks";
  parallel::train(test_support::session(), all.front(), counting_batches(all.front()), {}, {});
  for (const parallel::Plan& plan : all) {
    SCOPED_TRACE(fmt::format("dp {} tp {} pp {} zero {} {}", plan.mesh.dp, plan.mesh.tp,
                             plan.mesh.pp, plan.zero.stage, sim::name_of(plan.precision.weights)));
    const std::int64_t bytes = excess(plan, [] {});
    EXPECT_GE(bytes, 0) << "charged without being allocated";
    EXPECT_LE(bytes, allowance());
  }
}

// The same check finds one buffer that nobody charged.
TEST(Heap, ShowsABufferThatNobodyCharged) {
  const parallel::Plan plan = plans_of_this_size().front();
  const std::int64_t tokens = 512;
  const std::int64_t elements = tokens * plan.model.ffn_hidden;
  std::vector<float> hidden;
  const std::int64_t bytes =
      excess(plan, [&] { hidden.resize(static_cast<std::size_t>(elements)); });
  EXPECT_GT(bytes, allowance());
}

}  // namespace
}  // namespace test
