#pragma once

#include "bench/contact_scenes.h"
#include "sinew/tet/tet_body.h"

namespace sinew {

// The bears of `sinew bench otaduy-table1` [Otaduy07, fig. 4 and table 1]: corotated strain, backward Euler, lumped masses,
// steps of 5 ms.
inline constexpr double kBearStep = 0.005;

// How a bear is stepped: by the front of its levels; by the same cycles with all levels active; by the `tet` body.
struct BearSolver {
  enum class Kind { kAdaptive, kFullScheme, kGradients, kMultigrid, kMultigridOfThree, kFactors };
  Kind kind = Kind::kAdaptive;
  double tolerance = 1e-2;  // on the residual of a step
};

// Six levels of a bear about its centre, and how they are stepped; and its size, the diagonal, m.
struct BearModel {
  TetBodyModel body;
  double size = 0, height = 0;
};
const BearModel& bear_model();

std::unique_ptr<Body> make_bear(const std::string& name, const BearSolver& solver, const Placement& placement,
                                const Vec3& velocity);
// Where the bears of a scene are at first: one, or 2 x 2 x 2 that are a bear apart, at 1 m/s above a floor at height 0.
std::vector<Placement> places_of_bears(int count);
// With the floor; they collide with it, and with each other and themselves or not.
ContactScene falling_bears(int count, const BearSolver& solver, bool with_each_other);

// Displacements of the nodes of the finest mesh, m.
std::vector<Vec3> displacements_of(const Body& body);

}  // namespace sinew
