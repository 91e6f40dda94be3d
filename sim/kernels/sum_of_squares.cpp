#include "sim/kernels/sum_of_squares.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/sum_of_squares.hpp"

namespace sim {

double sum_of_squares(Meters& meters, ConstView x) {
  ENSURE(x.rows == 1 || x.empty(), x.rows, x.columns);
  meters.flops.add_elementwise(Checked(2) * x.size());
  if (x.shape_only()) return 0.0;
  double sum = 0.0;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    sum = kernels::sum_of_squares<float>(x.as<Stored>(), x.size());
  });
  return sum;
}

}  // namespace sim
