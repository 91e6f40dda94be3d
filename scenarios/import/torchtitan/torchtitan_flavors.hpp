#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scenarios {

/// A model of torchtitan's tables (torchtitan/models/llama3 and the llama of its first releases).
struct Flavor {
  std::string_view model;
  std::string_view name;
  std::int64_t dim = 0;
  std::int64_t layers = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  double width_factor = 1;
  std::int64_t multiple_of = 256;
  std::int64_t vocabulary = 0;
  double rotary_base = 10000;

  /// Width of the gated MLP: two thirds of 4 dim, times the factor, rounded up to multiple_of.
  [[nodiscard]] std::int64_t ffn() const;
};

/// The flavor, or nullptr.
const Flavor* find_flavor(std::string_view model, std::string_view name);

/// All flavors, or those of a name, as "llama3 8B, llama3 70B".
std::string known_flavors(std::string_view name = "");

}  // namespace scenarios
