#pragma once

#include <string>
#include <string_view>

namespace scenarios {

/// The name of a sweep's point in two parts: that of the scenario, and the settings of its grid.
struct PointName {
  std::string scenario;
  std::string settings;  // without what a layout column says, keys by their last part; may be empty
};

/// "demo[parallel.data_parallel_size=2,precision=fp32]": "demo" and "precision=fp32".
PointName point_name(std::string_view name);

}  // namespace scenarios
