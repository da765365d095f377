#pragma once

#include <vector>

#include "sinew/base/placement.h"
#include "stepping/step_forces.h"

namespace sinew {

// Forces that are known in the axes of the world, on a body whose step has axes of its own.
class RotatedForces final : public StepForces {
 public:
  // Refers to the forces.
  RotatedForces(StepForces& in_world, const Placement& placement)
      : in_world_(in_world), to_world_(placement.rotation), to_own_(transposed(placement.rotation)) {}

  void evaluate(double time, In u, In v, Out f) override;
  std::span<const Mat3> drag() const override { return drag_; }
  bool is_steady(double time, double dt) const override { return in_world_.is_steady(time, dt); }
  double potential(double time, In u) const override { return in_world_.potential(time, rotated(u)); }
  void add_arrows(double time, In u, std::vector<ForceArrow>& arrows) const override {
    in_world_.add_arrows(time, rotated(u), arrows);
  }

 private:
  BlockVector<double> rotated(In own) const;

  StepForces& in_world_;
  Mat3 to_world_, to_own_;
  BlockVector<double> u_, v_;  // work space
  std::vector<Mat3> drag_;
};

}  // namespace sinew
