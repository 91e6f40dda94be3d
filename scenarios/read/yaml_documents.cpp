#include "scenarios/read/yaml_documents.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>

#include "scenarios/read/bounds.hpp"

namespace scenarios {

namespace {

/// Reads a text's events before any node is built, and throws where the nodes would be too deep or
/// too many with their aliases written out, where an alias stands inside what it names, and where
/// two documents begin at one place, since then they are none.
class Preview : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (mark.pos == last_) throw YAML::ParserException(mark, "what follows the document is none");
    last_ = mark.pos;
    anchored_.clear();
    open_.assign(1, {});
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(mark, anchor, {.nodes = 1, .levels = 0});
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string&) override {
    add(mark, anchor, {.nodes = 1, .levels = 0});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) {
      throw YAML::ParserException(mark, "an alias stands inside what it names");
    }
    add(mark, YAML::NullAnchor, found->second);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  // What a node comes to with all below it.
  struct Extent {
    std::int64_t nodes = 0;
    int levels = 0;  // of lists and mappings
  };
  struct Open {
    Extent extent{};
    YAML::anchor_t anchor = YAML::NullAnchor;
    YAML::Mark mark{};
  };

  void open(const YAML::Mark& mark, YAML::anchor_t anchor) {
    open_.push_back({{.nodes = 1, .levels = 1}, anchor, mark});
    check_levels(mark, 0);
  }

  void close() {
    const Open closed = open_.back();
    open_.pop_back();
    add(closed.mark, closed.anchor, closed.extent);
  }

  void add(const YAML::Mark& mark, YAML::anchor_t anchor, Extent extent) {
    if (anchor != YAML::NullAnchor) anchored_[anchor] = extent;
    check_levels(mark, extent.levels);
    Extent& parent = open_.back().extent;
    parent.levels = std::max(parent.levels, extent.levels + 1);
    parent.nodes += extent.nodes;
    if (parent.nodes <= most_nodes) return;
    throw YAML::ParserException(
        mark, fmt::format("more than {} values, with aliases written out", most_nodes));
  }

  void check_levels(const YAML::Mark& mark, int below) const {
    if (static_cast<int>(open_.size()) - 1 + below <= most_levels) return;
    throw YAML::ParserException(mark, fmt::format("nested deeper than {} levels", most_levels));
  }

  int last_ = -1;
  std::vector<Open> open_{1};  // the document, and the lists and mappings around this place
  std::map<YAML::anchor_t, Extent> anchored_;
};

}  // namespace

std::vector<YAML::Node> load_documents(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Preview preview;
  while (parser.HandleNextDocument(preview)) {
  }
  return YAML::LoadAll(text);
}

}  // namespace scenarios
