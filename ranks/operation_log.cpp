#include "ranks/operation_log.hpp"

#include <algorithm>

#include "sim/ensure.hpp"

namespace ranks {
namespace {

/// The value's place in the list, to which it is added if it is new.
template <class Value>
std::size_t number_of(std::vector<Value>& values, const Value& value) {
  const auto at = std::ranges::find(values, value);
  const auto number = static_cast<std::size_t>(at - values.begin());
  if (at == values.end()) values.push_back(value);
  return number;
}

}  // namespace

LoggedCall logged_call(Operation operation) {
  switch (operation) {
    case Operation::all_reduce:
      return LoggedCall::all_reduce;
    case Operation::reduce_scatter:
      return LoggedCall::reduce_scatter;
    case Operation::all_gather:
      return LoggedCall::all_gather;
    case Operation::send:
      break;
  }
  return LoggedCall::send;
}

void OperationLog::begin_step() {
  counted_ = {};
  is_open_ = false;
  body_.clear();
  last_ = {};
  bodies_.clear();
  words_.clear();
  sequence_.clear();
}

void OperationLog::begin(const LoggedInstruction& instruction) {
  close_instruction();
  instruction_ = instruction;
  is_open_ = true;
}

void OperationLog::add(const LoggedMessage& message) {
  ENSURE(is_open_, name_of(message.axis), message.bytes);
  add_compute();
  body_.emplace_back(message);
}

void OperationLog::end_step() {
  close_instruction();
}

/// One entry for each phase that has counted since the last call.
void OperationLog::add_compute() {
  const sim::FlopReport& now = flops_.report();
  for (std::size_t i = 0; i < sim::phase_count; ++i) {
    const LoggedCompute since = {.phase = static_cast<sim::Phase>(i),
                                 .matmul = now[i].matmul - counted_[i].matmul,
                                 .elementwise = now[i].elementwise - counted_[i].elementwise};
    if (since.matmul > 0 || since.elementwise > 0) body_.emplace_back(since);
  }
  counted_ = now;
}

void OperationLog::close_instruction() {
  if (!is_open_) return;
  add_compute();
  std::int64_t& last = last_.of(instruction_.action, instruction_.chunk);
  const std::size_t word = number_of(words_, {.action = instruction_.action,
                                              .chunk = instruction_.chunk,
                                              .micro_batch_step = instruction_.micro_batch - last,
                                              .body = number_of(bodies_, body_)});
  last = instruction_.micro_batch;
  sequence_.push(static_cast<std::int64_t>(word));
  body_.clear();
  is_open_ = false;
}

void OperationLog::for_each(const std::function<void(const LogEntry&)>& visit) const {
  LastMicroBatches last;
  sequence_.for_each([&](std::int64_t number) {
    const Word& word = words_[static_cast<std::size_t>(number)];
    std::int64_t& micro_batch = last.of(word.action, word.chunk);
    micro_batch += word.micro_batch_step;
    visit(LoggedInstruction{word.action, word.chunk, micro_batch});
    for (const BodyEntry& entry : bodies_[word.body]) {
      std::visit([&](const auto& each) { visit(each); }, entry);
    }
  });
}

std::size_t OperationLog::stored() const {
  std::size_t sum = words_.size() + sequence_.stored();
  for (const Body& body : bodies_) sum += 1 + body.size();
  return sum;
}

bool OperationLog::operator==(const OperationLog& other) const {
  return bodies_ == other.bodies_ && words_ == other.words_ && sequence_ == other.sequence_;
}

}  // namespace ranks
