#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/contact_side.h"
#include "greens/greens_pulls.h"
#include "greens/greens_rest.h"
#include "greens/hold_ride.h"
#include "multigrid/system_levels.h"
#include "stepping/step_forces.h"

namespace sinew {

// How the material is now, over that of the responses: they go with density / stiffness.
struct MaterialRatio {
  double stiffness = 1, density = 1;
};

// The step of a body that is known by its responses. At its end it is in balance,
//
//   x = rest + carried + turn u,   u = B g + G (applied forces + forces of contact + pulls),
//
// with `carried` and `turn` from the motion of its holds (greens/hold_ride.h), B the response to weight and g gravity.
// What others call A of a step is G^-1, so that relax() is one sum over the responses. Contact asks for blocks of G
// between the vertices that it touches: the capacitance matrix of its constraints [JamesPai03, Eq. 16].
//
// The blocks of thresholded responses are not quite symmetric, and contact needs those that are. G of the forces of
// contact is therefore symmetric between the vertices that are touched (set T), in its blocks and in its sums alike, or
// one round of contact would not confirm another:
//
//   u_i = sum_j (G f)_ij + [i in T] sum_(j in T) 1/2 (G_ji^T - G_ij) f_j
class GreensStep final : public ContactSide, private KnownInverse {
 public:
  // Refers to the forces, which are in own axes.
  GreensStep(std::shared_ptr<const GreensRest> rest, const Motion& motion, const Placement& placement,
             StepForces& forces);

  // Between steps: where the vertices are, m, and how fast they moved in the last one, m/s.
  void stand_at(std::vector<Vec3> displacements) { start_ = std::move(displacements); }
  // Begins a step with this gravity at its end, m/s^2, in own axes. Throws Error if numbers are not finite.
  void begin(double time, double dt, std::span<const Vec3> velocities, const Vec3& gravity);
  // Displacements at the end of the step, m.
  std::vector<Vec3> end() const;
  // All forces on the free vertices, against the holds, and those from outside on held vertices, in own axes, N.
  std::vector<Vec3> forces() const;
  std::vector<Vec3> forces_on_held() const;

  GreensPulls& pulls() { return pulls_; }
  const GreensPulls& pulls() const { return pulls_; }
  const HoldRide& ride() const { return ride_; }
  void disturb() { ++disturbed_; }
  void set_material(const MaterialRatio& ratio);

  const Placement& placement() const override { return placement_; }
  std::shared_ptr<const ContactSurface> contact_surface() override { return rest_->contact; }
  std::span<const Vec3> start_positions() override;
  std::span<const Block3<double>> increment() const override { return increment_; }
  void vertices_at_start(std::span<Vec3> vertices) override;
  void vertices_at_end(std::span<Vec3> vertices) override;
  const SystemLevels& system_levels() override { return levels_; }
  double load() const override { return 1; }
  bool is_steady(double time, double dt) const override;
  std::uint64_t disturbances() const override { return disturbed_; }
  int counted_cycles() const override { return 0; }
  void expect_touch(std::span<const Index> nodes) override;
  bool relax(std::span<const Block3<double>> forces, int cycles) override;
  void take_contact_forces(std::span<const Block3<double>> forces) override { take(forces); }
  void move(std::span<const Block3<double>> d) override;
  void hold_back(std::span<const HeldBack> unknowns) override;
  std::span<const double> masses() const override { return masses_; }

 private:
  void extract(std::span<const Index> nodes, int rows, std::span<float> inverse) const override;
  void solve(std::span<const Block3<double>> b, std::span<Block3<double>> x) const override;
  void take(std::span<const Block3<double>> forces);
  void respond(std::span<const Block3<double>> forces, std::vector<Vec3>& u) const;
  void respond_at_touch(std::span<const Block3<double>> forces, std::vector<Vec3>& u) const;
  void find_unloaded(const Vec3& gravity);

  std::shared_ptr<const GreensRest> rest_;
  Motion motion_;
  Placement placement_;
  StepForces& applied_forces_;
  GreensPulls pulls_;
  MaterialRatio ratio_;
  std::vector<double> masses_;
  std::uint64_t disturbed_ = 0;

  HoldRide ride_;
  std::vector<Vec3> start_;                // displacements, m
  BlockVector<double> applied_, contact_;  // per vertex, N
  std::vector<Vec3> unloaded_,
      deformation_;  // of the free vertices, without contact and pulls, and with both
  BlockVector<double> increment_;
  SystemLevels levels_;

  // Between the touched vertices: the symmetric part of G, and what G lacks of it, column by column, m/N.
  std::vector<Index> touched_, place_of_;  // ascending free vertices, and back (-1)
  std::vector<double> symmetric_, lacking_;

  // Work space.
  std::vector<Vec3> positions_;
  BlockVector<double> u_, v_;
  mutable std::vector<Index> loaded_;
  mutable std::vector<Vec3> loads_, answer_;
};

}  // namespace sinew
