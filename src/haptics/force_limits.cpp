#include "haptics/force_limits.h"

#include <algorithm>

namespace sinew {

Vec3 limited(const Vec3& wanted, const Vec3& before, double T, const ForceLimits& limits) {
  const double length = norm(wanted);
  const Vec3 force = length > limits.most ? (limits.most / length) * wanted : wanted;
  // The nearest part of the force before, which is what it may fall to at once.
  const double squared = squared_norm(before);
  const double share = squared > 0 ? std::clamp(dot(force, before) / squared, 0.0, 1.0) : 0;
  const Vec3 part = share * before, more = force - part;
  const double step = limits.rise * T, wants = norm(more);
  return wants <= step ? force : part + (step / wants) * more;
}

double stiffest_coupling(double b, double T, double delay) { return b / (T / 2 + delay); }

}  // namespace sinew
