#pragma once

#include "sinew/base/geometry.h"

namespace sinew {

// Makes a force continuous that is computed from responses that are replaced, and lets it fade if they are not.
//
//   force   \                  When a response is replaced, the difference between the force of the tick before
//   before   \.__ offset       and that of the new response becomes an offset. It falls to zero along a line over
//             \  `---.__       three times the interval between responses.
//   new force  \________`--
//
// A jump of the proxy from one triangle to the next, or of what a tool holds, does the same over kJump. No offset falls
// faster than kFastest if it can be gone within kStale. A response that is older than kStale loses its force over kFade.
class ForceTransition {
 public:
  static constexpr double kStale = 0.1, kFade = 0.05;  // s
  static constexpr double kIntervals = 3;
  static constexpr double kJump = 0.01;   // s
  static constexpr double kFastest = 60;  // N/s: 0.06 N in each tick of 1 ms

  // The force of a tick: `force` by the present response, which is this old, s. `bridge`: 0; or it does not continue the
  // force of the tick before, and the offset is gone after this many s. T: s between ticks.
  Vec3 tick(const Vec3& force, double age, double bridge, double T);
  // No force was given: there is nothing to continue.
  void restart() { *this = {}; }

 private:
  Vec3 before_{}, offset_{};
  double left_ = 0;  // s until the offset is gone
};

}  // namespace sinew
