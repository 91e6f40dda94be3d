#pragma once

#include <optional>

#include "scenarios/judge/measured.hpp"
#include "scenarios/packs/formula.hpp"

namespace scenarios {

/// How an estimate stands to a measurement, for an agreement whose bound is `bound` (with
/// `within`). exact whatever the agreement claims: below 2^53 the estimate is the measured integer
/// (or mean); above, exact_rounded when they differ by 4 units in the last place at most. Otherwise
/// within: |estimate - measured| <= bound (1 + 1e-12); bound: the stated side holds; off: neither.
Verdict verdict_on(double estimate, const Measured& measured, AgreementKind agreement,
                   std::optional<double> bound);

/// Whether a verdict is what was expected: exact and exact_rounded satisfy exact, within and bound.
/// `off` with a stated `ratio` needs estimate / measured to meet it to 1 part in 1000;
/// `measured_ratio` is empty when the measurement is 0.
bool meets(Verdict verdict, Verdict expected, std::optional<double> measured_ratio,
           std::optional<double> stated_ratio);

}  // namespace scenarios
