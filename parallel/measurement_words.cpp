#include "parallel/measurement_words.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

#include "parallel/measurement_fields.hpp"

namespace parallel {
namespace {

using Words = std::vector<std::int64_t>;

void write(const std::vector<sim::PeakEntry>& entries, Words& words) {
  words.push_back(std::ssize(entries));
  for (const sim::PeakEntry& entry : entries) {
    words.insert(words.end(),
                 {static_cast<std::int64_t>(entry.category), static_cast<std::int64_t>(entry.item),
                  entry.place.layer, entry.place.micro_batch, entry.bytes});
  }
}

void write(const std::vector<std::vector<LiveChange>>& timelines, Words& words) {
  words.push_back(std::ssize(timelines));
  for (const std::vector<LiveChange>& timeline : timelines) {
    words.push_back(std::ssize(timeline));
    for (const LiveChange& change : timeline) {
      words.insert(words.end(), {std::int64_t{change.module}, change.bytes});
    }
  }
}

// Takes numbers off the front; once one is missing or out of range all that follow are 0, and
// `is_right` is false.
class Reader {
 public:
  explicit Reader(std::span<const std::int64_t> words) : words_(words) {}

  [[nodiscard]] bool is_right() const { return is_right_; }
  [[nodiscard]] bool is_at_end() const { return words_.empty(); }

  template <class Number>
  Number take() {
    const std::int64_t word = next();
    if (std::in_range<Number>(word)) return static_cast<Number>(word);
    is_right_ = false;
    return 0;
  }
  template <class Enum>
  Enum take_enumerator() {
    const auto place = take<std::size_t>();
    if (place < sim::enumerator_count<Enum>) return static_cast<Enum>(place);
    is_right_ = false;
    return {};
  }
  // How many entries follow, of at least `words_each` numbers: never more than could.
  std::size_t take_count(std::size_t words_each) {
    const auto count = take<std::size_t>();
    if (count <= words_.size() / words_each) return count;
    is_right_ = false;
    return 0;
  }

 private:
  std::int64_t next() {
    if (words_.empty()) is_right_ = false;
    if (!is_right_) return 0;
    const std::int64_t word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }

  std::span<const std::int64_t> words_;
  bool is_right_ = true;
};

std::vector<sim::PeakEntry> read_peak(Reader& reader) {
  std::vector<sim::PeakEntry> entries(reader.take_count(5));
  for (sim::PeakEntry& entry : entries) {
    entry.category = reader.take_enumerator<sim::Category>();
    entry.item = reader.take_enumerator<sim::Item>();
    entry.place.layer = reader.take<std::int64_t>();
    entry.place.micro_batch = reader.take<std::int64_t>();
    entry.bytes = reader.take<std::int64_t>();
  }
  return entries;
}

std::vector<std::vector<LiveChange>> read_timelines(Reader& reader) {
  std::vector<std::vector<LiveChange>> timelines(reader.take_count(1));
  for (std::vector<LiveChange>& timeline : timelines) {
    timeline.resize(reader.take_count(2));
    for (LiveChange& change : timeline) {
      change.module = reader.take<sim::ModuleId>();
      change.bytes = reader.take<std::int64_t>();
    }
  }
  return timelines;
}

Measurement read_measurement(Reader& reader) {
  Measurement measured;
  for_each_field([&](const Field&, auto get) {
    auto& value = get(measured);
    value = reader.take<std::remove_reference_t<decltype(value)>>();
  });
  measured.memory.at_peak = read_peak(reader);
  measured.live_parameters_timelines = read_timelines(reader);
  return measured;
}

}  // namespace

std::vector<std::int64_t> to_words(std::span<const Measurement> measurements) {
  Words words;
  for (const Measurement& measured : measurements) {
    for_each_field([&](const Field&, auto get) { words.push_back(get(measured)); });
    write(measured.memory.at_peak, words);
    write(measured.live_parameters_timelines, words);
  }
  return words;
}

std::optional<std::vector<Measurement>> from_words(std::span<const std::int64_t> words) {
  std::vector<Measurement> measurements;
  Reader reader(words);
  while (reader.is_right() && !reader.is_at_end()) {
    measurements.push_back(read_measurement(reader));
  }
  if (!reader.is_right()) return std::nullopt;
  return measurements;
}

}  // namespace parallel
