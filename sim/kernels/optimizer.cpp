#include "sim/kernels/optimizer.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/optimizer.hpp"

namespace sim {
namespace {

void ensure_moment(ConstView moment, std::int64_t size) {
  ENSURE(kernels::has_shape(moment, 1, size), moment.rows, moment.columns, size);
  ENSURE(moment.dtype == Dtype::fp32, name_of(moment.dtype));
}

void ensure_slice(const AdamWSlice& slice) {
  const std::int64_t size = slice.weights.columns;
  ENSURE(slice.weights.rows == 1 || slice.weights.empty(), slice.weights.rows, size);
  ENSURE(kernels::same_shape(slice.gradient, slice.weights), slice.gradient.rows,
         slice.gradient.columns, size);
  ensure_moment(slice.first_moment, size);
  ensure_moment(slice.second_moment, size);
  if (!slice.master.empty()) ensure_moment(slice.master, size);
}

void update(const kernels::AdamWScalars& scalars, const AdamWSlice& slice, View weights) {
  visit_floating(weights.dtype, [&]<class Weight>(Weight) {
    visit_floating(slice.gradient.dtype, [&]<class Gradient>(Gradient) {
      const kernels::AdamWOperands<Weight, Gradient, float> operands = {
          .weights = weights.as<Weight>(),
          .gradient = slice.gradient.as<Gradient>(),
          .first_moment = slice.first_moment.as<float>(),
          .second_moment = slice.second_moment.as<float>(),
          .size = weights.columns};
      kernels::adamw_update<float>(scalars, operands);
    });
  });
}

}  // namespace

void adamw_step(Meters& meters, const AdamW& adamw, std::int64_t step, double gradient_factor,
                const AdamWSlice& slice) {
  ensure_slice(slice);
  ENSURE(step >= 1, step);
  meters.flops.add_elementwise(15 * slice.weights.size());
  if (slice.weights.shape_only()) return;
  const auto scalars = kernels::adamw_scalars(adamw, step, gradient_factor, slice.weight_decay);
  if (slice.master.empty()) {
    update(scalars, slice, slice.weights);
  } else {
    update(scalars, slice, slice.master);
    convert(slice.master, slice.weights);
  }
}

double sum_of_squares(Meters& meters, ConstView x) {
  ENSURE(x.rows == 1 || x.empty(), x.rows, x.columns);
  meters.flops.add_elementwise(2 * x.size());
  if (x.shape_only()) return 0.0;
  double sum = 0.0;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    sum = kernels::sum_of_squares<float>(x.as<Stored>(), x.size());
  });
  return sum;
}

}  // namespace sim
