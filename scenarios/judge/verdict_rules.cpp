#include "scenarios/judge/verdict_rules.hpp"

#include <cmath>
#include <limits>

namespace scenarios {

namespace {

constexpr double all_integers_below = 9007199254740992.0;  // 2^53
constexpr double rounding_slack = 1e-12;
constexpr double ratio_tolerance = 1e-3;

// The distance between neighbouring doubles at |x| >= 1.
double unit_in_last_place(double x) {
  return std::ldexp(std::numeric_limits<double>::epsilon(), std::ilogb(x));
}

std::optional<Verdict> equality(double estimate, const Measured& measured) {
  const double value = measured.value();
  if (std::abs(value) < all_integers_below && std::abs(estimate) < all_integers_below) {
    return estimate == value ? std::optional(Verdict::exact) : std::nullopt;
  }
  const double tolerance = 4.0 * unit_in_last_place(value);
  return std::abs(estimate - value) <= tolerance ? std::optional(Verdict::exact_rounded)
                                                 : std::nullopt;
}

bool claim_holds(double estimate, double measured, AgreementKind agreement,
                 std::optional<double> bound) {
  switch (agreement) {
    case AgreementKind::exact:
      return false;
    case AgreementKind::within:
      return bound && std::abs(estimate - measured) <= *bound * (1.0 + rounding_slack);
    case AgreementKind::upper_bound:
      return estimate >= measured;
    case AgreementKind::lower_bound:
      return estimate <= measured;
  }
  return false;
}

bool is_exact(Verdict verdict) {
  return verdict == Verdict::exact || verdict == Verdict::exact_rounded;
}

bool ratio_meets(std::optional<double> measured, std::optional<double> stated) {
  if (!stated) return true;
  return measured && std::abs(*measured - *stated) <= ratio_tolerance * std::abs(*stated);
}

}  // namespace

Verdict verdict_on(double estimate, const Measured& measured, AgreementKind agreement,
                   std::optional<double> bound) {
  if (const auto equal = equality(estimate, measured)) return *equal;
  if (!claim_holds(estimate, measured.value(), agreement, bound)) return Verdict::off;
  return agreement == AgreementKind::within ? Verdict::within : Verdict::bound;
}

bool meets(Verdict verdict, Verdict expected, std::optional<double> measured_ratio,
           std::optional<double> stated_ratio) {
  switch (expected) {
    case Verdict::exact:
    case Verdict::exact_rounded:
      return is_exact(verdict);
    case Verdict::within:
    case Verdict::bound:
      return verdict == expected || is_exact(verdict);
    case Verdict::off:
      // Where a stated ratio comes to 1 the errors of the formula cancel.
      if (is_exact(verdict)) return stated_ratio && ratio_meets(1.0, stated_ratio);
      return verdict == Verdict::off && ratio_meets(measured_ratio, stated_ratio);
    case Verdict::outside:
      return verdict == Verdict::outside;
  }
  return false;
}

}  // namespace scenarios
