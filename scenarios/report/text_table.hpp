#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scenarios {

/// How a cell is shown on a terminal that has colours.
enum class Shade : std::uint8_t { plain, heading, good, notable, bad, faint };

/// `text` between the terminal's codes for `shade`; as it is without colour.
std::string shaded(const std::string& text, Shade shade, bool colour);

/// Rows of ASCII cells in aligned columns, two spaces apart and two from the left.
class TextTable {
 public:
  enum class Align : std::uint8_t { left, right };
  struct Cell {
    std::string text;
    Shade shade = Shade::plain;
  };

  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}
  /// As many cells as there are columns.
  void add(std::vector<Cell> row);
  [[nodiscard]] std::string text(bool colour) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace scenarios
