#pragma once

#include <cstdint>

#include <mpi.h>

#include "ranks/reduction.hpp"
#include "sim/dtype.hpp"

namespace ranks {

/// How stored elements look to MPI. MPI has no fp16 and no bf16: both are types of two bytes with
/// commutative operators of ours, which compute in fp32 and round to the stored type at each hop.
/// Lives between MPI_Init and MPI_Finalize.
class Datatypes {
 public:
  Datatypes();
  Datatypes(const Datatypes&) = delete;
  Datatypes& operator=(const Datatypes&) = delete;
  ~Datatypes();

  [[nodiscard]] MPI_Datatype type_of(sim::Dtype dtype) const;
  /// Throws sim::Error on uint8, which is never reduced.
  [[nodiscard]] MPI_Op operator_for(sim::Dtype dtype, Reduction reduction) const;

 private:
  MPI_Datatype two_bytes_ = MPI_DATATYPE_NULL;
  MPI_Op fp16_sum_ = MPI_OP_NULL;
  MPI_Op fp16_max_ = MPI_OP_NULL;
  MPI_Op bf16_sum_ = MPI_OP_NULL;
  MPI_Op bf16_max_ = MPI_OP_NULL;
};

/// MPI's type for `width` contiguous elements of which one block follows the other every `stride`
/// elements: a slice of every part of a gathered buffer. For moves only, never for reductions.
class StridedSlice {
 public:
  StridedSlice(MPI_Datatype element, int width, std::int64_t stride_bytes);
  StridedSlice(const StridedSlice&) = delete;
  StridedSlice& operator=(const StridedSlice&) = delete;
  ~StridedSlice();
  [[nodiscard]] MPI_Datatype type() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace ranks
