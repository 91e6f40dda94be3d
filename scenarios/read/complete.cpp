#include "scenarios/read/complete.hpp"

#include "scenarios/read/check.hpp"
#include "scenarios/read/defaults.hpp"

namespace scenarios {

void complete(Draft& draft) {
  fill_defaults(draft);
  check_all(draft);
}

}  // namespace scenarios
