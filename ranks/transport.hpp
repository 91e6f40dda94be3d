#pragma once

#include <memory>
#include <span>

#include "ranks/group.hpp"

namespace ranks {

/// How a group's messages travel. Arguments have been checked and recorded (group.cpp); a group of
/// one never asks for a collective.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual void all_reduce(sim::View buffer, Reduction reduction) = 0;
  virtual double all_reduce(double value, Reduction reduction) = 0;
  virtual void reduce_scatter(std::span<const sim::ConstView> inputs,
                              std::span<const sim::View> outputs) = 0;
  virtual void all_gather(std::span<const sim::ConstView> inputs,
                          std::span<const sim::View> outputs) = 0;
  virtual void all_gather_in_place(sim::View buffer, std::int64_t first, std::int64_t count) = 0;
  virtual void sum_to_first(sim::View buffer) = 0;
  [[nodiscard]] virtual std::unique_ptr<PendingSend::State> start_send(sim::ConstView buffer,
                                                                       int to, int tag) = 0;
  virtual void receive(sim::View buffer, int from, int tag) = 0;
};

/// Of a shape-only run: nothing travels, and sums leave their buffers as they are.
std::unique_ptr<Transport> make_no_transport();

}  // namespace ranks
