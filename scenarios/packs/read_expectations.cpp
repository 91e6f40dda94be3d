#include "scenarios/packs/read_expectations.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace scenarios {

namespace {

constexpr std::array<std::string_view, 3> expectation_keys = {"when", "verdict", "ratio"};

// `outside` follows from `assumes` and is nothing a pack expects.
Verdict read_verdict(const std::string& word, const Origin& where, PackFaults& faults) {
  const auto verdict = verdict_of(word);
  if (verdict && *verdict != Verdict::outside) return *verdict;
  faults.add(where, "expect", fmt::format("'{}' is not one of: exact, within, bound, off", word));
  return Verdict::exact;
}

std::optional<Expression> read_optional(const CheckedMapping& mapping, const std::string& key,
                                        PackFaults& faults) {
  std::optional<Expression> expression;
  const auto text = mapping.text(key);
  if (text) faults.collect([&] { expression.emplace(*text, mapping.where(key)); });
  return expression;
}

ExpectedVerdict read_entry(const YAML::Node& node, PackFaults& faults) {
  const CheckedMapping mapping(node, expectation_keys, faults);
  const std::string word = mapping.required_text("verdict");
  ExpectedVerdict entry;
  if (!word.empty()) entry.verdict = read_verdict(word, mapping.where("verdict"), faults);
  entry.when = read_optional(mapping, "when", faults);
  entry.ratio = read_optional(mapping, "ratio", faults);
  const bool off = entry.verdict == Verdict::off;
  if (off && !mapping.find("ratio")) {
    faults.add(mapping.where(), "ratio", "is missing: \"off\" states estimate / measured");
  } else if (!off && entry.ratio) {
    faults.add(mapping.where("ratio"), "ratio", "goes with the verdict \"off\" alone");
  }
  return entry;
}

ExpectedVerdict read_word(const YAML::Node& node, PackFaults& faults) {
  ExpectedVerdict entry;
  entry.verdict = read_verdict(node.Scalar(), faults.origin(node), faults);
  if (entry.verdict == Verdict::off) {
    faults.add(faults.origin(node), "expect",
               R"("off" states its ratio: {verdict: "off", ratio: R})");
  }
  return entry;
}

}  // namespace

std::vector<ExpectedVerdict> read_expectations(const CheckedMapping& formula, PackFaults& faults) {
  const auto node = formula.find("expect");
  if (!node) return {};
  if (node->IsScalar()) return {read_word(*node, faults)};
  if (!node->IsSequence()) return {read_entry(*node, faults)};
  std::vector<ExpectedVerdict> entries;
  for (const YAML::Node& entry : *node) entries.push_back(read_entry(entry, faults));
  return entries;
}

}  // namespace scenarios
