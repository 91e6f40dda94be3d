// Random legal scenarios, really run: every number measured is what the packs expect of it and what
// a shape-only run says, and the loss, the gradients and the generated tokens are those of one
// rank.
//
//   SHARDSCOPE_RANDOM_SEED   the seed (default_random_seed; each run prints its own)
//   SHARDSCOPE_RANDOM_RUNS   how many scenarios (60)
//   SHARDSCOPE_RANDOM_FIRST  the index of the first (0)
//
// What fails is made simpler, key by key, for as long as it fails, and printed as a scenario.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "scenarios/commands/dry_run.hpp"
#include "tests/proofs/random/one_rank.hpp"
#include "tests/proofs/random/random_scenario.hpp"
#include "tests/proofs/run_and_judge.hpp"
#include "tests/support/measurement_differences.hpp"

namespace test {
namespace {

constexpr std::uint64_t default_runs = 60;

std::uint64_t number_from(const char* variable, std::uint64_t fallback) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? fallback : std::stoull(text);
}

using Texts = std::vector<std::string>;

/// Runs and judges scenarios of one session, and keeps count.
class Judge {
 public:
  Judge() : catalogue_(shipped_catalogue({"transformer-math-101", "exact"})) {}

  /// What is wrong with the scenario `text` under `changes`, on rank 0; on other ranks what was
  /// thrown there. Nothing where the changes make it illegal or too large for the session.
  /// Collective over the session.
  Texts faults_of(const std::string& text, const Texts& changes) {
    try {
      return faults_of(text, changes, read(text, changes));
    } catch (const scenarios::BadInput& error) {
      return changes.empty() ? Texts{fmt::format("refused: {}", error.what())} : Texts{};
    } catch (const std::exception& error) {
      return {fmt::format("thrown: {}", error.what())};
    }
  }

  [[nodiscard]] const LargestDeviations& largest() const { return largest_; }
  [[nodiscard]] const std::map<scenarios::Verdict, std::int64_t>& verdicts() const {
    return verdicts_;
  }

 private:
  static scenarios::Scenario read(const std::string& text, const Texts& changes) {
    const scenarios::test::TemporaryFolder folder;
    const std::array files{folder.write("random.yaml", text)};
    return scenarios::read_scenarios(files, changes).at(0);
  }

  static std::optional<DumpedRun> run(const scenarios::Scenario& scenario,
                                      const scenarios::test::TemporaryFolder& folder) {
    auto result = scenarios::train_on_ranks(
        test_support::session(), scenario,
        scenario.plan.mode == parallel::Mode::training ? folder.path() : std::filesystem::path());
    if (!result) return std::nullopt;
    return DumpedRun{.result = std::move(*result), .folder = folder.path()};
  }

  Texts faults_of(const std::string& text, Texts changes, const scenarios::Scenario& scenario) {
    const bool is_too_large = scenario.ranks() > test_support::session().size();
    if (!changes.empty() && is_too_large) return {};
    for (auto& change : one_rank_changes(scenario)) changes.push_back(std::move(change));
    const scenarios::test::TemporaryFolder folder;
    const scenarios::test::TemporaryFolder one_rank_folder;
    const auto actual = run(scenario, folder);
    const auto expected = run(read(text, changes), one_rank_folder);
    if (!actual || !expected) return {};
    Texts all = unexpected_verdicts(scenario, actual->result);
    std::ranges::move(dry_differences(scenario, actual->result), std::back_inserter(all));
    std::ranges::move(differences(scenario, *actual, *expected, largest_), std::back_inserter(all));
    return all;
  }

  /// Which ranks measured something else than the shape-only run says.
  static Texts dry_differences(const scenarios::Scenario& scenario,
                               const scenarios::RunResult& result) {
    if (result.ranks.empty() || result.skipped_steps > 0) return {};
    Texts all;
    const scenarios::RunResult dry = scenarios::dry_result(scenario.plan);
    for (std::size_t rank = 0; rank < result.ranks.size(); ++rank) {
      const std::string found = test_support::differences(result.ranks[rank], dry.ranks.at(rank));
      if (found.empty()) continue;
      all.push_back(fmt::format("rank {} measured, and when dry:\n{}", rank, found));
    }
    return all;
  }

  Texts unexpected_verdicts(const scenarios::Scenario& scenario,
                            const scenarios::RunResult& result) {
    Texts all;
    if (result.ranks.empty()) all.emplace_back("no step was applied");
    for (const scenarios::Check& check : scenarios::judge(catalogue_, scenario, result)) {
      ++verdicts_[check.verdict];
      if (check.as_expected) continue;
      all.push_back(fmt::format("{} on rank {}: {} of {}", check.formula, check.rank.value_or(-1),
                                check.estimate, check.measured ? check.measured->value() : 0));
    }
    return all;
  }

  scenarios::Catalogue catalogue_;
  LargestDeviations largest_;
  std::map<scenarios::Verdict, std::int64_t> verdicts_;
};

// Each makes a scenario simpler, where it is legal and the scenario fails with it as well.
const Texts simplifications = {"training.global_batch_size=1",
                               "parallel.data_parallel_size=2",
                               "parallel.tensor_model_parallel_size=2",
                               "parallel.pipeline_model_parallel_size=2",
                               "parallel.data_parallel_size=1",
                               "parallel.tensor_model_parallel_size=1",
                               "parallel.pipeline_model_parallel_size=1",
                               "parallel.virtual_pipeline_model_parallel_size=1",
                               "parallel.pipeline_schedule=1f1b",
                               "parallel.sequence_parallel=false",
                               "zero.partition_activations=false",
                               "recompute=none",
                               "zero.stage=0",
                               "zero.reduce_scatter=true",
                               "zero.reduce_bucket_size=500000000",
                               "zero.allgather_bucket_size=500000000",
                               "precision=fp32",
                               "gradient_dtype=fp32",
                               "optimizer.type=adamw",
                               "training.steps=1",
                               "training.micro_batch_size=1",
                               "model.attention_dropout=0",
                               "model.hidden_dropout=0",
                               "model.qk_layernorm=false",
                               "model.shared_norm=false",
                               "model.parallel_residual=false",
                               "model.gated_linear_unit=false",
                               "model.add_qkv_bias=false",
                               "model.add_bias_linear=false",
                               "model.tie_word_embeddings=false",
                               "model.position_embedding_type=none",
                               "model.normalization=LayerNorm",
                               "model.make_vocab_size_divisible_by=1"};

/// The simplifications under which the scenario still fails. Collective over the session.
Texts simplified(Judge& judge, const std::string& text) {
  Texts changes;
  for (const std::string& change : simplifications) {
    Texts tried = changes;
    tried.push_back(change);
    const bool fails = !judge.faults_of(text, tried).empty();
    if (test_support::session().share_text(fails ? "fails" : "") == "fails") changes = tried;
  }
  return changes;
}

void report(Judge& judge, std::uint64_t seed, std::uint64_t index, const Texts& faults,
            bool simplify) {
  const std::string text = random_scenario(seed, index);
  const Texts changes = simplify ? simplified(judge, text) : Texts{};
  if (test_support::session().rank() != 0) return;
  const std::string simpler =
      changes.empty() ? "" : fmt::format("With --set {} too.\n", fmt::join(changes, " --set "));
  ADD_FAILURE() << fmt::format(
      "{} faults:\n  {}\n{}{}To run it again: SHARDSCOPE_RANDOM_SEED={}"
      " SHARDSCOPE_RANDOM_FIRST={} SHARDSCOPE_RANDOM_RUNS=1",
      faults.size(), fmt::join(faults, "\n  "), text, simpler, seed, index);
}

/// Judges the scenario; true where it is right. Collective over the session.
bool is_right(Judge& judge, std::uint64_t seed, std::uint64_t index, bool simplify) {
  const Texts faults = judge.faults_of(random_scenario(seed, index), {});
  const bool is_first = test_support::session().rank() == 0;
  if (!is_first && !faults.empty()) {
    ADD_FAILURE() << "random scenario " << index << ": " << fmt::format("{}", faults);
  }
  if (test_support::session().share_text(faults.empty() ? "right" : "") == "right") return true;
  report(judge, seed, index, faults, simplify);
  return false;
}

void print_summary(const Judge& judge, std::uint64_t seed, std::uint64_t right,
                   std::uint64_t runs) {
  std::printf("seed %llu: %llu of %llu random scenarios are right;",
              static_cast<unsigned long long>(seed), static_cast<unsigned long long>(right),
              static_cast<unsigned long long>(runs));
  for (const auto& [verdict, count] : judge.verdicts()) {
    std::printf(" %lld %s", static_cast<long long>(count),
                std::string(scenarios::name_of(verdict)).c_str());
  }
  const LargestDeviations& largest = judge.largest();
  std::printf(
      "\nlargest deviations in tolerances: fp32 loss %.3g, gradient %.3g; 16-bit loss %.3g,"
      " gradient %.3g\n",
      largest.fp32_loss, largest.fp32_gradient, largest.short_loss, largest.short_gradient);
}

TEST(RandomScenarios, AreExactAndGiveWhatOneRankGives_random) {
  const std::uint64_t seed = number_from("SHARDSCOPE_RANDOM_SEED", default_random_seed);
  const std::uint64_t first = number_from("SHARDSCOPE_RANDOM_FIRST", 0);
  const std::uint64_t runs = number_from("SHARDSCOPE_RANDOM_RUNS", default_runs);
  constexpr int most_simplified = 2;
  Judge judge;
  std::uint64_t right = 0;
  int failed = 0;
  for (std::uint64_t index = first; index < first + runs; ++index) {
    if (is_right(judge, seed, index, failed < most_simplified)) {
      ++right;
    } else {
      ++failed;
    }
  }
  if (test_support::session().rank() == 0) print_summary(judge, seed, right, runs);
}

}  // namespace
}  // namespace test
