#include "scenarios/packs/functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "scenarios/packs/words.hpp"

namespace scenarios {

namespace {

double ceil_of(double x) {
  return std::ceil(x);
}
double floor_of(double x) {
  return std::floor(x);
}
double least(const double* values, int count) {
  return *std::min_element(values, values + count);
}
double greatest(const double* values, int count) {
  return *std::max_element(values, values + count);
}

}  // namespace

double mod(double x, double y) {
  const double rest = std::fmod(x, y);
  return rest != 0.0 && (rest < 0.0) != (y < 0.0) ? rest + y : rest;
}

double ceildiv(double x, double y) {
  const double rest = mod(x, y);
  return (x - rest) / y + (rest != 0.0 ? 1.0 : 0.0);
}

bool is_function(std::string_view name) {
  constexpr std::array<std::string_view, 6> names = {"ceil",    "floor", "mod",
                                                     "ceildiv", "min",   "max"};
  return std::ranges::find(names, name) != names.end();
}

void define_functions(mu::Parser& parser) {
  parser.ClearFun();
  parser.ClearConst();
  parser.DefineFun("ceil", ceil_of);
  parser.DefineFun("floor", floor_of);
  parser.DefineFun("mod", mod);
  parser.DefineFun("ceildiv", ceildiv);
  parser.DefineFun("min", least);
  parser.DefineFun("max", greatest);
  for (const auto& [word, number] : words()) parser.DefineConst(word, number);
}

}  // namespace scenarios
