#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/packs/expression.hpp"

namespace scenarios {

/// Each cycle among `names`, whose expressions `expression_of` gives (nullptr: a name that is no
/// expression), as the way round it: "a", "b", "a". Found by depth-first search; a name lies on one
/// reported cycle at most.
std::vector<std::vector<std::string>> cycles(
    const std::vector<std::string>& names,
    const std::function<const Expression*(std::string_view)>& expression_of);

}  // namespace scenarios
