#pragma once

#include <cstdint>
#include <memory>

#include "sim/kernels/optimizer/adamw.hpp"

namespace sim {

/// Elements that share one scale.
inline constexpr std::int64_t quantised_block = 256;
/// Tensors with fewer elements keep fp32 moments (bitsandbytes' min_8bit_size): adamw_step is for
/// them.
inline constexpr std::int64_t smallest_quantised_tensor = 4096;

/// Scales of a quantised tensor of `size` elements; the last block may be short.
constexpr std::int64_t quantised_blocks(std::int64_t size) {
  return (size + quantised_block - 1) / quantised_block;
}

/// A moment of n elements in 8 bits. All bytes zero stand for zeros.
struct QuantisedMoment {
  View codes;   // uint8 [1, n]
  View absmax;  // fp32 [1, ceil(n / 256)]: the largest magnitude of each block
};

/// One whole tensor as the optimizer is handed it: [1, n] views, of which blocks are cut.
struct AdamW8BitSlice {
  View weights;  // as stored (fp32, fp16, bf16)
  View master;   // fp32; empty when the weights are the master
  ConstView gradient;
  QuantisedMoment first_moment;      // signed codes
  QuantisedMoment second_moment;     // unsigned codes
  std::span<const DecayRun> decays;  // ascending; the last ends at n
};

/// AdamW's formulas (adamw_step) on moments that are stored in 8 bits, block by block: a block is
/// dequantised, updated, the weights take the step of the moments not yet rounded, then each
/// moment is divided by its largest magnitude and stored as the nearest code of the dynamic map
/// (detail/dynamic_code.hpp). Source: Dettmers et al. 2022, "8-bit Optimizers via Block-wise
/// Quantization" (arXiv 2110.02861), and bitsandbytes' blockwise kernel; that one moves a small
/// negative first moment off the code for zero, which the paper does not.
/// 19 FLOPs an element: AdamW's 15, and for each moment a product and a quotient.
void adamw_8bit_step(Meters& meters, const AdamW& adamw, std::int64_t step, double gradient_factor,
                     const AdamW8BitSlice& slice);

/// Two moments of 8 bits an element and their scales, fp32 each, a block: 2 n + 8 ceil(n / 256)
/// bytes.
class AdamW8BitStates final : public OptimizerStates {
 public:
  AdamW8BitStates(Meters& meters, const AdamW& adamw, std::int64_t size);
  void update(Meters& meters, const OptimizerStep& step, const OptimizedTensor& tensor) override;

 private:
  AdamW adamw_;
  Tensor first_codes_;
  Tensor first_absmax_;
  Tensor second_codes_;
  Tensor second_absmax_;
};

/// These, or for a small tensor AdamW's own.
std::unique_ptr<OptimizerStates> make_adamw_8bit_states(Meters& meters, const AdamW& adamw,
                                                        std::int64_t size);

}  // namespace sim
