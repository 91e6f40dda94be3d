#pragma once

#include <cmath>
#include <cstdint>

namespace sim::test {

/// A scalar that counts what is done with it, by the rule of MEASURES.md: + - * / sqrt exp log tanh
/// erf are one FLOP each; comparisons, negation and conversions none.
class Counted {
 public:
  Counted() = default;
  explicit Counted(float value) : value_(value) {}
  explicit operator float() const { return value_; }

  static std::int64_t operations() { return done; }
  static void restart() { done = 0; }

  friend Counted operator+(Counted a, Counted b) { return result(a.value_ + b.value_); }
  friend Counted operator-(Counted a, Counted b) { return result(a.value_ - b.value_); }
  friend Counted operator*(Counted a, Counted b) { return result(a.value_ * b.value_); }
  friend Counted operator/(Counted a, Counted b) { return result(a.value_ / b.value_); }
  friend Counted sqrt(Counted a) { return result(std::sqrt(a.value_)); }
  friend Counted exp(Counted a) { return result(std::exp(a.value_)); }
  friend Counted log(Counted a) { return result(std::log(a.value_)); }
  friend Counted tanh(Counted a) { return result(std::tanh(a.value_)); }
  friend Counted erf(Counted a) { return result(std::erf(a.value_)); }
  friend Counted operator-(Counted a) { return Counted(-a.value_); }
  friend bool operator>(Counted a, Counted b) { return a.value_ > b.value_; }

 private:
  static Counted result(float value) {
    ++done;
    return Counted(value);
  }

  static inline thread_local std::int64_t done = 0;
  float value_ = 0.0F;
};

}  // namespace sim::test
