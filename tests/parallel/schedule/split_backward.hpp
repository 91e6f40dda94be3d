#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "parallel/schedule/schedule.hpp"

namespace test {

inline bool is_weight_half(const parallel::Instruction& each) {
  return each.action == parallel::Action::backward_weight;
}

/// A plain schedule with every weight half played at its end, in order, before `reduce`.
inline parallel::Schedule with_weight_halves_last(parallel::Schedule schedule) {
  std::stable_partition(schedule.begin(), schedule.end() - 1,
                        [](const auto& each) { return !is_weight_half(each); });
  return schedule;
}

/// A plain schedule with each weight half at any place between its input half and `reduce`.
inline parallel::Schedule with_weight_halves_anywhere(parallel::Schedule schedule,
                                                      std::mt19937& random) {
  std::vector<parallel::Instruction> halves;
  std::ranges::copy_if(schedule, std::back_inserter(halves), is_weight_half);
  std::erase_if(schedule, is_weight_half);
  for (const parallel::Instruction& half : halves) {
    parallel::Instruction input = half;
    input.action = parallel::Action::backward_input;
    const auto first = std::ranges::find(schedule, input) - schedule.begin() + 1;
    const auto last = std::ssize(schedule) - 1;
    std::uniform_int_distribution<std::ptrdiff_t> place(first, last);
    schedule.insert(schedule.begin() + place(random), half);
  }
  return schedule;
}

/// The plan's own schedules, by stage, each changed by `change`.
template <class Change>
std::vector<parallel::Schedule> changed_schedules(const parallel::Plan& plan, Change change) {
  std::vector<parallel::Schedule> stages;
  for (int stage = 0; stage < plan.mesh.pp; ++stage) {
    stages.push_back(change(parallel::make_schedule(plan.schedule, stage, plan.mesh.pp,
                                                    plan.micro_batches(), plan.virtual_stages)));
  }
  return stages;
}

}  // namespace test
