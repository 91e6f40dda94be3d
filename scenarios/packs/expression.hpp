#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/read/fault.hpp"

namespace scenarios {

/// The value of a name in an expression; throws BadValue when it has none.
using Lookup = std::function<double(const std::string& name)>;

/// A closed form as text, parsed once by muParser: + - * / ^, comparisons, && ||, `? :` and the
/// functions ceil floor mod ceildiv min max. Names may contain dots. Words are constants
/// (words.hpp).
class Expression {
 public:
  /// Throws BadInput with `where` on what does not parse, an assignment and a top-level comma.
  Expression(std::string text, Origin where);

  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const Origin& where() const;
  /// The names it needs from a Lookup, sorted; neither words nor functions.
  [[nodiscard]] const std::vector<std::string>& names() const;

  /// The conditions that `&&` joins, outermost brackets taken off; itself where it joins none.
  [[nodiscard]] const std::vector<Expression>& clauses() const;

  /// Operations are in double precision and in the order they are written: nothing is folded or
  /// reordered, so integers stay exact below 2^53 where a pack multiplies before it divides. Throws
  /// BadInput on a name without value and on a result that is not finite. Not for several threads.
  [[nodiscard]] double value(const Lookup& lookup) const;

 private:
  struct Compiled;
  std::shared_ptr<Compiled> compiled_;
};

}  // namespace scenarios
