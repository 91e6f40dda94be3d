#include "scenarios/import/megatron/megatron_table.hpp"

namespace scenarios {

const KeyTable& megatron_table() {
  static const KeyTable table = [] {
    KeyTable made{.rows = megatron_model_rows(), .irrelevant = std::string(megatron_irrelevant)};
    for (const KeyRow& row : megatron_run_rows()) made.rows.push_back(row);
    return made;
  }();
  return table;
}

}  // namespace scenarios
