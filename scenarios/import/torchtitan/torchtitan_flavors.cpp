#include "scenarios/import/torchtitan/torchtitan_flavors.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace scenarios {

namespace {

constexpr std::array flavors{
    Flavor{"llama3", "debugmodel", 256, 6, 16, 16, 1, 256, 2048, 500000},
    Flavor{"llama3", "8B", 4096, 32, 32, 8, 1.3, 1024, 128256, 500000},
    Flavor{"llama3", "70B", 8192, 80, 64, 8, 1.3, 4096, 128256, 500000},
    Flavor{"llama3", "405B", 16384, 126, 128, 8, 1.2, 4096, 128256, 500000},
    Flavor{"llama", "debugmodel", 256, 8, 16, 16, 1, 256, 32000},
    Flavor{"llama", "7B", 4096, 32, 32, 32, 1, 256, 32000},
    Flavor{"llama", "13B", 5120, 40, 40, 40, 1, 256, 32000},
    Flavor{"llama", "70B", 8192, 80, 64, 8, 1.3, 4096, 32000},
};

}  // namespace

std::int64_t Flavor::ffn() const {
  const std::int64_t two_thirds = 8 * dim / 3;  // of 4 dim
  const auto scaled = static_cast<std::int64_t>(width_factor * static_cast<double>(two_thirds));
  return (scaled + multiple_of - 1) / multiple_of * multiple_of;
}

const Flavor* find_flavor(std::string_view model, std::string_view name) {
  const std::string_view table = model == "llama2" ? "llama" : model;
  const auto found = std::ranges::find_if(
      flavors, [&](const Flavor& flavor) { return flavor.model == table && flavor.name == name; });
  return found == flavors.end() ? nullptr : &*found;
}

std::string known_flavors(std::string_view name) {
  std::string names;
  for (const Flavor& flavor : flavors) {
    if (!name.empty() && flavor.name != name) continue;
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ", flavor.model, flavor.name);
  }
  return names;
}

}  // namespace scenarios
