#include "ranks/wait_report.hpp"

#include <fmt/format.h>

namespace ranks {

namespace {

std::string whereabouts(const LifeSign& sign) {
  if (sign.activity == Activity::computing) return fmt::format("rank {} is computing", sign.rank);
  return fmt::format("rank {} is in {} over {}", sign.rank, name_of(sign.activity),
                     name_of(sign.axis));
}

std::string silence(const LifeSign& sign) {
  return fmt::format("rank {} does not respond (last heartbeat {:.0f} s ago)", sign.rank,
                     sign.age_seconds);
}

}  // namespace

std::string describe(const StuckWait& wait, const std::vector<LifeSign>& signs,
                     double silent_after) {
  std::string silent;
  std::string responding;
  for (const LifeSign& sign : signs) {
    const bool is_silent = sign.age_seconds > silent_after;
    std::string& list = is_silent ? silent : responding;
    if (!list.empty()) list += ", ";
    list += is_silent ? silence(sign) : whereabouts(sign);
  }
  std::string text =
      fmt::format("error: rank {}: waited {:.0f} s in {} over {} with rank{} {}", wait.rank,
                  wait.seconds, name_of(wait.activity), name_of(wait.axis),
                  wait.partners.size() == 1 ? "" : "s", fmt::join(wait.partners, ", "));
  const std::string& reason = silent.empty() ? responding : silent;
  if (!reason.empty()) text += "; " + reason;
  return text;
}

}  // namespace ranks
