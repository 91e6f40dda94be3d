#include "scenarios/import/formats.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/accelerate/accelerate.hpp"
#include "scenarios/import/batch_terms.hpp"
#include "scenarios/import/deepspeed/deepspeed.hpp"
#include "scenarios/import/hugging_face/expert_count.hpp"
#include "scenarios/import/hugging_face/hugging_face.hpp"
#include "scenarios/import/megatron/megatron.hpp"
#include "scenarios/import/nanotron/nanotron.hpp"
#include "scenarios/import/native.hpp"
#include "scenarios/import/neox/neox.hpp"
#include "scenarios/import/recognise.hpp"
#include "scenarios/import/torchtitan/torchtitan.hpp"
#include "scenarios/read/check.hpp"
#include "scenarios/read/defaults.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

// Files in the order in which they are read; those of GPT-NeoX are one.
std::vector<ConfigText> read_texts(std::span<const std::filesystem::path> files,
                                   const ImportWishes& wishes, Imported& imported,
                                   std::vector<Fault>& faults) {
  std::vector<ConfigText> texts;
  for (ConfigText& text : read_config_texts(files, wishes.format, faults)) {
    const auto neox = std::ranges::find(texts, Format::neox, &ConfigText::format);
    if (text.format == Format::neox && neox != texts.end()) {
      imported.sources.push_back(text.settings.file() + ": GPT-NeoX config, merged");
      std::ranges::move(neox->settings.merge(std::move(text.settings)),
                        std::back_inserter(imported.contradictions));
    } else {
      texts.push_back(std::move(text));
    }
  }
  std::ranges::stable_sort(texts, {}, &ConfigText::format);
  return texts;
}

// How much a file says of the kind of model: by name or by a config, by flags whose absence says
// something too, or nothing.
int family_said_by(const ConfigText& text) {
  const Settings& settings = text.settings;
  switch (text.format) {
    case Format::hugging_face:
    case Format::summary:
    case Format::deepseek_native:
      return 2;
    case Format::nanotron:
      return settings.states("model.model_config") ? 2 : 0;
    case Format::torchtitan:
      return settings.states("model.flavor") ? 2 : 0;
    case Format::neox:
      return settings.states("num_layers") || settings.states("hidden_size") ? 1 : 0;
    case Format::megatron:
      return settings.states("num_layers") || settings.states("hidden_size") ||
                     settings.states("MODEL_ARGS")
                 ? 1
                 : 0;
    case Format::picotron:
    case Format::accelerate:
    case Format::deepspeed:
      return 0;
  }
  return 0;
}

// A model's own config says how it is built, not how it is trained.
bool is_of_a_run(Format format) {
  return format != Format::hugging_face && format != Format::summary &&
         format != Format::deepseek_native;
}

void read_one(ConfigText& text, Imported& imported) {
  switch (text.format) {
    case Format::neox:
      return read_neox(imported, text.settings);
    case Format::megatron:
      return read_megatron(imported, text.settings);
    case Format::torchtitan:
      return read_torchtitan(imported, text.settings);
    case Format::nanotron:
      return read_nanotron(imported, text.settings);
    case Format::picotron:
      return read_picotron(imported, text.settings);
    case Format::summary:
      return read_summary(imported, text.settings);
    case Format::deepseek_native:
      return count_deepseek_native(imported, text.settings);
    case Format::accelerate:
      return read_accelerate(imported, text.settings);
    case Format::deepspeed:
      return read_deepspeed(imported, text.settings);
    case Format::hugging_face:
      return read_hugging_face(imported, text.settings);
  }
}

// Two values under one key are told apart from what follows from either.
void add_repeats(const ConfigText& text, Imported& imported, std::vector<Fault>& faults) {
  for (const Fault& fault : text.settings.faults()) {
    faults.push_back(fault);
    imported.contradictions.push_back(fault.text());
  }
}

// One mistake for a model that is not there, not one for each of its keys.
void tell_missing_model(Imported& imported, const std::string& first, bool all_read) {
  const Draft& draft = imported.draft;
  const bool is_there = draft.has("model.hidden_size") ||
                        (draft.has("model.num_layers") && imported.obstacles.empty());
  if (is_there) return;
  if (all_read && !imported.counted && imported.obstacles.empty()) {
    imported.obstacles.push_back(
        {first, "model", "no file gives a model; give its config beside these"});
  }
  for (const Key& key : all_keys()) {
    if (key.required && key.path.starts_with("model.")) {
      imported.draft.skip(key.path);
    }
  }
}

Draft checked(const Draft& draft) {
  Draft whole = draft;
  fill_defaults(whole);
  check_all(whole);
  return whole;
}

// Keys that nobody gives are missed in the first file.
Draft draft_of(const std::filesystem::path& first, const ImportWishes& wishes) {
  Document document;
  for (const std::string& text : wishes.overrides) apply_override(document, text);
  if (!document.faults.empty()) throw BadInput(document.faults);
  Draft draft(first.string(), {});
  for (const auto& [key, given] : document.given) draft.give(key, given);
  return draft;
}

}  // namespace

ImportResult import_files(std::span<const std::filesystem::path> files,
                          const ImportWishes& wishes) {
  ImportResult result{
      .imported = Imported(draft_of(files.front(), wishes), true), .faults = {}, .shape = {}};
  Imported& imported = result.imported;
  std::vector<ConfigText> texts = read_texts(files, wishes, imported, result.faults);
  int most_said = 0;
  for (const ConfigText& text : texts) {
    most_said = std::max(most_said, family_said_by(text));
    imported.has_run = imported.has_run || is_of_a_run(text.format);
  }
  for (ConfigText& text : texts) {
    add_repeats(text, imported, result.faults);
    std::ranges::copy(text.settings.notes(), std::back_inserter(imported.notes));
    imported.family_is_elsewhere = family_said_by(text) < most_said;
    try {
      read_one(text, imported);
    } catch (const BadInput& error) {
      std::ranges::copy(error.faults(), std::back_inserter(result.faults));
    }
  }
  if (wishes.ranks) {
    const std::string option = fmt::format("--ranks {}", *wishes.ranks);
    imported.batch.ranks = Stated{*wishes.ranks, {"", 0, option}, "ranks"};
  }
  for (const auto& late : imported.deferred) late(imported);
  settle_batch(imported);
  tell_missing_model(imported, files.front().string(), result.faults.empty());
  const Draft whole = checked(imported.draft);
  std::ranges::copy(whole.faults(), std::back_inserter(result.faults));
  if (imported.uncounted.empty() && !imported.counted) result.shape = dense_shape(whole);
  return result;
}

}  // namespace scenarios
