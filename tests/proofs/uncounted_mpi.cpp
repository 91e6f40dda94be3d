// MPI's own memory is no part of a rank's ledger: what its calls allocate is not counted. Every
// call of a training step is here, through MPI's profiling interface.
#include <mpi.h>

#include "tests/proofs/counting_heap.hpp"

using test::heap::Uncounted;

extern "C" {

int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation,
                  MPI_Comm group) {
  const Uncounted scope;
  return PMPI_Allreduce(from, to, count, type, operation, group);
}

int MPI_Reduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation, int root,
               MPI_Comm group) {
  const Uncounted scope;
  return PMPI_Reduce(from, to, count, type, operation, root, group);
}

int MPI_Reduce_scatter(const void* from, void* to, const int* counts, MPI_Datatype type,
                       MPI_Op operation, MPI_Comm group) {
  const Uncounted scope;
  return PMPI_Reduce_scatter(from, to, counts, type, operation, group);
}

int MPI_Allgather(const void* from, int count, MPI_Datatype type, void* to, int to_count,
                  MPI_Datatype to_type, MPI_Comm group) {
  const Uncounted scope;
  return PMPI_Allgather(from, count, type, to, to_count, to_type, group);
}

int MPI_Isend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm group,
              MPI_Request* request) {
  const Uncounted scope;
  return PMPI_Isend(from, count, type, to, tag, group, request);
}

int MPI_Recv(void* to, int count, MPI_Datatype type, int from, int tag, MPI_Comm group,
             MPI_Status* status) {
  const Uncounted scope;
  return PMPI_Recv(to, count, type, from, tag, group, status);
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const Uncounted scope;
  return PMPI_Wait(request, status);
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  const Uncounted scope;
  return PMPI_Waitall(count, requests, statuses);
}

}  // extern "C"
