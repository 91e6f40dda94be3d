#pragma once

#include <string>

#include <fmt/format.h>

#include "parallel/measurement_fields.hpp"

namespace test_support {

/// The numbers in which two measurements differ, by name; empty when they are equal, what fills the
/// peak and the timelines of gathered weights included.
inline std::string differences(const parallel::Measurement& one,
                               const parallel::Measurement& other) {
  std::string text;
  parallel::for_each_field([&](const parallel::Field& field, auto get) {
    if (get(one) == get(other)) return;
    text += fmt::format("{} {} {} {}: {} and {}\n", field.section, field.subject, field.operation,
                        field.number, get(one), get(other));
  });
  if (one.memory.at_peak != other.memory.at_peak) text += "what fills the peak\n";
  if (one.live_parameters_timelines != other.live_parameters_timelines) text += "the timelines\n";
  return text;
}

}  // namespace test_support
