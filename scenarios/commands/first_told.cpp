#include "scenarios/commands/first_told.hpp"

#include <algorithm>
#include <vector>

namespace scenarios {

std::string first_told(ranks::Session& session, const std::string& own) {
  const std::vector<std::string> of_all = session.gather_texts(own);
  const auto first =
      std::ranges::find_if(of_all, [](const std::string& text) { return !text.empty(); });
  return session.share_text(first == of_all.end() ? "" : *first);
}

}  // namespace scenarios
