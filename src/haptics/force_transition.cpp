#include "haptics/force_transition.h"

#include <algorithm>

namespace sinew {

Vec3 ForceTransition::tick(const Vec3& force, double age, double bridge, double T) {
  if (bridge > 0) {
    offset_ = before_ - force;
    left_ = std::clamp(std::max({bridge, left_, norm(offset_) / kFastest}), T, kStale);
  }
  const double after = std::max(0.0, left_ - T);
  offset_ *= left_ > 0 ? after / left_ : 0;
  left_ = after;
  before_ = force + offset_;
  return std::clamp(1 - (age - kStale) / kFade, 0.0, 1.0) * before_;
}

}  // namespace sinew
