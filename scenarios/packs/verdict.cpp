#include "scenarios/packs/verdict.hpp"

#include <array>

namespace scenarios {

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 6> names = {"exact", "exact~", "within",
                                                     "bound", "off",    "outside"};
  return names.at(static_cast<std::size_t>(verdict));
}

std::optional<Verdict> verdict_of(std::string_view word) {
  for (const Verdict verdict :
       {Verdict::exact, Verdict::within, Verdict::bound, Verdict::off, Verdict::outside}) {
    if (name_of(verdict) == word) return verdict;
  }
  return std::nullopt;
}

}  // namespace scenarios
