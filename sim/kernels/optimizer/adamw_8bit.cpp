#include "sim/kernels/optimizer/adamw_8bit.hpp"

#include <vector>

#include "sim/ensure.hpp"
#include "sim/kernels/detail/adamw_8bit.hpp"
#include "sim/kernels/detail/optimizer_slice.hpp"

namespace sim {
namespace {

void ensure_moment(const QuantisedMoment& moment, std::int64_t size) {
  kernels::ensure_vector(moment.codes, Dtype::uint8, size);
  kernels::ensure_vector(moment.absmax, Dtype::fp32, quantised_blocks(size));
}

void ensure_decays(std::span<const DecayRun> decays, std::int64_t size) {
  std::int64_t end = 0;
  for (const DecayRun& run : decays) {
    ENSURE(run.end > end, run.end, end);
    end = run.end;
  }
  ENSURE(end == size, end, size);
}

std::vector<kernels::ScaledRun> scaled(const AdamW& adamw, std::span<const DecayRun> decays) {
  std::vector<kernels::ScaledRun> runs;
  for (const DecayRun& run : decays) {
    const double decay = 1.0 - adamw.learning_rate * run.weight_decay;
    runs.push_back({run.end, static_cast<float>(decay)});
  }
  return runs;
}

kernels::MomentCodes storage_of(const QuantisedMoment& moment) {
  return {moment.codes.as<std::uint8_t>(), moment.absmax.as<float>()};
}

}  // namespace

void adamw_8bit_step(Meters& meters, const AdamW& adamw, std::int64_t step, double gradient_factor,
                     const AdamW8BitSlice& slice) {
  const std::int64_t size = slice.weights.columns;
  kernels::ensure_slice(slice.weights, slice.master, slice.gradient);
  ensure_moment(slice.first_moment, size);
  ensure_moment(slice.second_moment, size);
  ensure_decays(slice.decays, size);
  ENSURE(step >= 1, step);
  meters.flops.add_elementwise(Checked(19) * slice.weights.size());
  if (slice.weights.shape_only()) return;
  const auto scalars = kernels::adamw_scalars(adamw, step, gradient_factor, 0.0);
  const std::vector<kernels::ScaledRun> runs = scaled(adamw, slice.decays);
  kernels::update_weights(
      slice.weights, slice.master, slice.gradient,
      [&]<class Weight, class Gradient>(Weight* weights, const Gradient* gradient) {
        kernels::adamw_8bit_update<float>(scalars, runs,
                                          kernels::AdamW8BitOperands<Weight, Gradient>{
                                              .weights = weights,
                                              .gradient = gradient,
                                              .first_moment = storage_of(slice.first_moment),
                                              .second_moment = storage_of(slice.second_moment),
                                              .size = size});
      });
}

AdamW8BitStates::AdamW8BitStates(Meters& meters, const AdamW& adamw, std::int64_t size)
    : adamw_(adamw),
      first_codes_(make_state(meters, Dtype::uint8, size)),
      first_absmax_(make_state(meters, Dtype::fp32, quantised_blocks(size))),
      second_codes_(make_state(meters, Dtype::uint8, size)),
      second_absmax_(make_state(meters, Dtype::fp32, quantised_blocks(size))) {}

void AdamW8BitStates::update(Meters& meters, const OptimizerStep& step,
                             const OptimizedTensor& tensor) {
  adamw_8bit_step(meters, adamw_, step.number, step.gradient_factor,
                  {.weights = tensor.weights,
                   .master = tensor.master,
                   .gradient = tensor.gradient,
                   .first_moment = {first_codes_, first_absmax_},
                   .second_moment = {second_codes_, second_absmax_},
                   .decays = tensor.decays});
}

std::unique_ptr<OptimizerStates> make_adamw_8bit_states(Meters& meters, const AdamW& adamw,
                                                        std::int64_t size) {
  if (size < smallest_quantised_tensor) return std::make_unique<AdamWStates>(meters, adamw, size);
  return std::make_unique<AdamW8BitStates>(meters, adamw, size);
}

}  // namespace sim
