// As flops_test.cpp, for the kernels that a block description chooses among.
#include <cstdint>

#include <gtest/gtest.h>

#include "sim/kernels/activation.hpp"
#include "sim/kernels/detail/activation.hpp"
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

}  // namespace
}  // namespace sim
