#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/packs/braces.hpp"
#include "scenarios/packs/checked_mapping.hpp"
#include "scenarios/packs/formula.hpp"
#include "scenarios/packs/read_pack.hpp"

namespace scenarios {

/// Reads the entries of `formulas` of one file. What an entry does not say, `each` says, else the
/// scope is `rank`, the source the file's and the agreement `exact`.
class FormulaReader {
 public:
  /// All that is given must outlive it.
  FormulaReader(std::string pack, std::string source, const Tables& tables,
                const QuantityFault& quantity_fault, PackFaults& faults);

  void read_each(const YAML::Node& node);
  /// Appends the formulas of one entry: one, or one for each choice in the braces of id and
  /// quantity. Of an entry with `rest: true`, those whose quantity none of `formulas` has.
  void read(const YAML::Node& node, std::vector<Formula>& formulas);

 private:
  struct Braces {
    BracedText id;
    BracedText quantity;
  };
  // What the formulas of one entry have in common.
  struct Claims {
    Scope scope;
    std::string source;
    std::optional<Expression> assumes;
    Agreement agreement;
    std::string because;
    std::vector<ExpectedVerdict> expect;
  };
  [[nodiscard]] std::optional<Braces> braces(const CheckedMapping& entry) const;
  [[nodiscard]] Claims claims(const CheckedMapping& entry) const;
  [[nodiscard]] const CheckedMapping& holder(const CheckedMapping& entry, const char* key) const;
  [[nodiscard]] std::optional<Expression> expression_of(const CheckedMapping& entry,
                                                        const BracedText& quantity,
                                                        const BracedText::Choice& choice) const;

  std::string pack_;
  std::string source_;
  const Tables& tables_;
  const QuantityFault& quantity_fault_;
  PackFaults& faults_;
  std::optional<CheckedMapping> each_;
};

}  // namespace scenarios
