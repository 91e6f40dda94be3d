#include "scenarios/read/complete.hpp"

#include "scenarios/read/check.hpp"
#include "scenarios/read/defaults.hpp"

namespace scenarios {

void complete(Draft& draft) {
  fill_defaults(draft);
  check_model(draft);
  check_layout(draft);
  check_pipeline(draft);
  check_memory(draft);
  check_training(draft);
  check_inference(draft);
}

}  // namespace scenarios
