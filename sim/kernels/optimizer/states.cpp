#include "sim/kernels/optimizer/states.hpp"

namespace sim {

Tensor make_state(Meters& meters, Dtype dtype, std::int64_t size) {
  Tensor state(meters, {Category::optimizer}, dtype, 1, size);
  set_zero(state);
  return state;
}

}  // namespace sim
