#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scenarios {

/// The names that the value of a name needs; none where the name is no formula and no definition.
using NeededNames = std::function<std::optional<std::vector<std::string>>(const std::string&)>;

/// Each cycle among `names`, as the way round it: "a", "b", "a". Found by depth-first search; a
/// name lies on one reported cycle at most.
std::vector<std::vector<std::string>> cycles(const std::vector<std::string>& names,
                                             const NeededNames& needed_by);

}  // namespace scenarios
