#pragma once

#include <string>

#include "ranks/session.hpp"

namespace scenarios {

/// On every rank what the first rank has to say that says anything; empty when none does. One rank
/// alone must not go another way: the others would wait for it. Collective.
std::string first_told(ranks::Session& session, const std::string& own);

}  // namespace scenarios
