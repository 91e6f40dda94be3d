#pragma once

#include <string_view>

namespace ranks {

/// Turns MPI's return code into sim::Error "OVER OPERATION failed: MPI's text"; does nothing on
/// success. Only of use where MPI_ERRORS_RETURN is set.
void check_mpi(int code, std::string_view over, std::string_view operation);

}  // namespace ranks
