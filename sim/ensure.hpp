#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace sim {

/// A broken promise of the program or its caller: the message carries the expression and the
/// numbers.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace detail {
inline void append_values(std::string&) {}
template <class Value, class... Rest>
void append_values(std::string& text, const Value& value, const Rest&... rest) {
  text += fmt::format(" {}", value);
  append_values(text, rest...);
}

template <class... Values>
[[noreturn]] void fail(std::string_view expression, std::string_view file, int line,
                       const Values&... values) {
  std::string text = fmt::format("{}:{}: {} does not hold:", file, line, expression);
  append_values(text, values...);
  throw Error(text);
}
}  // namespace detail

}  // namespace sim

/// Throws sim::Error with the expression and the given values unless `condition` holds.
#define ENSURE(condition, ...)                                                        \
  do {                                                                                \
    if (!(condition))                                                                 \
      ::sim::detail::fail(#condition, __FILE__, __LINE__ __VA_OPT__(, ) __VA_ARGS__); \
  } while (false)
