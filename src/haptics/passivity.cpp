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

Vec3 Passivity::correction(double T) {
  const double missing = std::min(kReserve, put_in_ / 100) - energy(), way = squared_norm(moved_);
  // A force -b v over T takes b v^2 T = b way / T.
  const double b = missing > 0 && way > 0 ? std::min(most_damping_, missing * T / way) : 0;
  const Vec3 change = (-b / T) * moved_ - correction_;
  const double length = norm(change), most = kRise * T;
  correction_ += length > most ? (most / length) * change : change;
  return correction_;
}

}  // namespace sinew
