#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace scenarios {

/// How an estimate stands to its measurement. exact_rounded ("exact~"): equal within 4 units in the
/// last place, above 2^53 where a double holds no single integers. outside: not judged.
enum class Verdict : std::uint8_t { exact, exact_rounded, within, bound, off, outside };

std::string_view name_of(Verdict verdict);

/// The verdict a pack or scenario may expect: exact, within, bound, off or outside.
std::optional<Verdict> verdict_of(std::string_view word);

}  // namespace scenarios
