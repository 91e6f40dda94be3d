#pragma once

#include <filesystem>
#include <map>
#include <ostream>
#include <span>
#include <string>

#include "scenarios/judge/check.hpp"
#include "scenarios/report/sink.hpp"

namespace scenarios {

/// How often each formula got which verdict, by formula and by the verdict's name. A formula that
/// was outside its assumptions everywhere has no verdict.
using VerdictCounts = std::map<std::string, std::map<std::string, int>>;

/// Adds the checks of one run; checks that are outside their assumptions are not counted.
void add_verdicts(VerdictCounts& counts, std::span<const Check> checks);

/// The file of --verdicts: JSON, one formula a line.
std::string verdict_file_text(const VerdictCounts& counts);

/// Writes it once all runs are counted.
class VerdictFile : public Sink {
 public:
  /// The stream must outlive it.
  explicit VerdictFile(std::ostream& stream) : stream_(stream) {}
  void add(const RunReport& report) override { add_verdicts(counts_, report.checks); }
  void finish() override { stream_ << verdict_file_text(counts_); }

 private:
  std::ostream& stream_;
  VerdictCounts counts_;
};

/// Reads such a file; empty where there is none. Throws BadInput on what is no such file.
VerdictCounts read_verdict_file(const std::filesystem::path& file);

}  // namespace scenarios
