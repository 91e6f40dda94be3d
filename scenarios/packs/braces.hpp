#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/packs/tables.hpp"

namespace scenarios {

/// A text that stands for several: "memory.weights.{kept,peak}" for two, and "act.{item}" for one a
/// row of the table `item`.
class BracedText {
 public:
  /// Which alternative of each pair of braces.
  using Choice = std::vector<std::size_t>;

  /// Throws BadValue: braces that do not match or nest, an alternative that is empty, no such
  /// table. The tables must outlive it.
  BracedText(std::string_view text, const Tables& tables);

  /// Of each pair of braces, in order.
  [[nodiscard]] const std::vector<std::vector<std::string>>& alternatives() const {
    return alternatives_;
  }
  [[nodiscard]] std::string with(const Choice& choice) const;
  /// Whether another text has as many alternatives in as many braces.
  [[nodiscard]] bool is_like(const BracedText& other) const;
  /// The rows that a choice takes, by table.
  [[nodiscard]] std::map<std::string, const Table::Row*> rows(const Choice& choice) const;
  /// Calls `visit` with every choice, that of the last braces running fastest.
  void for_each_choice(const std::function<void(const Choice&)>& visit) const;

 private:
  void add_braces(std::string_view inner, const Tables& tables);

  std::vector<std::string> between_;  // one more than there are braces
  std::vector<std::vector<std::string>> alternatives_;
  std::vector<const Table*> tables_;  // nullptr: the alternatives stand in the text
};

/// An expression with `{TABLE}` replaced by the definition of the table's row, TABLE.ROW, and
/// `{TABLE.COLUMN}` by that column of it, in brackets. Throws BadValue: what the rows do not have.
std::string filled(std::string_view expression,
                   const std::map<std::string, const Table::Row*>& rows);

}  // namespace scenarios
