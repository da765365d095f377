#pragma once

#include <span>
#include <vector>

#include "greens/greens_rest.h"
#include "greens/hold_ride.h"
#include "sinew/body/body.h"

namespace sinew {

// The pulls on a body that is known by its responses, as springs in balance with it. The force f_p of pull p, with the
// weights W_p on its patch and a target T_p, is that of a spring at the end of the step,
//
//   K_p^-1 f_p = T_p - W_p^T x,   x = x_0 + G sum_q W_q f_q,
//
// a system of three equations for each pull, which is solved exactly. As in stepping/pull_forces.cpp, a spring is in
// series with a part of the body's own compliance: K^-1 = I / k + W^T G W / kFirm.
class GreensPulls {
 public:
  // Replaces all pulls; targets are in own axes. Finds how the body answers to each, unless the patch is pulled already.
  void set(std::vector<Pull> pulls, const GreensRest& rest);

  // Lets them act on the deformation of the free vertices, against the holds, that all else gives, where the body is so many
  // times as soft as its responses are.
  void apply(const GreensRest& rest, const HoldRide& ride, double softness, std::span<Vec3> deformation);
  // Adds the forces of the last apply() to those on the free vertices, against the holds, N.
  void add_to(const GreensRest& rest, std::span<Vec3> forces) const;
  // Keeps the forces, to be shown.
  void commit(const HoldRide& ride);
  // Of the last committed step, on the body, in own axes, N.
  std::vector<Vec3> committed() const;
  // W^T G W of a patch, m/N, against the holds: the capacitance matrix of one masked constraint. Symmetric.
  Mat3 compliance(const Pull& patch, const GreensRest& rest) const;
  // Adds an arrow per pull: the force of the last committed step, at the pulled point, in own axes.
  void add_arrows(const GreensRest& rest, std::span<const Vec3> displacements,
                  std::vector<ForceArrow>& arrows) const;

 private:
  struct Active {
    Pull pull;
    std::vector<Vec3> answers;  // of the free vertices to 1 N along each axis, m/N: G W
    Vec3 force, shown;          // N: against the holds, and of the last committed step in own axes
  };

  void find_answers(Active& active, const GreensRest& rest) const;

  std::vector<Active> pulls_;
  std::vector<double> compliance_;  // W_p^T G W_q, by columns
};

}  // namespace sinew
