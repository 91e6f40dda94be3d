#include "scenarios/read/expectations.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

constexpr std::string_view verdict_words = "exact within bound off outside";

// Walks the section with the file's name and the list of faults at hand.
class CheckReader {
 public:
  CheckReader(const std::string& file, std::vector<Fault>& faults) : file_(file), faults_(faults) {}

  CheckSection read(const YAML::Node& node) {
    CheckSection section;
    if (!node.IsMap()) {
      fault(node, "check", "is a mapping with the keys formulas and expect");
      return section;
    }
    for_each_key(node, "check", [&](const std::string& key, const YAML::Node& value) {
      if (key == "formulas") {
        section.packs = read_packs(value, [this](const YAML::Node& at, std::string what) {
          fault(at, "check.formulas", std::move(what));
        });
      } else if (key == "expect") {
        section.expectations = read_expect(value);
        section.expectation_lines = std::move(lines_);
      } else {
        fault(value, "check." + key, "is not a known key; known: check.formulas, check.expect");
      }
    });
    return section;
  }

 private:
  void fault(const YAML::Node& node, std::string key, std::string what) {
    faults_.push_back(
        {Origin{file_, node.Mark().line + 1, {}}.text(), std::move(key), std::move(what)});
  }

  // Calls body(key, value) for each entry; a repeated key is a fault.
  template <class Body>
  void for_each_key(const YAML::Node& map, const std::string& section, Body body) {
    std::set<std::string> seen;
    for (const auto& entry : map) {
      const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "?";
      if (!seen.insert(key).second) {
        fault(entry.first, fmt::format("{}.{}", section, key), "is given twice");
      } else {
        body(key, entry.second);
      }
    }
  }

  std::map<std::string, std::vector<Expectation>> read_expect(const YAML::Node& node) {
    std::map<std::string, std::vector<Expectation>> expectations;
    if (!node.IsMap()) {
      fault(node, "check.expect", "is a mapping from formula ids to verdicts");
      return expectations;
    }
    for_each_key(node, "check.expect", [&](const std::string& id, const YAML::Node& value) {
      expectations[id] = read_list("check.expect." + id, value);
      lines_[id] = value.Mark().line + 1;
    });
    return expectations;
  }

  std::vector<Expectation> read_list(const std::string& key, const YAML::Node& node) {
    std::vector<Expectation> list;
    if (node.IsSequence()) {
      for (const YAML::Node& entry : node) list.push_back(read_one(key, entry));
    } else {
      list.push_back(read_one(key, node));
    }
    if (list.empty()) fault(node, key, "is an empty list; give a verdict or leave it out");
    return list;
  }

  Expectation read_one(const std::string& key, const YAML::Node& node) {
    Expectation expectation;
    if (node.IsScalar()) {
      expectation.verdict = node.Scalar();
    } else if (node.IsMap()) {
      for_each_key(node, key, [&](const std::string& part, const YAML::Node& value) {
        read_part(key, part, value, expectation);
      });
    }
    if (!contains_word(verdict_words, expectation.verdict)) {
      fault(node, key,
            fmt::format("verdict '{}' is not one of: {}", expectation.verdict, verdict_words));
    }
    return expectation;
  }

  void read_part(const std::string& key, const std::string& part, const YAML::Node& value,
                 Expectation& expectation) {
    std::string* target = part == "when"      ? &expectation.when
                          : part == "verdict" ? &expectation.verdict
                          : part == "ratio"   ? &expectation.ratio
                                              : nullptr;
    if (target == nullptr) {
      fault(value, key + "." + part, "is not a known key; known: when, verdict, ratio");
    } else if (!value.IsScalar()) {
      fault(value, key + "." + part, "needs one text");
    } else {
      *target = value.Scalar();
    }
  }

  const std::string& file_;
  std::vector<Fault>& faults_;
  std::map<std::string, int> lines_;  // of check.expect, by formula id
};

}  // namespace

std::vector<std::string> read_packs(
    const YAML::Node& node, const std::function<void(const YAML::Node&, std::string)>& fault) {
  std::vector<std::string> packs;
  if (!node.IsSequence()) {
    fault(node, "needs a list of packs, as [transformer-math-101]");
    return packs;
  }
  for (const YAML::Node& pack : node) {
    if (!pack.IsScalar() || pack.Scalar().empty()) {
      fault(pack, "needs names of packs");
    } else if (std::ranges::find(packs, pack.Scalar()) != packs.end()) {
      fault(pack, fmt::format("{} is given twice", pack.Scalar()));
    } else {
      packs.push_back(pack.Scalar());
    }
  }
  return packs;
}

CheckSection read_check_section(const YAML::Node& node, const std::string& file,
                                std::vector<Fault>& faults) {
  return CheckReader(file, faults).read(node);
}

}  // namespace scenarios
