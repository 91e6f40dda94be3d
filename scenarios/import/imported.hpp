#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/import/parameter_count.hpp"
#include "scenarios/import/syntax/settings.hpp"
#include "scenarios/read/draft.hpp"

namespace scenarios {

/// A number that a file states, and where.
struct Stated {
  std::int64_t value = 0;
  Origin origin;
  std::string key;
};

/// What files say about the batch and the ranks, before it is brought together.
struct BatchTerms {
  std::optional<Stated> global;
  std::optional<Stated> micro;
  std::optional<Stated> accumulation;  // micro-batches of a step on a replica
  std::optional<Stated> ranks;         // of the whole mesh
  std::optional<Stated> steps;         // of the planned run
  std::optional<Stated> sequences;     // of the planned run
  std::int64_t micro_by_default = 1;   // what the format's own ecosystem takes
  std::string micro_source;            // who takes that; empty: nobody
  std::int64_t unsaid_ranks = 1;       // ranks of axes that a scenario lacks, a data-parallel rank
};

/// Parameters of the files' model that a scenario's block has no key for.
struct Difference {
  std::string what;
  std::function<Int128(const DenseShape&)> parameters;  // negative: the block has more
};

/// A model that is no stack of dense blocks: counted, not run.
struct CountedModel {
  Int128 parameters = 0;
  Int128 active = 0;  // used for one token
  std::string what_is_missing;
};

/// What was read from configuration files: scenario keys with their places (in the draft), and what
/// is to be said about the rest. `lenient` is how `import` reads: what a scenario cannot express is
/// noted. Otherwise (model.config) it is a fault, and keys given beside the file win in silence.
class Imported {
 public:
  Imported(Draft start, bool is_lenient) : draft(std::move(start)), lenient(is_lenient) {}

  Draft draft;
  bool lenient;
  BatchTerms batch;
  std::vector<Difference> differences;
  std::optional<CountedModel> counted;
  bool has_run = false;                // a file of a tool that trains is among them
  bool family_is_elsewhere = false;    // another file says what kind of model it is
  bool overrides_named_model = false;  // Picotron's file: its keys win over the named model's
  std::vector<std::function<void(Imported&)>> deferred;  // what needs all files

  std::vector<std::string> sources;  // "FILE: Hugging Face config of gpt2"
  std::vector<std::string> used;     // the five lists of the report, a line each
  std::vector<std::string> ignored;
  std::vector<std::string> unknown;
  std::vector<std::string> contradictions;
  std::vector<std::string> notes;
  std::vector<Fault> obstacles;  // why no scenario can be written
  std::vector<Fault> missing;    // keys that a scenario cannot say, though it can say the rest
  std::vector<Fault> uncounted;  // why the files do not determine the number of parameters

  /// Whether a scenario key is settled: given, or refused.
  [[nodiscard]] bool settled(std::string_view path) const;
  /// Gives a scenario key what `key` of `settings` says, or by default when it says nothing. What
  /// was given before stays, and the contradiction is told: a fault when another file gave it, a
  /// remark when --set did or when the same file says it twice.
  void give(std::string_view path, Value value, Settings& settings, std::string_view key);
  /// The same when the value is no statement of the file but follows from it: never contradicts.
  void propose(std::string_view path, Value value, Settings& settings, std::string_view key);
  /// A default of the format's own ecosystem, as one would write it in a scenario.
  void fill(std::string_view path, std::string_view value);
  /// Whether a default of the file that is being read does not count: one of the model's kind,
  /// which another file states.
  [[nodiscard]] bool drops_default(std::string_view path) const;

  void fault(const Settings& settings, std::string_view key, std::string what);
  /// Something that a scenario cannot express, though its sizes are right: a note, or a fault.
  void approximate(const Settings& settings, std::string_view key, std::string what);
  /// A value that changes shapes, bytes, FLOPs or messages in a way that a scenario cannot say. A
  /// scenario without it is written only where that is asked for (--partial). Where --set may give
  /// `instead` in its place the message says so, and it is asked whether --set did: then nothing is
  /// missing, and the result is false.
  bool lack(const Settings& settings, std::string_view key, std::string what,
            std::string_view instead = "");
  /// The same of a value without which the parameters cannot be counted either.
  void lack_shape(const Settings& settings, std::string_view key, const std::string& what);
  /// Whether --set gave a scenario key.
  [[nodiscard]] bool is_set(std::string_view path) const;
  /// What keeps the parameters from being counted.
  void leave_uncounted(const Settings& settings, std::string_view key, std::string_view why);
  /// Something without which there is nothing to be written.
  void obstacle(const Settings& settings, std::string_view key, std::string what);
  void contradict(const Settings& settings, std::string_view key, const std::string& what);
  /// Parameters that a scenario cannot express: counted and noted, or a fault.
  void difference(const Settings& settings, std::string_view key, std::string what,
                  std::function<Int128(const DenseShape&)> parameters);

  /// Sorts the settings into used, ignored and unknown; `irrelevant` are the keys (with all below
  /// them) that say nothing about sizes, counts or messages, separated by spaces.
  void account(const Settings& settings, std::string_view irrelevant);
};

}  // namespace scenarios
