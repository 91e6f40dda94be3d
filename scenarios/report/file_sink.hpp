#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>

#include "scenarios/files/output_file.hpp"
#include "scenarios/report/sink.hpp"

namespace scenarios {

/// A document and the file that it goes to, or standard output where that is called "-".
class FileSink : public Sink {
 public:
  /// The document is made for a stream that outlives it.
  using Make = std::function<std::unique_ptr<Sink>(std::ostream&)>;

  FileSink(const std::filesystem::path& path, const Make& make)
      : file_(path), document_(make(file_.stream())) {}

  void add(const RunReport& report) override {
    document_->add(report);
    file_.check();
  }
  void finish() override {
    document_->finish();
    file_.close();
  }
  void publish() override { file_.publish(); }
  [[nodiscard]] bool tells_alternatives() const override { return document_->tells_alternatives(); }

 private:
  OutputFile file_;
  std::unique_ptr<Sink> document_;
};

}  // namespace scenarios
