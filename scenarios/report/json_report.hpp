#pragma once

#include <span>
#include <string>

#include "scenarios/report/run_report.hpp"

namespace scenarios {

/// The document of `--json`, schema "shardscope/1". The same reports give the same bytes.
std::string json_report(std::span<const RunReport> reports);

}  // namespace scenarios
