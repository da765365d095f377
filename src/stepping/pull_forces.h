#pragma once

#include <functional>
#include <optional>

#include "sinew/body/body.h"
#include "stepping/step_nodes.h"
#include "stepping/step_system.h"

namespace sinew {

// The pulls on one body, as springs within its implicit step: stable at any stiffness, and damped so that the
// pulled point reaches its target without oscillating. Costs one solve per pull and Newton iteration, and
// three more per pull in its first step and whenever the system of steps changes.
class PullForces {
 public:
  // Solves A moved = load for the step's system; load is overwritten.
  using Solve = std::function<void(std::span<Block3<double>> load, std::span<Block3<double>> moved)>;

  // Replaces all pulls; they name nodes of the stepper. A patch that is already pulled keeps its measured
  // compliance.
  void set(std::vector<Pull> pulls);
  bool any() const { return !pulls_.empty(); }
  // Must be called when the scheme, material or mass of steps changes.
  void forget_compliances();

  // Begins a step of these nodes, given the state at its start. Refers to the nodes until the step ends.
  void begin(const StepScheme& scheme, const StepNodes& nodes, const NodeState& start);
  // Lets the pulls act after each solve A e = r of the step, for an increment of w + e. Adds their effect to
  // e, and their loads to `loads` and r.
  void apply(const Solve& solve, std::span<const Block3<double>> w, std::span<Block3<double>> e,
             std::span<Block3<double>> loads, std::span<Block3<double>> r);
  // Keeps the forces of this step, to be shown.
  void commit();

  // Adds an arrow per pull: the force of the last committed step, at the pulled point for displacements u.
  void add_arrows(std::span<const Vec3> rest, std::span<const Block3<double>> u,
                  std::vector<ForceArrow>& arrows) const;

 private:
  struct Active {
    Pull pull;
    std::optional<Mat3> compliance;  // C, m/N
    Vec3 point;                      // where it is at the start of the step
    Vec3 coasting;                   // its velocity at the end of the step if it does not move, m/s
    Vec3 force, shown;               // N, of this step and of the last committed one
    // If all nodes of the patch are rollers: the projection on the directions in which it can move.
    std::optional<Mat3> free = {};
  };
  // f = K (gap - gain W^T w), with K^-1 = spring_compliance I + C / kFirm
  struct Law {
    Vec3 gap;  // m
    double gain, spring_compliance;
  };

  Law law_of(const Active& active) const;
  Vec3 carried(const Pull& pull, std::span<const Block3<double>> x) const;
  void spread(const Pull& pull, const Vec3& force, std::span<Block3<double>> loads) const;
  // Sets moved_ = A^-1 W load f and returns how far that moves the point.
  Vec3 move_by(const Solve& solve, const Pull& pull, const Vec3& force);
  Mat3 measured_compliance(const Solve& solve, const Active& active);
  std::optional<Mat3> free_directions(const Pull& pull) const;

  std::vector<Active> pulls_;
  StepScheme scheme_;
  StepNodes nodes_;
  BlockVector<double> load_, moved_;
};

}  // namespace sinew
