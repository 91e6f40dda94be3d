#pragma once

#include "scenarios/scenario_values.hpp"
#include "sim/enum_table.hpp"

namespace scenarios {

/// What a precision stores: the type of weights and activations, and whether the optimizer has an
/// fp32 master of the weights. int8 is that of linear weights; the rest is fp32.
struct StoredType {
  FloatType type{};
  bool has_master = false;
  bool int8_matrices = false;
};

inline constexpr sim::EnumTable<Precision, StoredType> stored_types{
    {{Precision::fp32, {FloatType::fp32}},
     {Precision::fp16, {FloatType::fp16}},
     {Precision::bf16, {FloatType::bf16}},
     {Precision::mixed_fp16, {FloatType::fp16, true}},
     {Precision::mixed_bf16, {FloatType::bf16, true}},
     {Precision::int8, {FloatType::fp32, false, true}}}};

}  // namespace scenarios
