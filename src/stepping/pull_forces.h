#pragma once

#include <functional>
#include <optional>

#include "body/pull.h"
#include "stepping/step_system.h"

namespace sinew {

// The pulls on one body as springs within its implicit step: stable however stiff they are asked to be, and
// damped so that the pulled point comes to its target without swinging about it. Costs a solve for each pull
// and each Newton iteration, and three more for each pull at its first step, and where a step's system became
// another.
class PullForces {
 public:
  // Solves A moved = load for the step's system; load is overwritten.
  using Solve = std::function<void(std::span<Block3<double>> load, std::span<Block3<double>> moved)>;

  // In place of those there were, in the numbers of the nodes they will be used with. What is known of a
  // patch that is pulled already is kept.
  void set(std::vector<Pull> pulls);
  bool any() const { return !pulls_.empty(); }
  // To be called where steps get another scheme, material or mass.
  void forget_compliances();

  // Once for each step, with the state at its start.
  // Positions at rest (m), and which nodes are held; the latter are referred to until the step ends.
  void begin(const StepScheme& scheme, std::span<const Vec3> rest, std::span<const char> held,
             std::span<const Block3<double>> u, std::span<const Block3<double>> v);
  // After each solve A e = r of the step, for an increment of w + e: lets the pulls act on it. Adds to e, and
  // the loads that moved it to `loads` and r.
  void apply(const Solve& solve, std::span<const Block3<double>> w, std::span<Block3<double>> e,
             std::span<Block3<double>> loads, std::span<Block3<double>> r);
  // Makes the forces of this step those that are shown.
  void commit();

  // One for each pull: the force of the last step that was committed, where the point is at u.
  void add_arrows(std::span<const Vec3> rest, std::span<const Block3<double>> u,
                  std::vector<ForceArrow>& arrows) const;

 private:
  struct Active {
    Pull pull;
    std::optional<Mat3> compliance;  // C, m/N
    Vec3 point, velocity;            // of the pulled point when the step begins
    Vec3 force, shown;               // N, of this step and of the last one committed
  };
  // f = K (gap - gain W^T w), with K^-1 = spring_compliance I + C / kFirm
  struct Law {
    Vec3 gap;  // m
    double gain, spring_compliance;
  };

  Law law_of(const Active& active) const;
  Vec3 carried(const Pull& pull, std::span<const Block3<double>> x) const;
  void spread(const Pull& pull, const Vec3& force, std::span<Block3<double>> loads) const;
  // moved_ = A^-1 W load f; gives back how far it moves the point.
  Vec3 move_by(const Solve& solve, const Pull& pull, const Vec3& force);
  Mat3 measured_compliance(const Solve& solve, const Pull& pull);

  std::vector<Active> pulls_;
  StepScheme scheme_;
  std::span<const char> held_;
  BlockVector<double> load_, moved_;
};

}  // namespace sinew
