#pragma once

#include "sim/model/parameter_spec.hpp"
#include "sim/view.hpp"

namespace sim {

/// Where the model's weights are and where its gradients go. A module's weights are whole between
/// enter() and leave(). Gradients are asked for in exactly the reverse of the forward order (of a
/// split backward: in each half); what begin_gradient() returns is added to, never overwritten,
/// until end_gradient().
class ParameterAccess {
 public:
  ParameterAccess() = default;
  ParameterAccess(const ParameterAccess&) = delete;
  ParameterAccess& operator=(const ParameterAccess&) = delete;
  virtual ~ParameterAccess() = default;

  virtual void enter(ModuleId module) = 0;
  virtual void leave(ModuleId module) = 0;
  /// Rows and columns are the rank's own; valid until the module is left.
  [[nodiscard]] virtual ConstView weight(ParameterId id) const = 0;
  /// One fp32 scale a row of an int8 weight; of others an empty view.
  [[nodiscard]] virtual ConstView scales(ParameterId /*id*/) const { return {}; }
  [[nodiscard]] virtual View begin_gradient(ParameterId id) = 0;
  virtual void end_gradient(ParameterId id) = 0;
};

/// Holds a module's weights whole for the length of a scope.
class ModuleScope {
 public:
  ModuleScope(ParameterAccess& parameters, ModuleId module)
      : parameters_(parameters), module_(module) {
    parameters_.enter(module_);
  }
  ModuleScope(const ModuleScope&) = delete;
  ModuleScope& operator=(const ModuleScope&) = delete;
  ~ModuleScope() { parameters_.leave(module_); }

 private:
  ParameterAccess& parameters_;
  ModuleId module_;
};

/// Adds to a parameter's gradient: `kernel` receives the view to add to.
template <class Kernel>
void add_gradient(ParameterAccess& parameters, ParameterId id, Kernel kernel) {
  kernel(parameters.begin_gradient(id));
  parameters.end_gradient(id);
}

}  // namespace sim
