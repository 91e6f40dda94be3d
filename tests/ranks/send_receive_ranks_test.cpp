#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ranks/session.hpp"
#include "tests/ranks/numbers.hpp"
#include "tests/support/session.hpp"

namespace {

using numbers::filled;
using numbers::plain;
using numbers::row;
using ranks::Axis;
using ranks::Operation;
using test_support::session;

template <class Stored>
class SendReceive : public testing::Test {
 protected:
  [[nodiscard]] ranks::Group pipeline(std::int64_t piece = ranks::Session::largest_piece) {
    return session().make_group(Axis::pp, {.pp = session().size()}, record_, piece);
  }
  void SetUp() override {
    if (session().size() == 1) GTEST_SKIP() << "messages need two ranks";
  }
  [[nodiscard]] int n() const { return session().size(); }
  [[nodiscard]] int me() const { return session().rank(); }
  [[nodiscard]] int next() const { return (me() + 1) % n(); }
  [[nodiscard]] int previous() const { return (me() + n() - 1) % n(); }

  ranks::TrafficRecord record_;
};

using Stored = testing::Types<float, sim::Fp16, sim::Bf16, std::int64_t, std::uint8_t, std::int8_t>;
TYPED_TEST_SUITE(SendReceive, Stored);

TYPED_TEST(SendReceive, PassesARingOn) {
  for (const std::int64_t piece : {std::int64_t{4}, ranks::Session::largest_piece}) {
    ranks::Group group = this->pipeline(piece);
    for (const std::int64_t size : {0, 1, 11, 100'000}) {
      const auto of_rank = [size](int rank) {
        return filled<TypeParam>(size, [rank](auto i) { return (i + rank) % 100; });
      };
      if (piece == 4 && size > 11) continue;
      auto out = of_rank(this->me());
      std::vector<TypeParam> in(static_cast<std::size_t>(size));
      ranks::PendingSend sent = group.send(row(out), this->next(), 0);
      group.receive(row(in), this->previous(), 0);
      sent.wait();
      EXPECT_EQ(plain(in), plain(of_rank(this->previous())));
    }
  }
}

TYPED_TEST(SendReceive, RecordsWhatIsSentAndNotWhatIsReceived) {
  ranks::Group group = this->pipeline(2);
  auto values = filled<TypeParam>(5, [](auto i) { return i; });
  auto received = values;
  if (this->me() == 0) group.send(row(values), 1, 3).wait();
  if (this->me() == 1) group.receive(row(received), 0, 3);
  const auto& count = this->record_.at(Axis::pp, Operation::send);
  EXPECT_EQ(count.calls, this->me() == 0 ? 1 : 0);
  EXPECT_EQ(count.bytes, this->me() == 0 ? 5 * static_cast<std::int64_t>(sizeof(TypeParam)) : 0);
}

class SendReceiveDetails : public SendReceive<float> {};

TEST_F(SendReceiveDetails, TagsTellMessagesApart) {
  ranks::Group group = pipeline();
  std::vector<float> first = {1.0F};
  std::vector<float> second = {2.0F};
  if (me() == 0) {
    ranks::PendingSend one = group.send(row(first), 1, 10);
    ranks::PendingSend two = group.send(row(second), 1, 20);
    one.wait();
    two.wait();
  }
  if (me() == 1) {
    std::vector<float> early(1);
    std::vector<float> late(1);
    group.receive(row(late), 0, 20);
    group.receive(row(early), 0, 10);
    EXPECT_EQ(late, second);
    EXPECT_EQ(early, first);
  }
}

// Larger than what Open MPI sends ahead, so that it is still under way when its handle dies.
constexpr std::int64_t large = 1'000'000;

TEST_F(SendReceiveDetails, AForgottenSendIsWaitedFor) {
  ranks::Group group = pipeline();
  std::vector<float> received(large);
  {
    auto values = filled<float>(large, [](auto i) { return i % 9; });
    if (me() == 0) static_cast<void>(group.send(row(values), 1, 0));
  }
  if (me() == 1) {
    group.receive(row(received), 0, 0);
    EXPECT_EQ(received, filled<float>(large, [](auto i) { return i % 9; }));
  }
}

TEST_F(SendReceiveDetails, AnExceptionDoesNotWaitForTheReceiver) {
  ranks::Group group = pipeline();
  ranks::Group control = session().make_group(Axis::control, {.pp = n()}, record_);
  std::vector<float> values(large);
  if (me() == 0) {
    EXPECT_THROW(
        {
          const ranks::PendingSend sent = group.send(row(values), 1, 0);
          throw std::runtime_error("a fault between send and wait");
        },
        std::runtime_error);
  }
  // Rank 1 receives only after rank 0 has passed its catch.
  control.all_reduce(0.0);
  if (me() == 1) group.receive(row(values), 0, 0);
  control.all_reduce(0.0);  // rank 0 keeps its memory until then
}

TEST_F(SendReceiveDetails, WaitingTwiceOrForNothingIsHarmless) {
  ranks::Group group = pipeline();
  ranks::PendingSend nothing;
  nothing.wait();
  std::vector<float> value = {1.0F};
  if (me() == 0) {
    ranks::PendingSend sent = group.send(row(value), 1, 0);
    sent.wait();
    sent.wait();
  }
  if (me() == 1) group.receive(row(value), 0, 0);
}

/// The message of the sim::Error that `body` throws.
template <class Body>
std::string error_of(Body&& body) {
  try {
    body();
  } catch (const sim::Error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(SendReceiveDetails, AnErrorOfMpiNamesAxisOperationAndReason) {
  ranks::Group group = pipeline();
  std::vector<float> eight(8);
  std::vector<float> four(4);
  if (me() == 0) group.send(row(eight), 1, 0).wait();
  if (me() == 1) {
    const std::string error = error_of([&] { group.receive(row(four), 0, 0); });
    EXPECT_NE(error.find("pp receive failed: MPI_ERR_TRUNCATE"), std::string::npos) << error;
  }
}

TEST_F(SendReceiveDetails, AMessageThatIsTooShortIsAnError) {
  ranks::Group group = pipeline();
  std::vector<float> eight(8);
  std::vector<float> four(4);
  if (me() == 0) group.send(row(four), 1, 0).wait();
  if (me() == 1) {
    const std::string error = error_of([&] { group.receive(row(eight), 0, 0); });
    EXPECT_NE(error.find("4 8"), std::string::npos) << error;
  }
}

TEST_F(SendReceiveDetails, RefusesPeersOutsideTheGroup) {
  ranks::Group group = pipeline();
  std::vector<float> value(1);
  EXPECT_THROW(static_cast<void>(group.send(row(value), n(), 0)), sim::Error);
  EXPECT_THROW(static_cast<void>(group.send(row(value), me(), 0)), sim::Error);
  EXPECT_THROW(static_cast<void>(group.send(row(value), next(), -1)), sim::Error);
  EXPECT_THROW(group.receive(row(value), -1, 0), sim::Error);
  EXPECT_EQ(record_.at(Axis::pp, Operation::send).calls, 0);
}

}  // namespace
