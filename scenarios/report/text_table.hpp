#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scenarios {

/// How a cell is shown on a terminal that has colours.
enum class Shade : std::uint8_t { plain, heading, good, notable, bad, faint };

/// `text` between the terminal's codes for `shade`; as it is without colour.
std::string shaded(const std::string& text, Shade shade, bool colour);

/// How text for a terminal is made. `colour`: only when the output is a terminal. `width`: the
/// cells of a line; narrower tables leave out what can be spared and wrap the rest.
struct TerminalStyle {
  bool colour = false;
  bool all_ranks = false;  // every rank's check instead of the worst one's
  std::size_t width = 80;
};

/// Rows of UTF-8 cells in aligned columns, two spaces apart and two from the left.
class TextTable {
 public:
  enum class Align : std::uint8_t { left, right };
  /// What becomes of a column where the table is too wide: first the spare ones go, the last of
  /// them first; then the cells of the wrapping ones are broken into lines, the widest first.
  enum class Fit : std::uint8_t { firm, wraps, spare };
  struct Column {
    std::string title;
    Align align = Align::left;
    Fit fit = Fit::firm;
  };
  struct Cell {
    // NOLINTNEXTLINE(google-explicit-constructor): a cell is a text, and may have a shade
    Cell(std::string words, Shade tint = Shade::plain) : text(std::move(words)), shade(tint) {}
    std::string text;
    Shade shade;
  };

  /// The titles make the first row.
  explicit TextTable(std::vector<Column> columns);
  /// As many cells as there are columns.
  void add(std::vector<Cell> row);
  /// A paragraph below the last row, over all columns.
  void note(std::string words, Shade shade = Shade::faint);
  /// No rows but the titles.
  [[nodiscard]] bool is_empty() const { return rows_.size() <= 1; }
  /// The cells of its lines where nothing is left out or wrapped.
  [[nodiscard]] std::size_t width() const;
  [[nodiscard]] std::string text(const TerminalStyle& style) const;

 private:
  struct Row {
    std::vector<Cell> cells;
    std::vector<Cell> notes;
  };
  [[nodiscard]] std::vector<std::size_t> natural_widths() const;
  [[nodiscard]] std::vector<std::size_t> widths_in(std::size_t width) const;
  [[nodiscard]] std::string text_of(const Row& row, const std::vector<std::size_t>& widths,
                                    bool colour) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace scenarios
