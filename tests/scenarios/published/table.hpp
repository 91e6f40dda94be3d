#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/files/project_files.hpp"

namespace test {

/// One printed number. It is a point of the scenario file that is called as its table, and one or
/// two expressions on that scenario: of formulas and keys, and of what its shape-only run measures.
struct PublishedNumber {
  std::string id;
  double printed = 0;
  std::string unit;
  double below = 0;  // by which ours may be less: the rounding of the print, or 0
  double above = 0;
  std::string ours;  // where the source contradicts itself: our value as we would print it
  std::string point;
  std::string estimate;
  std::string dry;
  std::string note;

  /// Whether the source may have printed `value`. The slack is for ties in binary fractions.
  [[nodiscard]] bool may_be(double value) const {
    const double slack = 1e-9 * std::abs(printed);
    return value >= printed - below - slack && value <= printed + above + slack;
  }
  /// Whether `value` is `ours` to its last digit.
  [[nodiscard]] bool is_ours(double value) const {
    const std::size_t dot = ours.find('.');
    const auto decimals =
        dot == std::string::npos ? 0.0 : static_cast<double>(ours.size() - dot - 1);
    return std::abs(value - std::stod(ours)) <= 0.5 * std::pow(10.0, -decimals);
  }
};

inline std::filesystem::path tables_folder() {
  return scenarios::project_folder() / "tests/scenarios/published";
}

/// The lines of a table without its header, each as so many cells; the last one takes the rest.
inline std::vector<std::vector<std::string>> cells_of(const std::string& table, std::size_t count) {
  std::ifstream file(tables_folder() / (table + ".csv"));
  EXPECT_TRUE(file.good()) << table;
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream text(line);
    std::vector<std::string> cells(count);
    for (std::size_t i = 0; i + 1 < count; ++i) std::getline(text, cells[i], ',');
    std::getline(text, cells[count - 1]);
    rows.push_back(cells);
  }
  return rows;
}

inline std::vector<PublishedNumber> numbers_of(const std::string& table) {
  std::vector<PublishedNumber> numbers;
  for (const auto& cells : cells_of(table, 10)) {
    numbers.push_back({.id = cells[0],
                       .printed = std::stod(cells[1]),
                       .unit = cells[2],
                       .below = std::stod(cells[3]),
                       .above = std::stod(cells[4]),
                       .ours = cells[5],
                       .point = cells[6],
                       .estimate = cells[7],
                       .dry = cells[8],
                       .note = cells[9]});
  }
  return numbers;
}

/// The tables of numbers, by name: all but that of the numbers out of reach.
inline std::vector<std::string> published_tables() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(tables_folder())) {
    const auto& path = entry.path();
    if (path.extension() == ".csv" && path.stem() != "out-of-reach")
      names.push_back(path.stem().string());
  }
  std::ranges::sort(names);
  return names;
}

/// "a=1 b=2", or the label "[a=1, b=2]" of a sweep's point, as {"a=1", "b=2"}.
inline std::set<std::string> settings_of(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '[' || c == ']' || c == ','; }, ' ');
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

}  // namespace test
