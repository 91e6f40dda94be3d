#pragma once

#include <map>
#include <string>
#include <string_view>

namespace scenarios {

/// The words of scenario keys as constants of expressions: equal words are equal numbers, different
/// words different ones. Names as expressions spell them.
const std::map<std::string, double, std::less<>>& words();

/// A key's word as expressions spell it: 1f1b is one_f_one_b, zb-h1 is zb_h1, others as they are.
std::string spelt_in_expressions(std::string_view word);

}  // namespace scenarios
