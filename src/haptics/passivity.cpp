#include "haptics/passivity.h"

#include <algorithm>
#include <cmath>

namespace sinew {

void Passivity::observe(const Vec3& tool, const Vec3& force) {
  moved_ = knows_tool_ ? tool - tool_ : Vec3{};
  tool_ = tool;
  knows_tool_ = true;
  const double work = -dot(force, moved_);
  (work > 0 ? put_in_ : given_back_) += std::abs(work);
}

Vec3 Passivity::correction(double T) const {
  const double way = squared_norm(moved_);
  if (energy() >= 0 || way == 0) return {};
  // A force -b v over T takes b v^2 T = b way / T.
  const double b = std::min(most_damping_, -energy() * T / way);
  return (-b / T) * moved_;
}

}  // namespace sinew
