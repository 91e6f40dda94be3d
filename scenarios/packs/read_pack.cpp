#include "scenarios/packs/read_pack.hpp"

#include <array>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "scenarios/packs/checked_mapping.hpp"
#include "scenarios/packs/read_formulas.hpp"
#include "scenarios/packs/read_parts.hpp"
#include "scenarios/packs/tables.hpp"
#include "scenarios/read/text_file.hpp"
#include "scenarios/read/yaml_documents.hpp"

namespace scenarios {

namespace {

constexpr std::array<std::string_view, 9> pack_keys = {
    "pack", "source", "parts", "tensors", "tables", "definitions", "each", "formulas", "remarks"};
constexpr std::array<std::string_view, 8> part_keys = {
    "part_of", "source", "tensors", "tables", "definitions", "each", "formulas", "remarks"};

YAML::Node parse(const std::string& text, const std::string& file) {
  try {
    const std::vector<YAML::Node> documents = load_documents(text);
    if (documents.size() > 1) {
      throw BadInput(file, "",
                     fmt::format("holds {} YAML documents; one is needed", documents.size()));
    }
    return documents.empty() ? YAML::Node() : documents[0];
  } catch (const YAML::Exception& error) {
    const Origin where{.file = file, .line = error.mark.line + 1, .option = {}};
    throw BadInput(where.text(), "", error.msg);
  }
}

template <class Read>
void read_list(const CheckedMapping& mapping, const std::string& key, PackFaults& faults,
               Read read) {
  const auto list = mapping.find(key);
  if (!list) return;
  if (!list->IsSequence()) return faults.add(mapping.where(key), key, "needs a list");
  for (const YAML::Node& node : *list) read(node);
}

template <class Entry>
void keep(const std::optional<Entry>& entry, std::vector<Entry>& entries) {
  if (entry) entries.push_back(*entry);
}

// What a pack and each of its parts may hold: `pack` gets it.
void read_contents(const CheckedMapping& mapping, const std::string& source,
                   const QuantityFault& quantity_fault, Pack& pack, PackFaults& faults) {
  Tables tables;
  read_list(mapping, "tensors", faults,
            [&](const YAML::Node& node) { keep(read_tensor_row(node, faults), pack.tensors); });
  read_list(mapping, "tables", faults, [&](const YAML::Node& node) {
    tables.push_back(read_table(node, pack.name, pack.definitions, faults));
  });
  read_list(mapping, "definitions", faults, [&](const YAML::Node& node) {
    keep(read_definition(node, pack.name, faults), pack.definitions);
  });
  read_list(mapping, "remarks", faults, [&](const YAML::Node& node) {
    keep(read_remark(node, pack.name, faults), pack.remarks);
  });
  FormulaReader formulas(pack.name, source, tables, quantity_fault, faults);
  if (const auto each = mapping.find("each")) formulas.read_each(*each);
  read_list(mapping, "formulas", faults,
            [&](const YAML::Node& node) { formulas.read(node, pack.formulas); });
}

void read_part(const std::filesystem::path& file, const QuantityFault& quantity_fault, Pack& pack,
               PackFaults& faults) {
  faults.file = file.string();
  faults.collect([&] {
    const YAML::Node root = parse(read_text_file(file), faults.file);
    const CheckedMapping mapping(root, part_keys, faults);
    if (const std::string owner = mapping.required_text("part_of"); owner != pack.name) {
      faults.add(
          mapping.where("part_of"), "part_of",
          fmt::format("is '{}', and the pack that lists the file is '{}'", owner, pack.name));
    }
    read_contents(mapping, mapping.text("source").value_or(pack.source), quantity_fault, pack,
                  faults);
  });
}

// Files beside that of the pack, without their ".yaml".
std::vector<std::filesystem::path> files_of_parts(const CheckedMapping& mapping,
                                                  const std::string& file, PackFaults& faults) {
  std::vector<std::filesystem::path> files;
  read_list(mapping, "parts", faults, [&](const YAML::Node& node) {
    if (node.IsScalar() && !node.Scalar().empty()) {
      files.push_back(std::filesystem::path(file).parent_path() / (node.Scalar() + ".yaml"));
    } else {
      faults.add(faults.origin(node), "parts", "needs names of files beside this one");
    }
  });
  return files;
}

}  // namespace

Pack parse_pack(const std::string& text, const std::string& file,
                const QuantityFault& quantity_fault) {
  PackFaults faults{.file = file, .found = {}};
  const YAML::Node root = parse(text, file);
  if (root.IsMap() && root["part_of"]) {
    throw BadInput(file, "", "is a part of a pack: name the pack that its part_of gives");
  }
  const CheckedMapping mapping(root, pack_keys, faults);
  Pack pack{.name = mapping.required_text("pack"),
            .source = mapping.required_text("source"),
            .file = file,
            .tensors = {},
            .definitions = {},
            .formulas = {},
            .remarks = {}};
  read_contents(mapping, pack.source, quantity_fault, pack, faults);
  for (const auto& part : files_of_parts(mapping, file, faults)) {
    read_part(part, quantity_fault, pack, faults);
  }
  std::vector<Fault> once;
  add_new(once, faults.found);
  if (!once.empty()) throw BadInput(once);
  return pack;
}

Pack read_pack(const std::filesystem::path& file, const QuantityFault& quantity_fault) {
  return parse_pack(read_text_file(file), file.string(), quantity_fault);
}

}  // namespace scenarios
