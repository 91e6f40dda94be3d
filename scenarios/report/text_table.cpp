#include "scenarios/report/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/ensure.hpp"

namespace scenarios {

namespace {

// Select Graphic Rendition codes of ECMA-48.
std::string_view code_of(Shade shade) {
  switch (shade) {
    case Shade::plain:
      return "";
    case Shade::heading:
      return "1";
    case Shade::good:
      return "32";
    case Shade::notable:
      return "33";
    case Shade::bad:
      return "1;31";
    case Shade::faint:
      return "2";
  }
  return "";
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string shaded(const std::string& text, Shade shade, bool colour) {
  if (!colour || shade == Shade::plain) return text;
  return fmt::format("\x1b[{}m{}\x1b[0m", code_of(shade), text);
}

void TextTable::add(std::vector<Cell> row) {
  ENSURE(row.size() == columns_.size(), row.size(), columns_.size());
  rows_.push_back(std::move(row));
}

std::string TextTable::text(bool colour) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].text.size());
  }
  std::string all;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string gap(widths[i] - row[i].text.size(), ' ');
      const std::string cell = shaded(row[i].text, row[i].shade, colour);
      line += "  " + (columns_[i] == Align::left ? cell + gap : gap + cell);
    }
    all += trimmed(std::move(line)) + "\n";
  }
  return all;
}

}  // namespace scenarios
