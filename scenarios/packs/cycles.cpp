#include "scenarios/packs/cycles.hpp"

#include <algorithm>
#include <set>

namespace scenarios {

namespace {

class DepthFirst {
 public:
  explicit DepthFirst(const NeededNames& needed_by) : needed_by_(needed_by) {}

  void visit(const std::string& name) {
    const auto open = std::ranges::find(path_, name);
    if (open != path_.end()) {
      found_.emplace_back(open, path_.end()).push_back(name);
      return;
    }
    const auto needed = needed_by_(name);
    if (!needed || !visited_.insert(name).second) return;
    path_.push_back(name);
    for (const auto& next : *needed) visit(next);
    path_.pop_back();
  }

  [[nodiscard]] const std::vector<std::vector<std::string>>& found() const { return found_; }

 private:
  const NeededNames& needed_by_;
  std::vector<std::string> path_;
  std::set<std::string> visited_;
  std::vector<std::vector<std::string>> found_;
};

}  // namespace

std::vector<std::vector<std::string>> cycles(const std::vector<std::string>& names,
                                             const NeededNames& needed_by) {
  DepthFirst search(needed_by);
  for (const auto& name : names) search.visit(name);
  return search.found();
}

}  // namespace scenarios
