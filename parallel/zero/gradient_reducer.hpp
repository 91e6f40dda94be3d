#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "parallel/partial_gradients.hpp"
#include "parallel/zero/gradient_bucket.hpp"
#include "parallel/zero/model_states.hpp"
#include "ranks/group.hpp"

namespace parallel {

/// Which part of a micro-batch's backward is under way.
enum class Half : std::uint8_t { both, input, weight };

/// Where the gradients of a chunk are written, and how they are summed over the data-parallel
/// group: at stages 0 and 1 accumulated whole and reduced once a step; at stages 2 and 3 written
/// into a bucket and reduced unit by unit after every micro-batch. `reduce_scatter: false` sums
/// the same buffers by all-reduce in place. Parts that tensor-parallel ranks hold of a gradient are
/// summed before. Where the halves of a backward are apart, a bucket's unit is complete in the
/// weight half: until then the gradients that its input half has taken (norms, biases, tables) wait
/// in buffers of their own, in `communication`; a unit without a linear's weight is reduced in the
/// input half. All ranks of the group call alike.
class GradientReducer {
 public:
  GradientReducer(sim::Meters& meters, const std::vector<sim::ParameterSpec>& specs,
                  ModelStates& states, ranks::Group& dp, PartialGradients& partial,
                  GradientBucket& bucket, bool reduce_scatter);

  void begin_backward(Half half, std::int64_t micro_batch) {
    half_ = half;
    micro_batch_ = micro_batch;
  }
  /// Where to add the gradient of `parameter`, [1, size]: see sim::ParameterAccess.
  [[nodiscard]] sim::View begin(sim::ParameterId parameter);
  void end(sim::ParameterId parameter);
  /// After the last backward: what has not been reduced by then.
  void reduce_step();

 private:
  /// A unit's state between its first begin() and its last end() of one micro-batch.
  struct Progress {
    std::size_t begun = 0;
    std::size_t ended = 0;
    sim::Tensor own_buffer;  // of a unit that is used twice: it outlives the bucket's turns
  };

  /// A gradient that waits for the rest of its unit.
  struct Waiting {
    sim::ParameterId parameter = 0;
    sim::Tensor gradient;
  };

  [[nodiscard]] bool waits(std::size_t unit) const {
    return half_ == Half::input && has_weights_[unit];
  }
  [[nodiscard]] sim::View open_waiting(std::size_t unit, sim::ParameterId parameter);
  void take_waiting(std::size_t unit, sim::View whole);
  [[nodiscard]] sim::Dtype dtype() const { return states_.own_gradients(0, 0, 0).dtype; }
  [[nodiscard]] sim::View place_of(sim::ParameterId parameter, sim::View whole) const;
  [[nodiscard]] sim::View open_unit(std::size_t at);
  [[nodiscard]] sim::View buffer_of(std::size_t at);
  void sum_partial(const Unit& unit, sim::View whole);
  void reduce(const Unit& unit, sim::View whole, bool is_bucket);
  void scatter(const Unit& unit, sim::View whole, bool accumulate);

  sim::Meters& meters_;
  const std::vector<sim::ParameterSpec>& specs_;
  ModelStates& states_;
  ranks::Group& dp_;
  PartialGradients& partial_;
  GradientBucket& bucket_;
  bool reduce_scatter_;
  std::vector<Progress> progress_;  // by unit
  std::vector<bool> has_weights_;   // by unit: whether a weight half adds to it
  Half half_ = Half::both;
  std::int64_t micro_batch_ = 0;
  std::map<std::pair<std::int64_t, std::size_t>, std::vector<Waiting>> waiting_;
};

}  // namespace parallel
