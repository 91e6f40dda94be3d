// As flops_test.cpp, for the kernels that a block description chooses among.
#include <cstdint>

#include <gtest/gtest.h>

#include "sim/kernels/activation.hpp"
#include "sim/kernels/detail/activation.hpp"
#include "sim/kernels/detail/rms_norm.hpp"
#include "sim/kernels/detail/rope.hpp"
#include "sim/kernels/rms_norm.hpp"
#include "sim/kernels/rope.hpp"
#include "tests/sim/kernels/flop_problem.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using kernels::matrix;
using test::Counted;
using test::expect_same_count;
using test::for_each_problem;
using test::Problem;
using test::random_tensor;

template <class Stored>
class BlockFlops : public testing::Test {};
TYPED_TEST_SUITE(BlockFlops, test::StorageTypes);

template <class Function, class Stored>
void expect_activation_counts(Activation activation, Problem<Stored>& p) {
  expect_same_count(
      "activation_forward",
      [&](Meters& meters) { activation_forward(meters, activation, p.x, p.y); },
      [&] { kernels::activation_forward<Counted, Function>(p.in(p.x), p.out(p.y)); });
  expect_same_count(
      "activation_backward",
      [&](Meters& meters) { activation_backward(meters, activation, p.x, p.y, p.z); },
      [&] { kernels::activation_backward<Counted, Function>(p.in(p.x), p.in(p.y), p.out(p.z)); });
  expect_same_count(
      "gated_forward", [&](Meters& meters) { gated_forward(meters, activation, p.x, p.y, p.z); },
      [&] { kernels::gated_forward<Counted, Function>(p.in(p.x), p.in(p.y), p.out(p.z)); });
  Tensor dup = random_tensor(p.meters, p.dtype, p.rows, p.columns, 7);
  const kernels::GatedBackward<Stored> operands = {p.in(p.x), p.in(p.y), p.in(p.x), p.out(p.z),
                                                   p.out(dup)};
  expect_same_count(
      "gated_backward",
      [&](Meters& meters) { gated_backward(meters, activation, p.x, p.y, p.x, p.z, dup); },
      [&] { kernels::gated_backward<Counted, Function>(operands); });
}

TYPED_TEST(BlockFlops, Activations) {
  for_each_problem<TypeParam>([](auto& p) {
    expect_activation_counts<kernels::GeluTanh>(Activation::gelu_tanh, p);
    expect_activation_counts<kernels::Gelu>(Activation::gelu, p);
    expect_activation_counts<kernels::Silu>(Activation::silu, p);
  });
}

TYPED_TEST(BlockFlops, RmsNorm) {
  for_each_problem<TypeParam>([](auto& p) {
    Tensor statistics = random_tensor(p.meters, Dtype::fp32, p.rows, 1, 7);
    const auto known = matrix<float>(ConstView(statistics));
    expect_same_count(
        "rms_norm_forward",
        [&](Meters& meters) { rms_norm_forward(meters, p.x, p.vector, 1e-5F, p.y, statistics); },
        [&] {
          kernels::rms_norm_forward(p.in(p.x), p.bias(), Counted(1e-5F), p.out(p.y),
                                    matrix<float>(statistics.view()));
        });
    for (const bool has_residual : {false, true}) {
      kernels::NormBackward<TypeParam, float> operands = {p.in(p.x), p.in(p.y), p.bias(),
                                                          known,     {},        p.out(p.z)};
      if (has_residual) operands.residual = p.in(p.x);
      expect_same_count(
          "rms_norm_backward_input",
          [&](Meters& meters) {
            rms_norm_backward_input(meters, p.x, p.y, p.vector, statistics,
                                    has_residual ? p.x.view() : View{}, p.z);
          },
          [&] { kernels::rms_norm_backward_input<Counted>(operands); });
    }
    expect_same_count(
        "rms_norm_backward_gain",
        [&](Meters& meters) { rms_norm_backward_gain(meters, p.x, p.y, statistics, p.sums); },
        [&] {
          kernels::rms_norm_backward_gain<Counted>(p.in(p.x), p.in(p.y), known,
                                                   p.sums.view().template as<float>());
        });
  });
}

TYPED_TEST(BlockFlops, Rotation) {
  for (const std::int64_t heads : {1, 3}) {
    for (const std::int64_t rotated : {2, 6, 70}) {
      Problem<TypeParam> p{.rows = 10, .columns = 3 * 71};
      const RotaryTable table = make_rotary_table(7, rotated, 10000.0);
      for (const Rotation rotation : {Rotation::forward, Rotation::backward}) {
        expect_same_count(
            "rotate",
            [&](Meters& meters) { rotate(meters, table, rotation, 2, 2, heads, 71, p.x); },
            [&] {
              kernels::rotate<Counted>(table, rotation, {2, 2, heads, 71}, p.out(p.x));
            });
      }
    }
  }
}

}  // namespace
}  // namespace sim
