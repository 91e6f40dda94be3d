#include "scenarios/judge/places.hpp"

namespace scenarios {

Evaluation& Places::at(std::int64_t rank) {
  if (rank % ranks_of_a_stage_ != 0) {
    if (other_rank_ != rank) other_.emplace(evaluation_of(rank));
    other_rank_ = rank;
    return *other_;
  }
  const auto known = stages_.find(rank);
  return known != stages_.end() ? known->second
                                : stages_.emplace(rank, evaluation_of(rank)).first->second;
}

}  // namespace scenarios
