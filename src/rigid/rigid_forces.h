#pragma once

#include <memory>
#include <span>
#include <vector>

#include "rigid/rigid_motion.h"
#include "rigid/rigid_shape.h"
#include "sinew/base/placement.h"
#include "stepping/applied_forces.h"

namespace sinew {

// The forces from outside on one rigid body. Gravity and radial fields act on the four points that stand for its
// mass, all others on the vertices of its surface.
class RigidForces {
 public:
  // At rest the body is at `placement`. Throws Error, naming the force as forces[i], as AppliedForces does.
  RigidForces(const std::vector<Force>& forces, std::shared_ptr<const RigidShape> shape, double mass,
              const Placement& placement);

  // Their sum at that time, about the centre.
  Twist evaluate(double time, const RigidState& state, const Vec3& angular_velocity);
  // Adds dt times the drag of the last evaluate(): how much less the forces are for each unit of velocity.
  void add_drag(double dt, const RigidState& state, TwistMatrix& A) const;

  // Whether the same forces act at `time` and dt later, on a body at rest.
  bool is_steady(double time, double dt) const;
  // J, as StepForces::potential.
  double potential(double time, const RigidState& state);
  void add_arrows(double time, const RigidState& state, std::vector<ForceArrow>& arrows);

 private:
  // Forces on points that follow the body.
  struct OnPoints {
    OnPoints(const std::vector<Force>& some, std::span<const Vec3> offsets, std::vector<Vec3> at_rest,
             std::span<const double> masses, std::vector<Triangle> faces);

    void place(const RigidState& state, const Vec3& angular_velocity);
    Twist evaluate(double time, const RigidState& state, const Vec3& angular_velocity);

    bool are_of_mass;               // else of the surface
    std::span<const Vec3> offsets;  // own axes, from the centre
    std::vector<Vec3> rest;         // world
    AppliedForces forces;
    BlockVector<double> u, v, f;
  };

  std::shared_ptr<const RigidShape> shape_;
  OnPoints of_mass_;
  std::unique_ptr<OnPoints> of_surface_;  // null: there are none
};

}  // namespace sinew
