#include "scenarios/commands/estimating.hpp"

#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/console.hpp"
#include "scenarios/commands/patience.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/files/output_file.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/remarks.hpp"
#include "scenarios/report/check_filter.hpp"
#include "scenarios/report/estimate_documents.hpp"
#include "scenarios/report/estimate_summary.hpp"
#include "scenarios/report/terminal.hpp"

namespace scenarios {

namespace {

// A document and the file that it goes to, if there is one.
template <class Document>
class File {
 public:
  explicit File(const std::filesystem::path& path) {
    if (path.empty()) return;
    file_.emplace(path);
    document_.emplace(file_->stream());
  }
  void add(const Scenario& scenario, const std::vector<Estimate>& estimates) {
    if (!document_) return;
    document_->add(scenario, estimates);
    file_->check();
  }
  void finish() {
    if (!document_) return;
    document_->finish();
    file_->close();
  }
  void publish() {
    if (file_) file_->publish();
  }

 private:
  std::optional<OutputFile> file_;
  std::optional<Document> document_;
};

std::vector<Estimate> shown_estimates(const Task& task, const CheckFilter& filter) {
  std::vector<Estimate> all = estimates(*task.catalogue, task.scenario);
  std::erase_if(all, [&filter](const Estimate& estimate) {
    return !filter.shows(estimate.formula, estimate.quantity);
  });
  return all;
}

void print_one(const Options& options, const Task& task, const std::vector<Estimate>& estimates) {
  std::FILE* const stream = options.prints_document() ? stderr : stdout;
  const TerminalStyle style = terminal_style(options);
  fmt::print(stream, "{}\n", estimate_table(task.scenario, estimates, style));
  const auto remarks = remark_values(*task.catalogue, task.scenario);
  if (!remarks.empty()) fmt::print(stream, "{}\n", remark_table(remarks, style));
}

}  // namespace

int print_estimates(const Options& options) {
  const std::vector<Task> tasks = prepare(options);
  const CheckFilter filter{options.shown_formulas, options.shown_quantities};
  const bool is_silent = options.quiet && options.prints_document();
  const bool is_each_shown = (tasks.size() == 1 || options.verbose) && !is_silent;
  File<EstimateJson> json(options.json);
  File<EstimateCsv> csv(options.csv);
  EstimateSummary summary;
  Patience patience(options.quiet);
  for (const Task& task : tasks) {
    patience.at("estimating " + task.scenario.name);
    const std::vector<Estimate> estimates = shown_estimates(task, filter);
    json.add(task.scenario, estimates);
    csv.add(task.scenario, estimates);
    if (is_each_shown) print_one(options, task, estimates);
    summary.add(estimates);
  }
  if (!is_each_shown && !is_silent) {
    fmt::print(options.prints_document() ? stderr : stdout, "{} scenarios\n{}", tasks.size(),
               summary.text(terminal_style(options)));
  }
  json.finish();
  csv.finish();
  json.publish();
  csv.publish();
  return 0;
}

}  // namespace scenarios
