#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/judge/run_result.hpp"

namespace scenarios {

/// A run's result as one line of text, for a sweep's journal; nothing is lost.
std::string text_of_run(const RunResult& run);

/// The inverse; nothing when the text is not what text_of_run makes.
std::optional<RunResult> run_of_text(std::string_view text);

}  // namespace scenarios
