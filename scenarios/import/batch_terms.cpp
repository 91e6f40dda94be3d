#include "scenarios/import/batch_terms.hpp"

#include <string>

#include <fmt/format.h>

namespace scenarios {

namespace {

constexpr std::string_view data_size = "parallel.data_parallel_size";
constexpr std::string_view micro_batch = "training.micro_batch_size";
constexpr std::string_view global_batch = "training.global_batch_size";

class BatchSettler {
 public:
  explicit BatchSettler(Imported& imported) : imported_(imported), batch_(imported.batch) {}

  void settle() {
    take_override(batch_.micro, micro_batch);
    take_override(batch_.global, global_batch);
    settle_replicas();
    settle_micro();
    settle_global();
    check_accumulation();
    plan_tokens();
  }

 private:
  // What --set gives wins over the files.
  void take_override(std::optional<Stated>& term, std::string_view path) {
    const auto given = imported_.draft.integer(path);
    const Origin* origin = imported_.draft.origin_of(path);
    if (!given || origin == nullptr) return;
    if (term && term->value != *given) {
      imported_.contradictions.push_back(fmt::format("{}: {}: {} against {}; the latter counts",
                                                     term->origin.text(), term->key, term->value,
                                                     origin->text()));
    }
    term = Stated{*given, *origin, std::string(path)};
  }

  void fault(const Stated& term, std::string what) {
    imported_.draft.refuse(term.key, term.origin, std::move(what));
  }

  [[nodiscard]] std::int64_t size(std::string_view path) const {
    return imported_.draft.integer(path).value_or(1);
  }

  void settle_replicas() {
    const std::int64_t others = size("parallel.tensor_model_parallel_size") *
                                size("parallel.pipeline_model_parallel_size") * batch_.unsaid_ranks;
    const auto given = imported_.draft.integer(data_size);
    if (batch_.ranks && batch_.ranks->value % others != 0) {
      fault(*batch_.ranks,
            fmt::format("{} ranks are no multiple of tensor * pipeline{} size = {} (remainder {})",
                        batch_.ranks->value, batch_.unsaid_ranks > 1 ? " * other axes'" : "",
                        others, batch_.ranks->value % others));
    } else if (batch_.ranks && given && *given != batch_.ranks->value / others) {
      fault(*batch_.ranks, fmt::format("{} ranks against data_parallel_size {} * {}",
                                       batch_.ranks->value, *given, others));
    } else if (batch_.ranks) {
      give(data_size, batch_.ranks->value / others, *batch_.ranks);
    } else if (!given) {
      replicas_of_batch();
    }
    replicas_ = size(data_size);
  }

  // All three terms of the batch leave one number of replicas.
  void replicas_of_batch() {
    if (batch_.global && batch_.micro && batch_.accumulation) {
      const std::int64_t one = batch_.micro->value * batch_.accumulation->value;
      if (batch_.global->value % one == 0) {
        give(data_size, batch_.global->value / one, *batch_.global);
      } else {
        fault(*batch_.global,
              fmt::format("{} is no multiple of {} {} * {} {} = {}", batch_.global->value,
                          batch_.micro->key, batch_.micro->value, batch_.accumulation->key,
                          batch_.accumulation->value, one));
      }
      return;
    }
    imported_.draft.fill(data_size, std::int64_t{1});
    imported_.notes.emplace_back(
        "data_parallel_size 1: how many ranks there are is not in the files; --ranks N tells");
  }

  void settle_micro() {
    if (batch_.micro) {
      give(micro_batch, batch_.micro->value, *batch_.micro);
    } else if (batch_.global && batch_.accumulation) {
      const std::int64_t parts = batch_.accumulation->value * replicas_;
      if (batch_.global->value % parts == 0) {
        give(micro_batch, batch_.global->value / parts, *batch_.global);
      } else {
        fault(
            *batch_.global,
            fmt::format("{} is no multiple of {} {} * data_parallel_size {} = {} (remainder {})",
                        batch_.global->value, batch_.accumulation->key, batch_.accumulation->value,
                        replicas_, parts, batch_.global->value % parts));
        imported_.draft.skip(micro_batch);
      }
    } else {
      imported_.draft.fill(micro_batch, batch_.micro_by_default);
      imported_.notes.push_back(
          fmt::format("micro_batch_size {}: {}; --set training.micro_batch_size=N gives another",
                      batch_.micro_by_default,
                      batch_.micro_source.empty() ? "not in the files"
                                                  : "what is taken by " + batch_.micro_source));
    }
  }

  void settle_global() {
    if (batch_.global) {
      give(global_batch, batch_.global->value, *batch_.global);
      return;
    }
    const auto micro = imported_.draft.integer(micro_batch);
    if (!micro) return;
    const std::int64_t parts = batch_.accumulation ? batch_.accumulation->value : 1;
    if (static_cast<double>(*micro) * static_cast<double>(parts) * static_cast<double>(replicas_) >
        2147483647.0) {
      imported_.draft.fault({global_batch}, fmt::format("{} * {} * {} sequences are too many",
                                                        *micro, parts, replicas_));
      imported_.draft.skip(global_batch);
      return;
    }
    const Stated* source = batch_.accumulation ? &*batch_.accumulation
                           : batch_.micro      ? &*batch_.micro
                                               : nullptr;
    if (source != nullptr) {
      give(global_batch, *micro * parts * replicas_, *source);
    } else {
      imported_.draft.fill(global_batch, *micro * replicas_);
    }
  }

  // Where micro * dp does not divide, the reader's own check says so.
  void check_accumulation() {
    if (!batch_.accumulation || !batch_.global || !batch_.micro) return;
    const std::int64_t together = batch_.micro->value * replicas_;
    const std::int64_t parts = batch_.global->value / together;
    if (batch_.global->value % together != 0 || parts == batch_.accumulation->value) return;
    fault(*batch_.accumulation,
          fmt::format("is {}, but {} {} is {} {} * data_parallel_size {} * {}",
                      batch_.accumulation->value, batch_.global->key, batch_.global->value,
                      batch_.micro->key, batch_.micro->value, replicas_, parts));
  }

  void plan_tokens() {
    const auto length = imported_.draft.integer("model.seq_length");
    const auto global = imported_.draft.integer(global_batch);
    const bool by_steps = batch_.steps.has_value();
    if (!length || !global || (!by_steps && !batch_.sequences)) return;
    const Stated& term = by_steps ? *batch_.steps : *batch_.sequences;
    const double tokens = static_cast<double>(term.value) * static_cast<double>(*length) *
                          (by_steps ? static_cast<double>(*global) : 1.0);
    if (tokens >= 0x1p62) return;
    give("training.tokens", term.value * *length * (by_steps ? *global : 1), term);
  }

  void give(std::string_view path, std::int64_t value, const Stated& source) {
    if (imported_.settled(path)) return;
    imported_.draft.give(std::string(path), {value, source.origin});
  }

  Imported& imported_;
  BatchTerms& batch_;
  std::int64_t replicas_ = 1;
};

}  // namespace

void settle_batch(Imported& imported) {
  BatchSettler(imported).settle();
}

}  // namespace scenarios
