// What the optimizers charge, proved like the other kernels' counts (tests/sim/kernels/
// flops_test.cpp).
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/detail/adamw.hpp"
#include "sim/kernels/detail/adamw_8bit.hpp"
#include "sim/kernels/detail/sgd.hpp"
#include "sim/kernels/detail/sum_of_squares.hpp"
#include "sim/kernels/sum_of_squares.hpp"
#include "tests/sim/kernels/flop_problem.hpp"

namespace sim {
namespace {

using test::Counted;
using test::expect_same_count;
using test::Problem;
using test::random_tensor;

/// Rows of one element, a part of a run, and 11,000: three runs of a sum of squares, 43 blocks.
template <class Stored>
class OptimizerFlops : public testing::Test {
 protected:
  template <class Body>
  static void for_each_size(const Body& body) {
    for (const std::int64_t size : {std::int64_t{1}, std::int64_t{31}, std::int64_t{11000}}) {
      Problem<Stored> problem{.rows = 1, .columns = size};
      body(problem);
    }
  }
  static Stored* weights(Problem<Stored>& p) { return p.x.view().template as<Stored>(); }
  static const Stored* gradient(Problem<Stored>& p) { return p.y.view().template as<Stored>(); }
};
TYPED_TEST_SUITE(OptimizerFlops, test::StorageTypes);

TYPED_TEST(OptimizerFlops, SumOfSquares) {
  this->for_each_size([this](auto& p) {
    expect_same_count(
        "sum_of_squares", [&](Meters& meters) { sum_of_squares(meters, p.x); },
        [&] { kernels::sum_of_squares<Counted>(this->weights(p), p.columns); });
  });
}

TYPED_TEST(OptimizerFlops, AdamW) {
  this->for_each_size([this](auto& p) {
    Tensor moments = random_tensor(p.meters, Dtype::fp32, 2, p.columns, 8);
    const View first = moments.view().row_block(0, 1);
    const View second = moments.view().row_block(1, 1);
    expect_same_count(
        "adamw_step",
        [&](Meters& meters) {
          adamw_step(meters, {}, 3, 0.5, {p.x, p.sums, p.y, first, second, 0.1});
        },
        [&] {
          kernels::adamw_update<Counted>(kernels::adamw_scalars({}, 3, 0.5, 0.1),
                                         kernels::AdamWOperands<TypeParam, TypeParam, float>{
                                             this->weights(p), this->gradient(p), first.as<float>(),
                                             second.as<float>(), p.columns});
        });
  });
}

TYPED_TEST(OptimizerFlops, SgdWithAndWithoutMomentum) {
  this->for_each_size([this](auto& p) {
    for (const double momentum : {0.0, 0.9}) {
      const Sgd sgd = {.momentum = momentum};
      Tensor state = random_tensor(p.meters, Dtype::fp32, 1, p.columns, 8);
      const View kept = momentum == 0.0 ? View{} : state.view();
      expect_same_count(
          "sgd_step",
          [&](Meters& meters) {
            sgd_step(meters, sgd, 0.5, {p.x, p.sums, p.y, kept, 0.1});
          },
          [&] {
            kernels::sgd_update<Counted>(
                kernels::sgd_scalars(sgd, 0.5, 0.1),
                kernels::SgdOperands<TypeParam, TypeParam, float>{
                    this->weights(p), this->gradient(p),
                    kept.empty() ? nullptr : kept.template as<float>(), p.columns});
          });
    }
  });
}

// Blocks of zeros too: nothing that is counted depends on the data.
TYPED_TEST(OptimizerFlops, AdamW8Bit) {
  this->for_each_size([this](auto& p) {
    std::vector<std::uint8_t> codes(static_cast<std::size_t>(2 * p.columns));
    std::vector<float> absmax(static_cast<std::size_t>(2 * quantised_blocks(p.columns)));
    const kernels::MomentCodes first = {codes.data(), absmax.data()};
    const kernels::MomentCodes second = {codes.data() + p.columns,
                                         absmax.data() + quantised_blocks(p.columns)};
    const auto view = [&](const kernels::MomentCodes& moment) -> QuantisedMoment {
      const std::int64_t blocks = quantised_blocks(p.columns);
      return {{reinterpret_cast<std::byte*>(moment.codes), Dtype::uint8, 1, p.columns, p.columns},
              {reinterpret_cast<std::byte*>(moment.absmax), Dtype::fp32, 1, blocks, blocks}};
    };
    const DecayRun decays[] = {{p.columns, 0.1}};
    const kernels::ScaledRun scaled[] = {{p.columns, 0.9F}};
    for (const bool is_zero : {true, false}) {
      if (is_zero) set_zero(p.y);
      expect_same_count(
          "adamw_8bit_step",
          [&](Meters& meters) {
            adamw_8bit_step(meters, {}, 3, 0.5,
                            {p.x, p.sums, p.y, view(first), view(second), decays});
          },
          [&] {
            kernels::adamw_8bit_update<Counted>(
                kernels::adamw_scalars({}, 3, 0.5, 0.0), scaled,
                kernels::AdamW8BitOperands<TypeParam, TypeParam>{
                    this->weights(p), this->gradient(p), first, second, p.columns});
          });
      p.y = random_tensor(p.meters, p.dtype, 1, p.columns, 9);
    }
  });
}

}  // namespace
}  // namespace sim
