#include "ranks/datatypes.hpp"

#include <algorithm>
#include <string>

#include "ranks/mpi_error.hpp"
#include "sim/ensure.hpp"
#include "sim/half.hpp"

namespace ranks {

namespace {

/// MPI's operator signature: right[i] = left[i] + right[i]. The same result from either side, so
/// that all ranks end with the same bits whatever order MPI picks.
template <class Stored>
void add(void* left, void* right, int* length, MPI_Datatype*) {
  const auto* from = static_cast<const Stored*>(left);
  auto* into = static_cast<Stored*>(right);
  for (int i = 0; i < *length; ++i) {
    into[i] = Stored(static_cast<float>(from[i]) + static_cast<float>(into[i]));
  }
}

template <class Stored>
void take_larger(void* left, void* right, int* length, MPI_Datatype*) {
  const auto* from = static_cast<const Stored*>(left);
  auto* into = static_cast<Stored*>(right);
  for (int i = 0; i < *length; ++i) {
    into[i] = Stored(std::max(static_cast<float>(from[i]), static_cast<float>(into[i])));
  }
}

MPI_Op commutative(MPI_User_function* function) {
  MPI_Op created = MPI_OP_NULL;
  check_mpi(MPI_Op_create(function, 1, &created), "session", "MPI_Op_create");
  return created;
}

}  // namespace

Datatypes::Datatypes()
    : fp16_sum_(commutative(add<sim::Fp16>)),
      fp16_max_(commutative(take_larger<sim::Fp16>)),
      bf16_sum_(commutative(add<sim::Bf16>)),
      bf16_max_(commutative(take_larger<sim::Bf16>)) {
  check_mpi(MPI_Type_contiguous(2, MPI_BYTE, &two_bytes_), "session", "MPI_Type_contiguous");
  check_mpi(MPI_Type_commit(&two_bytes_), "session", "MPI_Type_commit");
}

Datatypes::~Datatypes() {
  MPI_Op_free(&fp16_sum_);
  MPI_Op_free(&fp16_max_);
  MPI_Op_free(&bf16_sum_);
  MPI_Op_free(&bf16_max_);
  MPI_Type_free(&two_bytes_);
}

MPI_Datatype Datatypes::type_of(sim::Dtype dtype) const {
  switch (dtype) {
    case sim::Dtype::fp32:
      return MPI_FLOAT;
    case sim::Dtype::fp16:
    case sim::Dtype::bf16:
      return two_bytes_;
    case sim::Dtype::int64:
      return MPI_INT64_T;
    case sim::Dtype::uint8:
      return MPI_UINT8_T;
    case sim::Dtype::int8:
      return MPI_INT8_T;
  }
  return MPI_DATATYPE_NULL;
}

MPI_Op Datatypes::operator_for(sim::Dtype dtype, Reduction reduction) const {
  const bool sum = reduction == Reduction::sum;
  switch (dtype) {
    case sim::Dtype::fp32:
    case sim::Dtype::int64:
      return sum ? MPI_SUM : MPI_MAX;
    case sim::Dtype::fp16:
      return sum ? fp16_sum_ : fp16_max_;
    case sim::Dtype::bf16:
      return sum ? bf16_sum_ : bf16_max_;
    case sim::Dtype::uint8:
    case sim::Dtype::int8:
      break;
  }
  throw sim::Error("reductions take fp32, fp16, bf16 and int64, not " +
                   std::string(sim::name_of(dtype)));
}

StridedSlice::StridedSlice(MPI_Datatype element, int width, std::int64_t stride_bytes) {
  MPI_Datatype block = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_contiguous(width, element, &block), "slice", "MPI_Type_contiguous");
  const int code = MPI_Type_create_resized(block, 0, MPI_Aint{stride_bytes}, &type_);
  MPI_Type_free(&block);
  check_mpi(code, "slice", "MPI_Type_create_resized");
  check_mpi(MPI_Type_commit(&type_), "slice", "MPI_Type_commit");
}

StridedSlice::~StridedSlice() {
  if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
}

}  // namespace ranks
