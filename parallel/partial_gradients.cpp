#include "parallel/partial_gradients.hpp"

#include "sim/kernels/convert.hpp"
#include "sim/tensor.hpp"

namespace parallel {

void PartialGradients::add(const sim::ParameterSpec& spec, sim::View gradient) {
  switch (spec.gradient) {
    case sim::PartialOver::nothing:
      return;
    case sim::PartialOver::positions:
      if (activations_.sequence_parallel) over_tp_.push_back(gradient);
      return;
    case sim::PartialOver::heads:
      over_tp_.push_back(gradient);
      return;
    case sim::PartialOver::shared_heads:
      over_kv_sharers_.push_back(gradient);
  }
}

void PartialGradients::sum() {
  sum_over(groups_.tp, over_tp_);
  sum_over(groups_.kv_sharers, over_kv_sharers_);
}

void PartialGradients::sum_over(ranks::Group& group, std::vector<sim::View>& parts) {
  std::int64_t size = 0;
  for (const sim::View& part : parts) size += part.size();
  if (size > 0 && group.size() > 1) {
    sim::Tensor packed(meters_, {sim::Category::workspace}, parts.front().dtype, 1, size);
    std::int64_t at = 0;
    const auto next = [&](const sim::View& part) {
      at += part.size();
      return packed.view().column_block(at - part.size(), part.size());
    };
    for (const sim::View& part : parts) sim::convert(part, next(part));
    group.all_reduce(packed);
    at = 0;
    for (const sim::View& part : parts) sim::convert(next(part), part);
  }
  parts.clear();
}

}  // namespace parallel
