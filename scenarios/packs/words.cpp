#include "scenarios/packs/words.hpp"

#include <sstream>
#include <string>

#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

std::map<std::string, double, std::less<>> numbered_words() {
  std::map<std::string, double, std::less<>> words;
  for (const Key& key : all_keys()) {
    if (key.kind != Kind::word) continue;
    std::istringstream list{key.known_words()};
    for (std::string word; list >> word;) {
      words.try_emplace(spelt_in_expressions(word), static_cast<double>(words.size()));
    }
  }
  return words;
}

}  // namespace

const std::map<std::string, double, std::less<>>& words() {
  static const auto numbered = numbered_words();
  return numbered;
}

std::string spelt_in_expressions(std::string_view word) {
  if (word == "1f1b") return "one_f_one_b";
  if (word == "zb-h1") return "zb_h1";
  return std::string(word);
}

}  // namespace scenarios
