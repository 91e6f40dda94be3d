#include <memory>
#include <string>

#include "scenarios/files/batches.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/read/fault.hpp"
#include "scenarios/read/text_file.hpp"

namespace scenarios {

parallel::BatchSource text_batches(const std::filesystem::path& path, const parallel::Plan& plan) {
  const auto text =
      std::make_shared<const std::string>(path.empty() ? project_text() : read_data_file(path));
  if (text->empty())
    throw BadInput(path.empty() ? project_folder().string() : path.string(), "",
                   "is empty; a text of at least one byte is needed");
  const std::int64_t batch = plan.global_batch_size;
  const std::int64_t vocabulary = plan.model.vocabulary;
  return [text, batch, vocabulary](std::int64_t step, std::int64_t sequence,
                                   std::span<std::int64_t> tokens, std::span<std::int64_t> labels) {
    const std::int64_t first = (step * batch + sequence) * std::ssize(tokens);
    const auto token_at = [&](std::int64_t place) {
      const auto byte = static_cast<unsigned char>(
          (*text)[static_cast<std::size_t>(place % static_cast<std::int64_t>(text->size()))]);
      return static_cast<std::int64_t>(byte) % vocabulary;
    };
    for (std::int64_t i = 0; i < std::ssize(tokens); ++i) {
      tokens[static_cast<std::size_t>(i)] = token_at(first + i);
    }
    for (std::int64_t i = 0; i < std::ssize(labels); ++i) {
      labels[static_cast<std::size_t>(i)] = token_at(first + i + 1);
    }
  };
}

}  // namespace scenarios
