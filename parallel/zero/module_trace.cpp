#include "parallel/zero/module_trace.hpp"

#include "sim/ensure.hpp"

namespace parallel {

bool ModuleTrace::begin(Pass pass) {
  end_step();
  if (!is_complete()) {
    record(pass);
    return false;
  }
  const std::size_t start = pass == Pass::forward ? 0 : backward_begin_;
  const bool goes_on = next_ == start;
  next_ = start;
  return goes_on;
}

/// Of several forwards before the first backward, only the first is recorded.
void ModuleTrace::record(Pass pass) {
  is_recording_ = true;
  if (pass == Pass::backward) {
    ENSURE(progress_ == Progress::has_forward);
    backward_begin_ = modules_.size();
    progress_ = Progress::has_both;
  } else if (progress_ == Progress::empty) {
    progress_ = Progress::has_forward;
  } else {
    is_recording_ = false;
  }
}

void ModuleTrace::enter(sim::ModuleId module) {
  if (!is_complete()) {
    if (is_recording_) modules_.push_back(module);
    return;
  }
  ENSURE(next_ < modules_.size() && modules_[next_] == module, next_, modules_.size(), module);
  ++next_;
}

void ModuleTrace::end_step() {
  if (progress_ == Progress::has_both) progress_ = Progress::complete;
}

}  // namespace parallel
