#include "scenarios/packs/read_pack.hpp"

#include <array>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "scenarios/files/text_file.hpp"
#include "scenarios/packs/checked_mapping.hpp"
#include "scenarios/packs/read_expectations.hpp"
#include "scenarios/packs/read_parts.hpp"

namespace scenarios {

namespace {

constexpr std::array<std::string_view, 7> pack_keys = {"pack", "source",   "tensors", "definitions",
                                                       "each", "formulas", "remarks"};
constexpr std::array<std::string_view, 4> each_keys = {"scope", "source", "assumes", "agreement"};
constexpr std::array<std::string_view, 9> formula_keys = {
    "id", "quantity", "scope", "expression", "source", "assumes", "agreement", "because", "expect"};

Scope read_scope(const CheckedMapping& mapping, PackFaults& faults) {
  constexpr std::array scopes = {Scope::rank, Scope::mean, Scope::max, Scope::sum};
  return read_word(mapping, "scope", scopes, faults).value_or(Scope::rank);
}

Agreement read_agreement(const CheckedMapping& mapping) {
  const std::string text = mapping.required_text("agreement");
  const Origin where = mapping.where("agreement");
  if (text.starts_with("within ")) {
    return {AgreementKind::within, Expression(text.substr(7), where)};
  }
  for (const AgreementKind kind :
       {AgreementKind::exact, AgreementKind::upper_bound, AgreementKind::lower_bound}) {
    if (name_of(kind) == text) return {kind, std::nullopt};
  }
  if (text.empty()) return {};
  throw BadInput(
      where.text(), "agreement",
      fmt::format("'{}' is not one of: exact, within E, upper_bound, lower_bound", text));
}

std::string read_quantity(const CheckedMapping& mapping, const QuantityFault& quantity_fault,
                          PackFaults& faults) {
  std::string quantity = mapping.required_text("quantity");
  if (quantity.empty()) return quantity;
  if (const std::string fault = quantity_fault(quantity); !fault.empty()) {
    faults.add(mapping.where("quantity"), "quantity", fault);
  }
  return quantity;
}

// A claim that is not plain equality owes its reason.
void require_reason(const CheckedMapping& mapping, const Formula& formula, PackFaults& faults) {
  bool owes = formula.agreement.kind != AgreementKind::exact;
  for (const auto& expected : formula.expect) owes = owes || expected.verdict == Verdict::off;
  if (owes && formula.because.empty()) {
    faults.add(mapping.where(), "because", "is missing: a bound and an \"off\" need their reason");
  }
}

class PackReader {
 public:
  PackReader(std::string file, const QuantityFault& quantity_fault)
      : quantity_fault_(quantity_fault) {
    faults_.file = std::move(file);
  }

  Pack read(const std::string& text) {
    const YAML::Node root = parse(text);
    const CheckedMapping mapping(root, pack_keys, faults_);
    pack_.file = faults_.file;
    pack_.name = mapping.required_text("pack");
    pack_.source = mapping.required_text("source");
    read_list(mapping, "tensors", [this](const YAML::Node& node) {
      keep(read_tensor_row(node, faults_), pack_.tensors);
    });
    read_list(mapping, "definitions", [this](const YAML::Node& node) {
      keep(read_definition(node, pack_.name, faults_), pack_.definitions);
    });
    read_list(mapping, "remarks", [this](const YAML::Node& node) {
      keep(read_remark(node, pack_.name, faults_), pack_.remarks);
    });
    if (const auto each = mapping.find("each")) each_.emplace(*each, each_keys, faults_);
    read_list(mapping, "formulas", [this](const YAML::Node& node) { read_formula(node); });
    if (!faults_.found.empty()) throw BadInput(faults_.found);
    return std::move(pack_);
  }

 private:
  [[nodiscard]] YAML::Node parse(const std::string& text) const {
    try {
      return YAML::Load(text);
    } catch (const YAML::Exception& error) {
      const Origin where{.file = faults_.file, .line = error.mark.line + 1, .option = {}};
      throw BadInput(where.text(), "", error.msg);
    }
  }

  template <class Read>
  void read_list(const CheckedMapping& mapping, const std::string& key, Read read) {
    const auto list = mapping.find(key);
    if (!list) return;
    if (!list->IsSequence()) return faults_.add(mapping.where(key), key, "needs a list");
    for (const YAML::Node& node : *list) read(node);
  }

  template <class Entry>
  static void keep(const std::optional<Entry>& entry, std::vector<Entry>& entries) {
    if (entry) entries.push_back(*entry);
  }

  void read_formula(const YAML::Node& node) {
    const CheckedMapping mapping(node, formula_keys, faults_);
    const std::string id = mapping.required_text("id");
    const auto expression = required_expression(mapping, "expression", faults_);
    const std::string quantity = read_quantity(mapping, quantity_fault_, faults_);
    const auto holder = [&](const char* key) -> const CheckedMapping& {
      return !mapping.find(key) && each_ && each_->find(key) ? *each_ : mapping;
    };
    const Scope scope = read_scope(holder("scope"), faults_);
    const std::string source = holder("source").required_text("source");
    const auto assumes = read_expression(holder("assumes"), "assumes", faults_);
    Agreement agreement;
    faults_.collect([&] { agreement = read_agreement(holder("agreement")); });
    const std::string because = mapping.text("because").value_or("");
    const auto expect = read_expectations(mapping, faults_);
    if (!expression) return;
    const Formula formula{id,     pack_.name, quantity,  scope,   *expression,
                          source, assumes,    agreement, because, expect};
    require_reason(mapping, formula, faults_);
    pack_.formulas.push_back(formula);
  }

  const QuantityFault& quantity_fault_;
  PackFaults faults_;
  std::optional<CheckedMapping> each_;  // what formulas that do not say otherwise have
  Pack pack_;
};

}  // namespace

Pack parse_pack(const std::string& text, const std::string& file,
                const QuantityFault& quantity_fault) {
  return PackReader(file, quantity_fault).read(text);
}

Pack read_pack(const std::filesystem::path& file, const QuantityFault& quantity_fault) {
  return parse_pack(read_text_file(file), file.string(), quantity_fault);
}

}  // namespace scenarios
