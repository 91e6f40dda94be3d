#include "scenarios/judge/remarks.hpp"

#include "scenarios/packs/evaluation.hpp"

namespace scenarios {

std::vector<RemarkValue> remark_values(const Catalogue& catalogue, const Scenario& scenario) {
  Evaluation evaluation(catalogue, scenario_variables(scenario.values));
  std::vector<RemarkValue> values;
  for (const Pack& pack : catalogue.packs()) {
    for (const Remark& remark : pack.remarks) {
      if (!remark.expression || (remark.assumes && !evaluation.holds(*remark.assumes))) continue;
      values.push_back({remark, evaluation.value(*remark.expression)});
    }
  }
  return values;
}

}  // namespace scenarios
