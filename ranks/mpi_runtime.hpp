#pragma once

namespace ranks {

/// MPI between MPI_Init_thread and MPI_Finalize, at thread level FUNNELED: a second thread exists
/// (the watchdog), and never calls MPI. Errors are returned, not fatal.
class MpiRuntime {
 public:
  MpiRuntime(int& argc, char**& argv);
  MpiRuntime(const MpiRuntime&) = delete;
  MpiRuntime& operator=(const MpiRuntime&) = delete;
  ~MpiRuntime();
};

}  // namespace ranks
