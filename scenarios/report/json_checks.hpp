#pragma once

#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "scenarios/judge/check.hpp"
#include "scenarios/report/json_writer.hpp"

namespace scenarios {

/// One check as an object: `bound` where the agreement is `within`, `expected_ratio` where one is
/// stated, `failed_assumption` where that is why it is outside, and `terms` (the names in the
/// expression with their values) where it is not as expected. What its pack says of the formula
/// stands in the table of formulas.
void write_check(JsonWriter& json, const Check& check);

/// What the packs say of every formula that some run was judged by, once for all runs of a file.
class JsonFormulas {
 public:
  void add(const Check& check);
  /// The key `formulas` with a list, in the order in which they came.
  void write(JsonWriter& json) const;

 private:
  // Packs that are not read together may share name and id: the place in the file tells them apart.
  using Key = std::tuple<std::string, std::string, std::string>;
  std::vector<std::shared_ptr<const Formula>> formulas_;
  std::set<Key> known_;
};

}  // namespace scenarios
