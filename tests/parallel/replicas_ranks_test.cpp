// Ranks that must hold the same weights do, after a step of every ZeRO stage; and when one value of
// one copy differs, all ranks that hold a copy say which tensor and who.

#include <array>
#include <bit>
#include <string>

#include <gtest/gtest.h>

#include "parallel/replicas.hpp"
#include "tests/parallel/stage.hpp"
#include "tests/support/session.hpp"

namespace {

using test::Stage;

/// The reason that check_replicas gives on this rank; empty: none.
std::string difference(Stage& stage, const parallel::Plan& plan) {
  parallel::ParameterStore* const store = &stage.store();
  try {
    parallel::check_replicas(stage.groups(), plan, {&store, 1});
  } catch (const sim::Error& error) {
    return error.what();
  }
  return "";
}

/// Changes the last element of parameter `id` that this rank holds whole.
void change(Stage& stage, std::size_t id) {
  const parallel::StateLayout& layout = stage.store().states().layout();
  const sim::View values =
      stage.store().states().whole_weights(layout.full_of[id], layout.size_of[id]);
  values.as<float>()[values.size() - 1] += 0.25F;
}

void expect_told(const std::string& told, const std::string& name, const std::string& ranks) {
  EXPECT_NE(told.find(name), std::string::npos) << told;
  EXPECT_NE(told.find(ranks), std::string::npos) << told;
}

TEST(ReplicasOn4, AreAlikeAfterAStep) {
  for (const ranks::MeshShape mesh :
       {ranks::MeshShape{.dp = 4}, {.tp = 4}, {.dp = 2, .tp = 2}, {.dp = 2, .pp = 2}}) {
    for (int zero = 0; zero <= 3; ++zero) {
      const parallel::Plan plan = test::on_mesh(test::small_plan(), mesh, zero, 2);
      Stage stage(test_support::session(), plan);
      stage.run(0, 1.0);
      stage.update(0, *stage.norm(1.0), 1.0);
      EXPECT_EQ(difference(stage, plan), "") << "zero " << zero;
    }
  }
}

TEST(ReplicasOn2, OneValueOfOneReplicaIsFound) {
  for (int zero = 0; zero <= 2; ++zero) {
    const parallel::Plan plan = test::on_mesh(test::small_plan(), {.dp = 2}, zero, 2);
    Stage stage(test_support::session(), plan);
    const std::size_t id = 3;
    if (test_support::session().rank() == 1) change(stage, id);
    expect_told(difference(stage, plan), stage.store().specs()[id].name, "ranks 0 and 1");
  }
}

// What tensor parallelism splits may differ; a row-parallel linear's bias may not.
TEST(ReplicasOn2, WhatTensorRanksShareIsCompared) {
  const parallel::Plan plan = test::on_mesh(test::small_plan(), {.tp = 2}, 0, 2);
  Stage stage(test_support::session(), plan);
  const auto& specs = stage.store().specs();
  for (std::size_t id = 0; id < specs.size(); ++id) {
    if (test_support::session().rank() == 1) change(stage, id);
    const bool is_split = specs[id].cut.along != sim::Cut::Along::nothing;
    const std::string told = difference(stage, plan);
    if (is_split) {
      EXPECT_EQ(told, "") << specs[id].name;
    } else {
      expect_told(told, specs[id].name, "ranks 0 and 1");
      if (test_support::session().rank() == 0) change(stage, id);
    }
  }
}

TEST(ReplicasOn2, TheTwoCopiesOfATiedTableAreCompared) {
  const parallel::Plan plan = test::on_mesh(test::small_plan(), {.pp = 2}, 0, 2);
  Stage stage(test_support::session(), plan);
  EXPECT_EQ(difference(stage, plan), "");
  const auto& specs = stage.store().specs();
  for (std::size_t id = 0; id < specs.size(); ++id) {
    if (specs[id].is_tied && test_support::session().rank() == 1) change(stage, id);
  }
  expect_told(difference(stage, plan), "wte", "over tied");
}

// Two copies may come to different NaNs, of which none is wrong alone.
TEST(ReplicasOn2, AnyNanIsAsGoodAsAnother) {
  std::array<float, 3> one = {1.0F, std::bit_cast<float>(0x7FC00001U), -0.0F};
  std::array<float, 3> other = {1.0F, std::bit_cast<float>(0xFFC00000U), -0.0F};
  const auto fingerprint_of = [](std::array<float, 3>& values) {
    return parallel::fingerprint(
        sim::ConstView{reinterpret_cast<std::byte*>(values.data()), sim::Dtype::fp32, 1, 3, 3});
  };
  EXPECT_EQ(fingerprint_of(one), fingerprint_of(other));
  other[2] = 0.0F;
  EXPECT_NE(fingerprint_of(one), fingerprint_of(other));
}

}  // namespace
