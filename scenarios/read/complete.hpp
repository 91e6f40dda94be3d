#pragma once

#include "scenarios/read/draft.hpp"

namespace scenarios {

/// Fills in what was not given and holds the keys against each other; the draft has the faults.
/// A model's config, where one is named, must have been applied.
void complete(Draft& draft);

}  // namespace scenarios
