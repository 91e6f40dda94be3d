#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "parallel/zero/fetch_planner.hpp"

namespace test {

using parallel::FetchPlanner;
using parallel::Pass;
using parallel::Stage3Plan;

/// Parameters 0 to 4 in modules A to D. A micro-batch's trace is A B C D D C B A, and the elements
/// before its places are 0, 100, 155, 235, 295, 355, 435, 490.
inline const std::vector<std::int64_t> sizes = {100, 50, 5, 80, 60};
inline const std::vector<FetchPlanner::Parameters> modules = {{0}, {1, 2}, {3}, {4}};

inline constexpr std::int64_t far = 1'000'000'000;

inline std::string text_of(const FetchPlanner::Parameters& parameters) {
  std::string text;
  for (const sim::ParameterId id : parameters) {
    if (!text.empty()) text += ',';
    text += std::to_string(id);
  }
  return text;
}

/// A planner and its chunk of four modules.
class Walk {
 public:
  explicit Walk(const Stage3Plan& knobs) : planner_(knobs, sizes, modules) {}

  /// One pass: each module with what is gathered for it (+), ahead of others (>), and released on
  /// leaving it (-): "A[+0 >1 -0] B[]".
  std::string forward() {
    planner_.begin(Pass::forward);
    return visit({0, 1, 2, 3});
  }
  std::string backward() {
    planner_.begin(Pass::backward);
    return visit({3, 2, 1, 0});
  }
  /// The step in which the trace is recorded.
  Walk& record() {
    forward();
    backward();
    static_cast<void>(planner_.end_step());
    peak_ = planner_.live();
    return *this;
  }
  FetchPlanner& planner() { return planner_; }
  [[nodiscard]] std::int64_t peak() const { return peak_; }

 private:
  std::string visit(const std::vector<sim::ModuleId>& order) {
    std::string text;
    for (const sim::ModuleId module : order) {
      const auto fetches = planner_.enter(module);
      peak_ = std::max(peak_, planner_.live());
      std::string what;
      const auto add = [&](char sign, const FetchPlanner::Parameters& parameters) {
        if (parameters.empty()) return;
        if (!what.empty()) what += ' ';
        what += sign + text_of(parameters);
      };
      add('+', fetches.now);
      add('>', fetches.ahead);
      add('-', planner_.leave(module));
      if (!text.empty()) text += ' ';
      text += "ABCD"[module] + ('[' + what + ']');
    }
    return text;
  }

  FetchPlanner planner_;
  std::int64_t peak_ = 0;
};

inline Stage3Plan knobs(std::int64_t prefetch, std::int64_t reuse, std::int64_t persistence = 0,
                        std::int64_t max_live = far) {
  return {.max_live_parameters = max_live,
          .max_reuse_distance = reuse,
          .prefetch_bucket_size = prefetch,
          .param_persistence_threshold = persistence};
}

inline const std::string plain_forward = "A[+0 -0] B[+1,2 -1,2] C[+3 -3] D[+4 -4]";
inline const std::string plain_backward = "D[+4 -4] C[+3 -3] B[+1,2 -1,2] A[+0 -0]";

}  // namespace test
