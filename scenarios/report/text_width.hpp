#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scenarios {

/// How many cells of a terminal a UTF-8 text takes: East Asian wide characters two, combining marks
/// none, every other character (and every byte that is no UTF-8) one.
std::size_t cells_of(std::string_view text);

/// The text in lines of at most `width` cells, broken at blanks, else after a mark that ends a part
/// of a name, and inside a word only where nothing else fits. At least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The same as one text: every line ends, and begins with `indent` blanks, which count.
std::string paragraph(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace scenarios
