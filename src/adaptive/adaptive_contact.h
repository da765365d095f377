#pragma once

#include "adaptive/adaptive_step.h"
#include "body/contact_side.h"
#include "multigrid/system_levels.h"
#include "tet/tet_discretization.h"

namespace sinew {

// What contact may ask of an adaptive body. Its unknowns are the nodes of level 0, whether they are active or not: contact
// acts at points of the surface, and its forces reach active nodes by the transpose of the interpolation that moves those
// points. Responses are those of the active nodes of all levels.
class AdaptiveContact final : public ContactSide {
 public:
  // Refers to all of them.
  AdaptiveContact(const AdaptiveRest& rest, TetDiscretization& finest, AdaptiveStep& step,
                  const MultilevelCycle::Goal& goal);

  // Tells that a step has begun.
  void begin(const StepScheme& scheme);
  void disturb() { ++disturbances_; }
  const SolveReport& last_solve() const { return last_solve_; }

  const Placement& placement() const override { return placement_; }
  std::shared_ptr<const ContactSurface> contact_surface() override;
  std::span<const Vec3> start_positions() override;
  std::span<const Block3<double>> increment() const override { return increment_; }
  void vertices_at_start(std::span<Vec3> vertices) override;
  void vertices_at_end(std::span<Vec3> vertices) override;
  const SystemLevels& system_levels() override;
  double load() const override { return 1; }
  bool is_steady(double time, double dt) const override;
  std::uint64_t disturbances() const override { return disturbances_; }
  int counted_cycles() const override { return 0; }
  bool relax(std::span<const Block3<double>> forces, int cycles) override;
  void take_contact_forces(std::span<const Block3<double>> forces) override {
    step_.set_contact_forces(forces);
  }
  void move(std::span<const Block3<double>> d) override;
  void hold_back(std::span<const HeldBack> unknowns) override;
  std::span<const double> masses() const override { return rest_.finest().masses; }

 private:
  void place_vertices(std::span<const Vec3> unknowns, std::span<Vec3> vertices);
  void find_increment();

  const AdaptiveRest& rest_;
  TetDiscretization& finest_;
  AdaptiveStep& step_;
  const MultilevelCycle::Goal& goal_;
  Placement placement_;
  StepScheme scheme_;
  std::vector<Vec3> start_, end_;
  BlockVector<double> increment_;
  std::shared_ptr<const ContactSurface> surface_;
  std::vector<Interpolation> interpolations_;
  SystemLevels levels_;
  SolveReport last_solve_;
  std::int64_t revision_ = 0;
  std::uint64_t disturbances_ = 0;
};

}  // namespace sinew
