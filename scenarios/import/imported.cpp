#include "scenarios/import/imported.hpp"

#include <utility>

#include <fmt/format.h>

#include "scenarios/import/key_table.hpp"
#include "scenarios/read/keys.hpp"
#include "scenarios/read/value.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

std::string at(const Settings& settings, std::string_view key) {
  return fmt::format("{}: {}", settings.place_of(key).text(), key);
}

}  // namespace

bool Imported::settled(std::string_view path) const {
  return draft.has(path) || draft.is_refused(path);
}

void Imported::give(std::string_view path, Value value, Settings& settings, std::string_view key) {
  const Origin origin = settings.place_of(key);
  settings.use(key, fmt::format("{} {}", path, text_of(value)));
  if (draft.is_refused(path)) return;
  if (!settings.states(key)) {
    if (!drops_default(path)) draft.fill(path, std::move(value));
    return;
  }
  const std::optional<Value> before = draft.find(path);
  const bool is_default = before && draft.origin_of(path) == nullptr;
  if (!before || (is_default && lenient)) {
    draft.give(path, {std::move(value), origin});
    return;
  }
  if (*before == value || !lenient) return;
  const Origin* first = draft.origin_of(path);
  const std::string what =
      fmt::format("{} {} against {} of {}", path, text_of(value), text_of(*before),
                  first == nullptr ? "the default" : first->text());
  contradict(settings, key, what + "; the latter counts");
  const bool is_remark = first == nullptr || !first->option.empty() || first->file == origin.file ||
                         overrides_named_model;
  if (is_remark) return;
  contradictions.pop_back();
  contradict(settings, key, what);
  fault(settings, key, fmt::format("{}; give --set {}=...", what, path));
}

void Imported::propose(std::string_view path, Value value, Settings& settings,
                       std::string_view key) {
  if (!settled(path)) give(path, std::move(value), settings, key);
}

void Imported::fill(std::string_view path, std::string_view value) {
  const Key* key = find_key(path);
  ENSURE(key != nullptr, path);
  if (!drops_default(path)) draft.fill(path, value_of_text(*key, value));
}

// What a tool chooses for a run, not what the model is.
bool Imported::drops_default(std::string_view path) const {
  constexpr std::string_view of_the_run =
      "model.attention_dropout model.hidden_dropout model.make_vocab_size_divisible_by";
  return family_is_elsewhere && path.starts_with("model.") && !contains_word(of_the_run, path);
}

void Imported::fault(const Settings& settings, std::string_view key, std::string what) {
  draft.refuse(key, settings.place_of(key), std::move(what));
}

void Imported::approximate(const Settings& settings, std::string_view key, std::string what) {
  if (!lenient) {
    fault(settings, key, std::move(what));
  } else {
    notes.push_back(fmt::format("{}: {}", at(settings, key), what));
  }
}

bool Imported::is_set(std::string_view path) const {
  const Origin* origin = draft.origin_of(path);
  return origin != nullptr && !origin->option.empty();
}

bool Imported::lack(const Settings& settings, std::string_view key, std::string what,
                    std::string_view instead) {
  if (!instead.empty()) {
    if (is_set(instead)) {
      contradict(settings, key, fmt::format("{}; --set {} counts", what, instead));
      return false;
    }
    what += fmt::format("; --set {}=... decides instead", instead);
  }
  if (!lenient) {
    fault(settings, key, std::move(what));
  } else {
    missing.push_back({settings.place_of(key).text(), std::string(key), std::move(what)});
  }
  return true;
}

void Imported::lack_shape(const Settings& settings, std::string_view key, const std::string& what) {
  if (lack(settings, key, what)) leave_uncounted(settings, key, what);
}

void Imported::leave_uncounted(const Settings& settings, std::string_view key,
                               std::string_view why) {
  uncounted.push_back({settings.place_of(key).text(), std::string(key), std::string(why)});
}

void Imported::obstacle(const Settings& settings, std::string_view key, std::string what) {
  if (!lenient) {
    fault(settings, key, std::move(what));
  } else {
    obstacles.push_back({settings.place_of(key).text(), std::string(key), std::move(what)});
  }
}

void Imported::contradict(const Settings& settings, std::string_view key, const std::string& what) {
  contradictions.push_back(fmt::format("{}: {}", at(settings, key), what));
}

void Imported::difference(const Settings& settings, std::string_view key, std::string what,
                          std::function<Int128(const DenseShape&)> parameters) {
  if (lenient) {
    differences.push_back({std::move(what), std::move(parameters)});
  } else {
    fault(settings, key, fmt::format("{} is not supported", what));
  }
}

void Imported::account(const Settings& settings, std::string_view irrelevant) {
  scenarios::account(*this, settings, {.rows = {}, .irrelevant = std::string(irrelevant)});
}

}  // namespace scenarios
