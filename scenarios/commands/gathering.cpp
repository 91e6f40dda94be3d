#include "scenarios/commands/gathering.hpp"

#include <iterator>

#include "parallel/measurement_words.hpp"

namespace scenarios {

std::vector<parallel::Measurement> gather_measurements(ranks::Session& session,
                                                       std::span<const parallel::Measurement> own,
                                                       ranks::Part part) {
  std::vector<parallel::Measurement> of_all;
  for (const auto& words : session.gather_words(parallel::to_words(own), part)) {
    std::vector<parallel::Measurement> of_rank = parallel::from_words(words).value();
    of_all.insert(of_all.end(), std::make_move_iterator(of_rank.begin()),
                  std::make_move_iterator(of_rank.end()));
  }
  return of_all;
}

}  // namespace scenarios
