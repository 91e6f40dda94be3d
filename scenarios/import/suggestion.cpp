#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "scenarios/import/key_table.hpp"
#include "scenarios/import/value_form.hpp"
#include "scenarios/read/edit_distance.hpp"

namespace scenarios {

namespace {

template <class Visitor>
void for_each_word(std::string_view words, const Visitor& visit) {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    visit(word);
    words.remove_prefix(std::min(words.size(), word.size() + 1));
  }
}

/// The nearest of the keys that are shown to it.
class Nearest {
 public:
  explicit Nearest(std::string_view written) : written_(written) {}

  void consider(std::string_view known) {
    if (known.ends_with('*')) return;  // stands for many
    const bool is_longer = known.size() > written_.size() && known.ends_with(written_) &&
                           known[known.size() - written_.size() - 1] == '.';
    if (is_longer) section_ = known.substr(0, known.size() - written_.size() - 1);
    const std::size_t mistakes = edit_distance(written_, known);
    if (mistakes >= fewest_) return;
    fewest_ = mistakes;
    nearest_ = known;
  }

  // With more mistakes than one and an eighth of its letters it is another word.
  [[nodiscard]] std::string text() const {
    if (!section_.empty()) return fmt::format(" (belongs below {})", section_);
    if (nearest_.empty() || fewest_ > 1 + written_.size() / 8) return "";
    return fmt::format(" (nearest known: {})", nearest_);
  }

 private:
  std::string_view written_;
  std::string_view nearest_;
  std::string_view section_;
  std::size_t fewest_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace

std::string suggestion(const KeyTable& table, const Setting& setting) {
  Nearest nearest(setting.key);
  const auto consider = [&nearest](std::string_view known) { nearest.consider(known); };
  for (const KeyRow& row : table.rows) {
    if (has_form(row, setting.value)) for_each_word(row.keys, consider);
  }
  for_each_word(table.irrelevant, consider);
  return nearest.text();
}

}  // namespace scenarios
