#pragma once

#include <span>
#include <vector>

#include "rigid/rigid_motion.h"
#include "sinew/body/body.h"

namespace sinew {

// The pulls on one rigid body, as springs with dampers at the end of its step, by the law of
// stepping/pull_forces.cpp: the stiffest is a multiple of what the inertia resists in a step.
class RigidPulls {
 public:
  // Replaces all pulls. `offsets` are those of the nodes from the centre, in own axes.
  void set(std::span<const Pull> pulls, std::span<const Vec3> offsets);

  // Begins a step. `free` is where the body would be at its end if it coasted: adds to the forces on it, and to the
  // matrix A of  A twist = dt^2 forces,  how they change with its twist from there. `inverse` is that of A without
  // pulls.
  void begin(double dt, const RigidState& free, const Vec3& angular_velocity, const TwistMatrix& inverse,
             Twist& forces, TwistMatrix& A);
  // Computes the forces at the end of the step.
  void end(const Twist& twist);
  // Keeps them, to be shown.
  void commit();

  // Adds an arrow per pull: the force of the last committed step, at the pulled point.
  void add_arrows(const RigidState& state, std::vector<ForceArrow>& arrows) const;

 private:
  struct Active {
    Pull pull;
    Vec3 offset;                  // of the pulled point from the centre, own axes, m
    Vec3 r, gap;                  // the offset in the world, and what is left to the target
    double gain = 0;              // f = K (gap - gain J twist)
    Mat3 stiffness;               // K, N/m
    Vec3 force = {}, shown = {};  // N, of this step and of the last committed one
  };

  std::vector<Active> pulls_;
};

}  // namespace sinew
