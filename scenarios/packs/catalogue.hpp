#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/packs/formula.hpp"
#include "scenarios/packs/read_pack.hpp"

namespace scenarios {

/// Variables of a rank by their names; layers of chunks are all of them, `chunk_layers`.
using RankNames = std::set<std::string, std::less<>>;

/// Packs that are read together: their formulas and definitions know each other by name.
class Catalogue {
 public:
  /// Throws BadInput with all faults: a name that is given twice or is already a variable's,
  /// word's, function's or list entry's; a cycle (printed); a formula of scope mean, max or sum
  /// that needs what differs from rank to rank; a second list of tensors.
  explicit Catalogue(std::vector<Pack> packs);
  // entries_ points into packs_.
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;
  Catalogue(Catalogue&&) = default;
  Catalogue& operator=(Catalogue&&) = default;
  ~Catalogue() = default;

  [[nodiscard]] const std::vector<Pack>& packs() const { return packs_; }
  /// The expression of a formula or definition, or nullptr.
  [[nodiscard]] const Expression* find(std::string_view name) const;
  /// How the expression of a definition runs over a list, or nullptr where it does not.
  [[nodiscard]] const Fold* fold_of(std::string_view name) const;
  /// The tensors of which lists are made: those of the one pack that has any.
  [[nodiscard]] const std::vector<TensorRow>& tensors() const { return tensors_; }
  /// Whether an expression that runs over `list` may use `name` for a number of the entry.
  [[nodiscard]] bool is_entry_name(ListKind list, std::string_view name) const;
  [[nodiscard]] bool has_formula(std::string_view id) const;
  /// Whether the value of `expression` may differ between ranks.
  [[nodiscard]] bool differs_by_rank(const Expression& expression) const {
    return !rank_names_of(expression).empty();
  }
  /// The variables of a rank that an expression needs, itself or through others: ranks that have
  /// the same of these have the same value.
  [[nodiscard]] RankNames rank_names_of(const Expression& expression) const;
  /// Those that any expression needs.
  [[nodiscard]] const RankNames& rank_names() const { return all_rank_names_; }
  /// Every formula and definition name, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  struct Entry {
    const Expression* expression;
    bool is_formula;
    const Fold* fold = nullptr;
  };
  void add_tensors(const Pack& pack, std::vector<Fault>& faults);
  void add(const std::string& name, Entry entry, std::vector<Fault>& faults);
  [[nodiscard]] std::optional<std::vector<std::string>> needed_by(const std::string& name) const;
  void note_rank_names();
  [[nodiscard]] RankNames rank_names_of(const Entry& entry) const;
  void check_scopes(std::vector<Fault>& faults) const;

  std::vector<Pack> packs_;
  std::vector<TensorRow> tensors_;
  std::set<std::string, std::less<>> marks_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::map<std::string, RankNames, std::less<>> rank_names_;  // of each entry
  RankNames all_rank_names_;
};

/// Reads the packs of a scenario. A name with a slash or ending in ".yaml" is a path; any other is
/// DIRECTORY/NAME.yaml. `types` and `parameters` are always among them: the others build on these.
/// A pack that is named twice is read once. Throws BadInput with the faults of all packs.
Catalogue load_catalogue(const std::filesystem::path& directory, std::span<const std::string> names,
                         const QuantityFault& quantity_fault);

}  // namespace scenarios
