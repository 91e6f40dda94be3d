// What the packs say of runs that are small enough to be counted by hand: T0 has 4 layers of 64
// channels, 4 heads, 32 tokens and 128 words, 210,304 parameters in all.
#include <stdexcept>

#include "scenarios/judge/check.hpp"
#include "tests/scenarios/judge/counted_run.hpp"
#include "tests/scenarios/judge/published_numbers.hpp"

namespace scenarios {
namespace {

class Judged {
 public:
  explicit Judged(const KeyValues& changes) {
    static const Catalogue all = published_catalogue();
    const Scenario scenario = scenario_of(changes);
    checks_ = judge(all, scenario, CountedRun(scenario).result());
  }
  [[nodiscard]] const Check& at(const std::string& formula, int rank = 0) const {
    for (const Check& check : checks_) {
      if (check.formula == formula && check.rank.value_or(rank) == rank) return check;
    }
    throw std::out_of_range(formula);
  }

 private:
  std::vector<Check> checks_;
};

void expect_exact(const Judged& judged, const std::string& formula, std::int64_t bytes) {
  const Check& check = judged.at(formula);
  EXPECT_EQ(check.estimate, static_cast<double>(bytes)) << formula;
  EXPECT_EQ(check.verdict, Verdict::exact) << formula << " " << check.measured->value();
}

void expect_off(const Check& check, double estimate, double measured) {
  EXPECT_EQ(check.estimate, estimate) << check.formula;
  EXPECT_EQ(check.measured->value(), measured) << check.formula;
  EXPECT_EQ(check.verdict, Verdict::off) << check.formula;
  EXPECT_TRUE(check.as_expected) << check.formula;
}

const KeyValues dropouts = {{"precision", std::string("mixed_bf16")},
                            {"gradient_dtype", std::string("bf16")},
                            {"model.attention_dropout", 0.1},
                            {"model.hidden_dropout", 0.1}};

// One layer at s = 128, b = 2, h = 64, a = 4: sbh = 16,384 and as^2b = 131,072 elements, of 2 bytes
// or of 1 (masks). They add up to 1,212,416 bytes; 1,216,512 are kept.
TEST(Korthikanti, CountsALayerItemByItem) {
  const Judged judged(with(with(gpt(1, 64, 4, 128, 128), batch(2, 2)), dropouts));
  for (const char* item : {"ln1", "qkvin", "qk.query", "qk.key", "v", "projin", "ln2", "fc1in"}) {
    expect_exact(judged, std::string("ko.i.") + item, 32768);
  }
  for (const char* item : {"adrop", "mdrop"}) {
    expect_exact(judged, std::string("ko.i.") + item, 16384);
  }
  for (const char* item : {"gelu", "fc2in"}) {
    expect_exact(judged, std::string("ko.i.") + item, 131072);
  }
  expect_exact(judged, "ko.i.softmax", 262144);
  expect_exact(judged, "ko.i.smask", 131072);
  expect_exact(judged, "ko.i.sdrop", 262144);
  const Check& sum = judged.at("ko.act.layer");
  EXPECT_EQ(sum.estimate, 1212416);
  EXPECT_EQ(sum.measured->value(), 1216512);
  EXPECT_EQ(sum.verdict, Verdict::within);
}

// T0, one sequence: a layer's two products over s^2 are 4*32*32*64 = 262,144 FLOPs, replayed once
// 1,048,576 in all; equation 8 adds three times that to the 42,467,328 of a step.
TEST(Korthikanti, CountsTheReplayOfTheCoreThreeTimes) {
  const Judged judged({{"recompute", std::string("selective")}});
  expect_off(judged.at("ko.flop.hw.replay"), 3145728, 1048576);
  expect_off(judged.at("ko.flop.hw"), 42467328 + 3145728, 42467328 + 1048576);
  expect_exact(judged, "la.flops.recompute.selective", 1048576);
}

// T0 on two tensor ranks with sequence parallelism: a message is 4*32*64 = 8,192 bytes. Four
// layers gather six times, the embedding once and the head twice: 27 messages, not 16.
TEST(Korthikanti, LeavesOutGathersOfTheBackward) {
  const Judged judged(with(mesh(2, 1, 1), {{"parallel.sequence_parallel", true}}));
  expect_off(judged.at("ko.comm.sp.gather"), 16 * 8192, 27 * 8192);
  const Check& scatter = judged.at("ko.comm.sp.scatter");
  EXPECT_EQ(scatter.estimate, 16 * 8192);
  EXPECT_EQ(scatter.measured->value(), 18 * 8192);
  EXPECT_EQ(scatter.verdict, Verdict::within);
}

// T0 in fp32 on two ranks: 2 Psi elements are twice what a ring of two sends.
TEST(Zero, SetsTheFactorOfTheRingToOne) {
  const Check check = Judged(with(mesh(1, 1, 2), batch(1, 2))).at("zr.comm.dp");
  EXPECT_EQ(check.estimate, 1682432);
  EXPECT_EQ(check.measured->value(), 841216);
  EXPECT_EQ(check.bound, 841216);
  EXPECT_EQ(check.verdict, Verdict::within);
}

// T0, mixed, ZeRO 2 on two ranks: 2 + 14/2 = 9 bytes a parameter, where DeepSpeed's estimator has
// 2 + 18/2 = 11 and its documentation 4 + 16/2 = 12. Units of 202,112 and 8,192 need no padding.
TEST(DeepSpeed, CountsAnFp32CopyOfGradients) {
  const Judged judged(
      with(with(mesh(1, 1, 2), batch(1, 2)), with(dropouts, {{"zero.stage", std::int64_t{2}}})));
  expect_off(judged.at("ds.z2.gpu"), 11 * 210304, 9 * 210304);
  expect_off(judged.at("ds.z2.gpu.doc"), 12 * 210304, 9 * 210304);
  expect_exact(judged, "zr.osg", 1892736);
}

// T0 under ZeRO 3: the largest module is a matrix of the MLP with its bias, 16,640 elements. With
// a reuse distance that nothing reaches the whole model stays gathered, whatever max_live says.
TEST(DeepSpeed, TakesMaxLiveForALimit) {
  const KeyValues zero_3 =
      with(with(mesh(1, 1, 2), batch(1, 2)), with(dropouts, {{"zero.stage", std::int64_t{3}}}));
  expect_exact(Judged(zero_3), "ds.z3.largest", 33280);
  const Judged knobs(with(zero_3, {{"zero.stage3_max_live_parameters", std::int64_t{1000}},
                                   {"zero.stage3_max_reuse_distance", std::int64_t{1000000000}},
                                   {"zero.stage3_prefetch_bucket_size", std::int64_t{0}},
                                   {"zero.stage3_param_persistence_threshold", std::int64_t{0}}}));
  expect_off(knobs.at("ds.z3.maxlive"), 2 * 1000, 2 * 210304);
}

// T0 has 16-bit logits and 5 % in Megatron-LM's estimator, and one of the head's inputs. A layer
// keeps 34*2048 + 5*4*32*32 + 16*32 = 90,624 bytes, the head 4*2048 + 4*32*128 + 8*32 = 24,832.
TEST(Megatron, AddsFivePercentAndHalvesLogits) {
  const Judged judged(dropouts);
  expect_off(judged.at("mg.act.nosp"),
             1.05 * (4 * 34 * 2048 + 8 * 32 + 2048 + 2 * (32 * 128 + 2048)),
             4 * 90624 + 2048 + 24832);
}

// T0: 2*128*64 + 32*64 + 4*8*64 + 2*64 + 12*4*64*64 = 217,216 by the cookbook, on two tensor ranks
// its gradients whole. A rank has 107,008.
TEST(Cookbook, DoesNotDivideGradients) {
  const Judged judged(mesh(2, 1, 1));
  expect_off(judged.at("cb.mem.params"), 217216, 210304);
  expect_off(judged.at("cb.mem.grad"), 4 * 217216, 4 * 107008);
}

}  // namespace
}  // namespace scenarios
