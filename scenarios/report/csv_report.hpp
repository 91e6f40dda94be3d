#pragma once

#include <span>
#include <string>

#include "scenarios/report/run_report.hpp"

namespace scenarios {

/// The document of `--csv`: a heading and one row a check, as RFC 4180.
std::string csv_report(std::span<const RunReport> reports);

}  // namespace scenarios
