#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "body/contact_side.h"
#include "multigrid/system_levels.h"
#include "rigid/rigid_forces.h"
#include "rigid/rigid_pulls.h"

namespace sinew {

// The step of one rigid body. It coasts, then forces and contact add a twist:
//
//   coasting   centre + dt velocity, and turned without torque (rigid_motion.h)
//   twist      A^-1 dt^2 (forces + contact forces),   A = M + dt drag + springs of pulls,
//   end        centre + twist.move, turned further by the rotation vector twist.turn;
//              velocity + twist.move / dt, angular momentum + inertia twist.turn / dt.
//
// Without rotation it is backward Euler. A, the inertia and the levers of forces are those of the body as it is
// after coasting, so that A is constant in a step: what contact asks of it, the answer of the four points of
// RigidShape to forces on them, is J A^-1 J^T exactly.
class RigidStep final : public ContactSide {
 public:
  // The forces are those of all its steps, and must outlive it.
  RigidStep(std::shared_ptr<const RigidShape> shape, const RigidInertia& body, RigidForces& forces);

  // Where the body is between steps: its vertices at the start of the next one.
  void stand_at(const RigidState& now);
  // Forgets contact forces of the last step. Throws Error if numbers are not finite.
  void begin(double time, double dt, const RigidState& start, RigidPulls& pulls);
  // Says that something was done to the body between steps.
  void disturb() { ++disturbances_; }
  // The state at the end of the step, as it is known now.
  const RigidState& end() const { return end_; }
  const Twist& twist() const { return twist_; }

  const Placement& placement() const override { return placement_; }
  std::shared_ptr<const ContactSurface> contact_surface() override { return shape_->contact; }
  std::span<const Vec3> start_positions() override { return start_corners_; }
  std::span<const Block3<double>> increment() const override { return increment_; }
  void vertices_at_start(std::span<Vec3> vertices) override;
  void vertices_at_end(std::span<Vec3> vertices) override;
  const SystemLevels& system_levels() override { return levels_; }
  bool is_steady(double time, double dt) const override { return from_outside_.is_steady(time, dt); }
  std::uint64_t disturbances() const override { return disturbances_; }
  double load() const override { return dt_ * dt_; }
  int counted_cycles() const override { return 0; }
  bool relax(std::span<const Block3<double>> forces, int cycles) override;
  void move(std::span<const Block3<double>> d) override;
  std::optional<RigidWhole> rigid_whole(std::span<const Block3<double>> forces) override;
  void add_spin(const Vec3& centre, const Vec3& spin) override;
  // The least share counts for the whole body, and the mean of the ways: it does not turn with them.
  void hold_back(std::span<const HeldBack> unknowns) override;
  std::span<const double> masses() const override { return masses_; }

 private:
  void find_response();
  void find_end();
  std::array<Vec3, 4> corners_of(const RigidState& state) const;
  void place(const RigidState& state, std::span<Vec3> vertices) const;

  std::shared_ptr<const RigidShape> shape_;
  RigidInertia body_;
  RigidForces& from_outside_;
  std::uint64_t disturbances_ = 0;
  std::array<double, 4> masses_;  // of the four points, kg
  Placement placement_;           // contact sees it in world coordinates

  double dt_ = 0;
  RigidState start_, free_, end_;
  Mat3 inertia_, inverse_inertia_;  // in the world, after coasting
  Twist forces_;                    // without contact
  TwistMatrix response_;            // A^-1
  std::array<Vec3, 4> levers_{};    // of the four points, after coasting
  Twist twist_;
  Vec3 spin_centre_, spin_;  // added to its velocities
  double share_ = 1;         // of its way that it goes
  Vec3 zone_way_;            // what it goes besides, m

  SystemLevels levels_;
  std::array<double, 144> answers_{};  // J A^-1 J^T, by columns
  std::array<Vec3, 4> start_corners_{};
  std::array<Block3<double>, 4> increment_{};
};

}  // namespace sinew
