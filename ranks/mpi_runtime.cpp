#include "ranks/mpi_runtime.hpp"

#include <mpi.h>

#include "ranks/mpi_error.hpp"
#include "sim/ensure.hpp"

namespace ranks {

MpiRuntime::MpiRuntime(int& argc, char**& argv) {
  int provided = MPI_THREAD_SINGLE;
  check_mpi(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided), "session", "MPI_Init");
  ENSURE(provided >= MPI_THREAD_FUNNELED, provided);
  check_mpi(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "session",
            "MPI_Comm_set_errhandler");
}

MpiRuntime::~MpiRuntime() {
  MPI_Finalize();
}

}  // namespace ranks
