#include "scenarios/commands/mpirun_output.hpp"

#include <regex>

#include <fmt/format.h>

namespace scenarios {

namespace {

// mpirun frames its messages with lines of dashes.
bool is_frame(const std::string& line) {
  return line.size() >= 20 && line.find_first_not_of('-') == std::string::npos;
}

// A note of the runtime itself, as "[host:1234] 3 more processes have sent help message ...".
bool is_runtime_note(const std::string& line) {
  static const std::regex note(R"(\[[^\]]*:\d+\] .*)");
  return std::regex_match(line, note);
}

}  // namespace

std::optional<std::string> MpirunOutput::pass(const std::string& line) {
  const bool frame = is_frame(line);
  if (frame) in_block_ = !in_block_;
  if (frame || in_block_ || is_runtime_note(line)) {
    if (frame && !first_paragraph_.empty()) paragraph_is_over_ = true;
    if (!frame) read_block_line(line);
    kept_back_ += line + "\n";
    return std::nullopt;
  }
  if (!line.starts_with("error: rank ")) return line;
  // The first rank that fails takes the others with it: what they say of that is no news.
  if (said_by_rank_.empty()) {
    said_by_rank_ = line;
  } else {
    kept_back_ += line + "\n";
  }
  return std::nullopt;
}

void MpirunOutput::read_block_line(const std::string& line) {
  static const std::regex signal(R"(.*process rank (\d+) .*exited on signal (\d+) \(([^)]*)\).*)");
  static const std::regex process(R"(\s*Process name:\s*\[\[\d+,\d+\],(\d+)\])");
  static const std::regex status(R"(\s*Exit code:\s*(\d+))");
  std::smatch match;
  if (std::regex_match(line, match, signal)) {
    said_by_mpirun_ = fmt::format("error: rank {}: ended by signal {} ({})", match[1].str(),
                                  match[2].str(), match[3].str());
  } else if (std::regex_match(line, match, process)) {
    failed_rank_ = match[1].str();
  } else if (std::regex_match(line, match, status) && said_by_mpirun_.empty()) {
    said_by_mpirun_ =
        fmt::format("error: rank {}: ended with status {}", failed_rank_, match[1].str());
  }
  add_to_first_paragraph(line);
}

// What follows the first paragraph is advice, or the end of something that began with it.
void MpirunOutput::add_to_first_paragraph(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos) {
    paragraph_is_over_ = paragraph_is_over_ || !first_paragraph_.empty();
  } else if (!paragraph_is_over_) {
    first_paragraph_ += (first_paragraph_.empty() ? "" : " ") + line.substr(first);
  }
}

std::string MpirunOutput::reason() const {
  if (!said_by_rank_.empty()) return said_by_rank_;
  if (!said_by_mpirun_.empty()) return said_by_mpirun_;
  return first_paragraph_.empty() ? "" : "error: mpirun: " + first_paragraph_;
}

}  // namespace scenarios
