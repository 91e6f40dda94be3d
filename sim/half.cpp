#include "sim/half.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace sim {

void throw_not_floating(std::string_view dtype_name) {
  throw std::invalid_argument(
      fmt::format("{} is no floating-point dtype: fp32, fp16 and bf16 are supported", dtype_name));
}

}  // namespace sim
