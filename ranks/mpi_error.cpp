#include "ranks/mpi_error.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>
#include <mpi.h>

#include "sim/ensure.hpp"

namespace ranks {

void check_mpi(int code, std::string_view over, std::string_view operation) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw sim::Error(fmt::format("{} {} failed: {}", over, operation,
                               std::string_view(text.data(), static_cast<std::size_t>(length))));
}

}  // namespace ranks
