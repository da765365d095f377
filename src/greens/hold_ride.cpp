#include "greens/hold_ride.h"

#include "base/parallel.h"
#include "stepping/step_nodes.h"

namespace sinew {

void set_ride(const Motion& motion, double time, std::span<const Vec3> rest, const Placement& placement,
              HoldRide& ride) {
  ride.turn = Mat3::identity();
  if (motion == Motion{}) {
    ride.carried.assign(rest.size(), {});
    return;
  }
  const auto carried = [&](const Vec3& p) {
    return placement.own_direction(displacement_at(motion, placement.point(p), time));
  };
  ride.carried.resize(rest.size());
  parallel_for_each(rest.size(), kNodesPerChunk, [&](Index i) { ride.carried[i] = carried(rest[i]); });

  // The motion is rigid, so that four points give its rotation. One that does not turn leaves differences of rounding.
  if (motion.turning == 0) return;
  const Vec3 origin = placement.own_point(motion.centre);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 unit;
    unit[axis] = 1;
    ride.turn.column[axis] = unit + carried(origin + unit) - carried(origin);
  }
}

}  // namespace sinew
