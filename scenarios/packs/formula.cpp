#include "scenarios/packs/formula.hpp"

#include <array>

#include <fmt/format.h>

namespace scenarios {

std::string_view name_of(Scope scope) {
  constexpr std::array<std::string_view, 4> names = {"rank", "mean", "max", "sum"};
  return names.at(static_cast<std::size_t>(scope));
}

std::string_view name_of(AgreementKind kind) {
  constexpr std::array<std::string_view, 4> names = {"exact", "within", "upper_bound",
                                                     "lower_bound"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string_view name_of(ListKind list) {
  constexpr std::array<std::string_view, 4> names = {"tensors", "modules", "units", "moments"};
  return names.at(static_cast<std::size_t>(list));
}

std::string_view name_of(FoldKind kind) {
  constexpr std::array<std::string_view, 3> names = {"sum", "max", "first"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string_view name_of(Place place) {
  constexpr std::array<std::string_view, 3> names = {"first", "layer", "last"};
  return names.at(static_cast<std::size_t>(place));
}

std::string_view name_of(RemarkKind kind) {
  constexpr std::array<std::string_view, 3> names = {"identity", "rule of thumb", "statement"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string Agreement::text() const {
  return bound ? fmt::format("{} {}", name_of(kind), bound->text()) : std::string(name_of(kind));
}

}  // namespace scenarios
