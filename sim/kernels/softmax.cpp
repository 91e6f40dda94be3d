#include "sim/kernels/softmax.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/softmax.hpp"

namespace sim {

void causal_softmax_forward(Meters& meters, View scores, float scale, std::int64_t queries) {
  ENSURE(queries > 0 && scores.rows % queries == 0, scores.rows, queries);
  ENSURE(queries <= scores.columns, queries, scores.columns);
  ENSURE(scale > 0.0F, scale);
  meters.flops.add_elementwise(Checked(8) * scores.size() + scores.rows);
  if (scores.shape_only()) return;
  visit_floating(scores.dtype, [&]<class Stored>(Stored) {
    kernels::causal_softmax_forward<float>(kernels::matrix<Stored>(scores), scale, queries);
  });
}

void causal_softmax_backward(Meters& meters, ConstView output, float scale, std::int64_t queries,
                             View gradient) {
  ENSURE(kernels::same_shape(output, gradient), output.rows, output.columns, gradient.rows,
         gradient.columns);
  ENSURE(queries > 0 && output.rows % queries == 0, output.rows, queries);
  ENSURE(queries <= output.columns, queries, output.columns);
  ENSURE(output.dtype == gradient.dtype, name_of(output.dtype), name_of(gradient.dtype));
  meters.flops.add_elementwise(Checked(5) * output.size());
  if (output.shape_only()) return;
  visit_floating(output.dtype, [&]<class Stored>(Stored) {
    kernels::causal_softmax_backward<float>(kernels::matrix<Stored>(output), scale, queries,
                                            kernels::matrix<Stored>(gradient));
  });
}

}  // namespace sim
