#include "scenarios/read/document.hpp"

#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "scenarios/read/keys.hpp"
#include "scenarios/read/text_file.hpp"
#include "scenarios/read/value.hpp"
#include "scenarios/read/yaml_documents.hpp"

namespace scenarios {

namespace {

int line_of(const YAML::Node& node) {
  return node.Mark().line + 1;
}

// A repeated key is reported with the line of its first use; yaml-cpp itself would keep both.
class FirstLines {
 public:
  // The line where `path` was seen before, or nothing the first time.
  std::optional<int> note(const std::string& path, int line) {
    const auto [place, is_new] = lines_.emplace(path, line);
    if (is_new) return std::nullopt;
    return place->second;
  }

 private:
  std::map<std::string, int> lines_;
};

class DocumentReader {
 public:
  explicit DocumentReader(Document& document) : document_(document) {}

  void walk(const YAML::Node& map, const std::string& prefix) {
    for (const auto& entry : map) {
      const int line = line_of(entry.first);
      if (!entry.first.IsScalar()) {
        fault(line, prefix, "has a key that is no plain word");
      } else {
        read_entry(prefix + entry.first.Scalar(), entry.second, line);
      }
    }
  }

 private:
  void read_entry(const std::string& path, const YAML::Node& node, int line) {
    if (path.ends_with("<<")) {
      fault(line, path, "merging is not supported; write the keys out");
    } else if (const std::optional<int> first = lines_.note(path, line)) {
      fault(line, path, fmt::format("is given twice, first in line {}", *first));
    } else if (path == "check") {
      document_.check = read_check_section(node, document_.file, document_.faults);
    } else if (path == "sweep") {
      read_sweep(node, line);
    } else if (const Key* key = find_key(path)) {
      if (auto given = read_given(*key, node, line)) document_.given.emplace(path, *given);
    } else if (is_section(path)) {
      read_section(path, node, line);
    } else {
      refuse_unknown(path, line);
    }
  }

  void read_section(const std::string& path, const YAML::Node& node, int line) {
    document_.section_lines.emplace(path, line);
    if (node.IsMap()) {
      walk(node, path + ".");
    } else if (!node.IsNull()) {
      fault(line, path, "is a section; write its keys below it, indented");
    }
  }

  void read_sweep(const YAML::Node& node, int line) {
    if (!node.IsSequence()) {
      read_grid(node, line);
    } else {
      for (const YAML::Node& grid : node) read_grid(grid, line_of(grid));
    }
  }

  void read_grid(const YAML::Node& node, int line) {
    if (!node.IsMap()) {
      fault(line, "sweep", "is a mapping from dotted keys to lists, as zero.stage: [0, 1]");
      return;
    }
    Grid& grid = document_.sweep.emplace_back();
    FirstLines lines;
    for (const auto& entry : node) {
      const std::string path = entry.first.IsScalar() ? entry.first.Scalar() : "?";
      const int axis_line = line_of(entry.first);
      if (const std::optional<int> first = lines.note(path, axis_line)) {
        fault(axis_line, "sweep." + path, fmt::format("is given twice, first in line {}", *first));
      } else {
        read_axis(grid, path, entry.second, axis_line);
      }
    }
  }

  void read_axis(Grid& grid, const std::string& path, const YAML::Node& node, int line) {
    const Key* key = find_key(path);
    if (key == nullptr) {
      refuse_unknown(path, line);
      return;
    }
    if (!node.IsSequence() || node.size() == 0) {
      fault(line, path, "needs a list of at least one value in a sweep");
      return;
    }
    Axis axis{path, {}};
    for (const YAML::Node& value : node) {
      if (auto given = read_given(*key, value, line)) axis.values.push_back(*given);
    }
    grid.push_back(std::move(axis));
  }

  std::optional<Given> read_given(const Key& key, const YAML::Node& node, int line) {
    const Origin origin{document_.file, line, {}};
    try {
      return Given{parse_value(key, node), origin};
    } catch (const BadValue& error) {
      document_.faults.push_back({origin.text(), std::string(key.path), error.what()});
      document_.refused.emplace(key.path);
      return std::nullopt;
    }
  }

  void refuse_unknown(const std::string& path, int line) {
    fault(line, path, fmt::format("unknown key; the nearest known key is {}", nearest_key(path)));
  }

  void fault(int line, std::string key, std::string what) {
    const Origin origin{document_.file, line, {}};
    document_.faults.push_back({origin.text(), std::move(key), std::move(what)});
  }

  Document& document_;
  FirstLines lines_;
};

YAML::Node load_yaml(const std::string& file, const std::string& text) {
  try {
    const std::vector<YAML::Node> documents = load_documents(text);
    if (documents.size() > 1) {
      throw BadInput(file, "",
                     fmt::format("holds {} YAML documents; one is needed", documents.size()));
    }
    if (documents.empty() || !documents[0].IsMap()) {
      throw BadInput(file + ":1", "", "is not a mapping of scenario keys");
    }
    return documents[0];
  } catch (const YAML::ParserException& error) {
    throw BadInput(fmt::format("{}:{}", file, error.mark.line + 1), "", error.msg);
  }
}

// One message, not a fault a key.
void refuse_foreign(const std::string& file, const YAML::Node& root) {
  if (root["model"] || !(root["model_type"] || root["architectures"])) return;
  throw BadInput(file, "",
                 fmt::format("this is a Hugging Face config; `shardscope import {} -o mine.yaml` "
                             "makes a scenario of it, and model.config in a scenario reads it",
                             file));
}

bool is_of(std::string_view path, std::string_view section) {
  return path.substr(0, path.find('.')) == section;
}

// The value of an option, which is one YAML document.
YAML::Node one_document(const std::string& text) {
  const std::vector<YAML::Node> documents = load_documents(text);
  if (documents.size() > 1) {
    throw BadValue(fmt::format("holds {} YAML documents; one is needed", documents.size()));
  }
  return documents.empty() ? YAML::Node() : documents.front();
}

void refuse_unsettable(const std::string& path) {
  if (is_of(path, "check") || is_of(path, "sweep")) {
    throw BadValue(
        "is not for --set, which gives single keys and check.formulas, and takes the place of a "
        "sweep over a key; `check.expect` and `sweep` stand in the file, and --formulas adds "
        "packs");
  }
  if (find_key(path) == nullptr) {
    throw BadValue(fmt::format("unknown key; the nearest known key is {}", nearest_key(path)));
  }
}

// Takes the place of check.formulas.
void set_packs(Document& document, const YAML::Node& node, const Origin& origin) {
  document.check.packs_are_set = true;
  document.check.packs = read_packs(node, [&](const YAML::Node&, std::string what) {
    document.faults.push_back({origin.text(), "check.formulas", std::move(what)});
  });
}

}  // namespace

Document read_document(const std::filesystem::path& path) {
  return read_document_text(path.string(), read_text_file(path));
}

Document read_document_text(const std::string& file, const std::string& text) {
  Document document;
  document.file = file;
  const YAML::Node root = load_yaml(file, text);
  refuse_foreign(file, root);
  DocumentReader(document).walk(root, "");
  return document;
}

void apply_override(Document& document, const std::string& text) {
  const Origin origin{"", 0, "--set " + text};
  const std::size_t equals = text.find('=');
  const std::string path = text.substr(0, equals);
  const Key* key = find_key(path);
  try {
    if (equals == std::string::npos || path.empty()) throw BadValue("is not of the form key=value");
    const YAML::Node node = one_document(text.substr(equals + 1));
    if (path == "check.formulas") return set_packs(document, node, origin);
    refuse_unsettable(path);
    for (Grid& grid : document.sweep) {
      std::erase_if(grid, [&path](const Axis& axis) { return axis.key == path; });
    }
    const Value value = parse_value(*key, node);
    document.given.insert_or_assign(path, Given{value, origin});
    document.refused.erase(path);
  } catch (const std::runtime_error& error) {  // BadValue, or yaml-cpp's
    document.faults.push_back({origin.text(), path, error.what()});
    if (key != nullptr) document.refused.insert(path);
  }
}

}  // namespace scenarios
