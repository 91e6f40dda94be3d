#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/model/linear.hpp"
#include "sim/model/region.hpp"

namespace sim {

/// The weight halves of a layer's linears that a split backward puts off until backward_weight, in
/// the order of the plain backward, with the tensors they need: each tensor is freed once the last
/// half that needs it has run. Under sequence parallelism what waits are this rank's rows, which
/// are gathered again.
class WeightHalves {
 public:
  /// Puts off linears that share `input`, [tokens, in] or this rank's rows of it.
  void begin(ConstView input);
  /// One of these linears; `output_gradient` is [tokens, out] or this rank's rows of it.
  void add(ParameterId weight, ConstView output_gradient);
  /// The linears begun last need `tensor`; others may hold it too.
  void hold(std::shared_ptr<Tensor> tensor);
  /// Runs what was put off, and frees what it held. All ranks of the tensor-parallel group call
  /// alike.
  void run(Context& context);

 private:
  struct Linear {
    ParameterId weight = no_parameter;
    ConstView output_gradient;
  };
  struct Group {
    ConstView input;
    std::vector<Linear> linears;
    std::vector<std::shared_ptr<Tensor>> held;
  };

  std::vector<Group> groups_;
};

/// The backward of linears that share an input x, [tokens, in] or this rank's rows of it. Each
/// linear's input half is followed by its weight half, for which x is gathered; or, where the
/// context says so, all weight halves are put off.
class LinearsBackward {
 public:
  LinearsBackward(Context& context, ConstView x);

  /// Enters the linear's module. dx [tokens, in] = dy W^T, or added to dx, for dy [tokens, out];
  /// `own_dy` is dy or this rank's rows of it. The gradient of the bias belongs to the input half.
  void run(const LinearIds& linear, ConstView dy, ConstView own_dy, View dx,
           Into into = Into::overwrite);

 private:
  Context& context_;
  std::optional<Gathered> x_;
};

/// After the last use of a linear's input in an input half: frees it, or leaves it to the weight
/// halves put off last.
void finish_input(Context& context, Tensor& input);

/// Where weight halves are put off, those put off last hold the gradient of their outputs, which is
/// `item`'s from now on; else nothing happens.
void keep_output_gradient(Context& context, const std::shared_ptr<Tensor>& gradient, Item item);
/// The same for a gradient that has no other use: it is moved from, its views stay valid.
void keep_output_gradient(Context& context, Tensor& gradient, Item item);

}  // namespace sim
