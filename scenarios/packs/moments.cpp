#include "scenarios/packs/moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "scenarios/packs/words.hpp"

namespace scenarios {

namespace {

constexpr std::array<std::string_view, 7> names = {
    "chunks_in_flight", "layers_in_flight", "first_in_flight", "last_in_flight",
    "turns_first",      "turns_last",       "turns_layers"};

/// How a rank's passes follow each other.
class Passes {
 public:
  explicit Passes(const Variables& rank)
      : rank_(rank),
        stages_(integer("p")),
        chunks_(integer("v")),
        all_(integer("m") * chunks_),
        ahead_(passes_ahead()) {}

  [[nodiscard]] std::int64_t count() const { return all_; }
  /// Backward passes that begin while forward passes remain, and after how many they look alike.
  [[nodiscard]] std::int64_t steady() const { return all_ - ahead_; }
  [[nodiscard]] std::int64_t round() const { return stages_ * chunks_; }

  [[nodiscard]] Variables before_backward(std::int64_t j) const {
    const std::int64_t made = std::min(all_, ahead_ + j + 1);
    const std::int64_t turn = chunks_ - 1 - j % (stages_ * chunks_) / stages_;
    Variables numbers{{"turns_first", is_model_first(turn)},
                      {"turns_last", is_model_last(turn)},
                      {"turns_layers", layers(turn)}};
    for (std::int64_t c = 0; c < chunks_; ++c) {
      const auto open = static_cast<double>(of_chunk(made, c) - of_chunk(j, chunks_ - 1 - c));
      numbers["chunks_in_flight"] += open;
      numbers["layers_in_flight"] += open * layers(c);
      numbers["first_in_flight"] += open * is_model_first(c);
      numbers["last_in_flight"] += open * is_model_last(c);
    }
    return numbers;
  }

 private:
  [[nodiscard]] std::int64_t integer(std::string_view name) const {
    return std::llround(rank_.find(name)->second);
  }
  [[nodiscard]] double layers(std::int64_t chunk) const {
    return rank_.at(fmt::format("L_chunk.{}", chunk));
  }
  [[nodiscard]] double is_model_first(std::int64_t chunk) const {
    return chunk == 0 ? rank_.at("is_first") : 0.0;
  }
  [[nodiscard]] double is_model_last(std::int64_t chunk) const {
    return chunk + 1 == chunks_ ? rank_.at("is_last") : 0.0;
  }

  [[nodiscard]] std::int64_t passes_ahead() const {
    const double schedule = rank_.at("schedule");
    const std::int64_t after = stages_ - 1 - integer("pp_rank");
    if (schedule == words().at("gpipe")) return all_ - 1;
    return schedule == words().at("interleaved") ? 2 * after + (chunks_ - 1) * stages_ : after;
  }

  /// How many of the first `passes` passes are of the chunk that comes `turn`-th in each round.
  [[nodiscard]] std::int64_t of_chunk(std::int64_t passes, std::int64_t turn) const {
    return passes / round() * stages_ +
           std::clamp<std::int64_t>(passes % round() - turn * stages_, 0, stages_);
  }

  const Variables& rank_;
  std::int64_t stages_;
  std::int64_t chunks_;
  std::int64_t all_;
  std::int64_t ahead_;
};

}  // namespace

std::vector<ListEntry> moments_of_rank(const Variables& rank) {
  const Passes passes(rank);
  const std::int64_t steady = std::max<std::int64_t>(passes.steady(), 0);
  std::vector<ListEntry> moments;
  for (std::int64_t j = 0; j < std::min(passes.round(), steady); ++j) {
    const std::int64_t alike = 1 + (steady - 1 - j) / passes.round();
    moments.push_back({passes.before_backward(j), static_cast<double>(alike)});
  }
  for (std::int64_t j = steady; j < passes.count(); ++j) {
    moments.push_back({passes.before_backward(j), 1});
  }
  return moments;
}

bool is_number_of_a_moment(std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace scenarios
