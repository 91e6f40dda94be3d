#include "scenarios/packs/cycles.hpp"

#include <algorithm>
#include <set>

namespace scenarios {

namespace {

class DepthFirst {
 public:
  explicit DepthFirst(const std::function<const Expression*(std::string_view)>& expression_of)
      : expression_of_(expression_of) {}

  void visit(const std::string& name) {
    const auto open = std::ranges::find(path_, name);
    if (open != path_.end()) {
      found_.emplace_back(open, path_.end()).push_back(name);
      return;
    }
    const Expression* const expression = expression_of_(name);
    if (expression == nullptr || !visited_.insert(name).second) return;
    path_.push_back(name);
    for (const auto& next : expression->names()) visit(next);
    path_.pop_back();
  }

  [[nodiscard]] const std::vector<std::vector<std::string>>& found() const { return found_; }

 private:
  const std::function<const Expression*(std::string_view)>& expression_of_;
  std::vector<std::string> path_;
  std::set<std::string> visited_;
  std::vector<std::vector<std::string>> found_;
};

}  // namespace

std::vector<std::vector<std::string>> cycles(
    const std::vector<std::string>& names,
    const std::function<const Expression*(std::string_view)>& expression_of) {
  DepthFirst search(expression_of);
  for (const auto& name : names) search.visit(name);
  return search.found();
}

}  // namespace scenarios
