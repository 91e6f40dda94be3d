#include "scenarios/report/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/text_width.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

constexpr std::size_t gap = 2;              // before every column
constexpr std::size_t least_width = 10;     // of a column that wraps
constexpr std::size_t left_out = SIZE_MAX;  // width of a column that is not shown

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

std::size_t total_of(const std::vector<std::size_t>& widths) {
  std::size_t total = 0;
  for (const std::size_t width : widths) total += width == left_out ? 0 : width + gap;
  return total;
}

std::string aligned(const TextTable::Cell& cell, TextTable::Align align, std::size_t width,
                    bool colour) {
  const std::string blanks(width - std::min(width, cells_of(cell.text)), ' ');
  const std::string text = shaded(cell.text, cell.shade, colour);
  return std::string(gap, ' ') + (align == TextTable::Align::left ? text + blanks : blanks + text);
}

}  // namespace

std::string shaded(const std::string& text, Shade shade, bool colour) {
  if (!colour || shade == Shade::plain || text.empty()) return text;
  return fmt::format("\x1b[{}m{}\x1b[0m", code_of(shade), text);
}

TextTable::TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {
  Row& titles = rows_.emplace_back();
  for (const Column& column : columns_) titles.cells.emplace_back(column.title, Shade::heading);
}

void TextTable::add(std::vector<Cell> row) {
  ENSURE(row.size() == columns_.size(), row.size(), columns_.size());
  rows_.push_back({std::move(row), {}});
}

void TextTable::note(std::string words, Shade shade) {
  rows_.back().notes.emplace_back(std::move(words), shade);
}

std::size_t TextTable::width() const {
  return total_of(natural_widths());
}

std::vector<std::size_t> TextTable::natural_widths() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], cells_of(row.cells[i].text));
  }
  return widths;
}

std::vector<std::size_t> TextTable::widths_in(std::size_t width) const {
  std::vector<std::size_t> widths = natural_widths();
  for (std::size_t i = columns_.size(); i-- > 0 && total_of(widths) > width;) {
    if (columns_[i].fit == Fit::spare) widths[i] = left_out;
  }
  while (total_of(widths) > width) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const bool may_shrink = columns_[i].fit == Fit::wraps && widths[i] > least_width;
      if (may_shrink && (widest == nullptr || widths[i] > *widest)) widest = &widths[i];
    }
    if (widest == nullptr) break;
    --*widest;
  }
  return widths;
}

// A row is as high as the cell that takes most lines.
std::string TextTable::text_of(const Row& row, const std::vector<std::size_t>& widths,
                               bool colour) const {
  std::vector<std::vector<std::string>> lines(widths.size());
  std::size_t height = 1;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (widths[i] == left_out) continue;
    lines[i] = wrapped(row.cells[i].text, std::max<std::size_t>(1, widths[i]));
    height = std::max(height, lines[i].size());
  }
  std::string all;
  for (std::size_t number = 0; number < height; ++number) {
    std::string line;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] == left_out) continue;
      const std::string part = number < lines[i].size() ? lines[i][number] : "";
      line += aligned({part, row.cells[i].shade}, columns_[i].align, widths[i], colour);
    }
    all += trimmed(std::move(line)) + "\n";
  }
  return all;
}

std::string TextTable::text(const TerminalStyle& style) const {
  const std::vector<std::size_t> widths = widths_in(style.width);
  std::string all;
  for (const Row& row : rows_) {
    all += text_of(row, widths, style.colour);
    for (const Cell& note : row.notes) {
      all += shaded(paragraph(note.text, style.width, 2 * gap), note.shade, style.colour);
    }
  }
  return all;
}

}  // namespace scenarios
