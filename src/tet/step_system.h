#pragma once

#include "base/mat3.h"
#include "stepping/elastic_params.h"
#include "stepping/step_solver.h"
#include "tet/elastic_forces.h"
#include "tet/tet_multigrid.h"

namespace sinew {

// Of Gauss-Seidel on tetrahedra, where cycles need not be symmetric.
inline constexpr double kTetOverRelaxation = 1.3;

// The largest entry of stiffness K over that of mass M, by the factors of a scheme, among the nodes that
// move; infinite without inertia.
double stiffness_over_inertia(const ElasticRest& rest, const StepScheme& scheme);

// What the cycles of a body must run in. Single precision is twice as fast and does for most. It fails
// - if a soft part hangs between stiff ones (moduli 1e5 apart: the soft part is lost in the rounding of the
//   stiff one);
// - if the inertia of a short step hides the stiffness that is added to it;
// - if stiffness hides inertia, K dt^2 >> M, as in steel: K leaves rigid motion free, its rounded entries do
//   not. A free, hinged or thin body, whose softest motions have hardly another resistance than inertia, then
//   explodes; without inertia, in a static solve, it is the thin one. Such motions take more than a few
//   elements, so a sliver among good ones does no harm.
Precision precision_for(const ElasticRest& rest, const StepScheme& scheme);

// The linear system of a step: matrix, multigrid hierarchy and solver. Residuals of linear strain come from
// the matrix, which is therefore kept in double too: entries rounded to single precision leave slender bodies
// stiffness against turning (a bar of 80x8x8 cells bent 1.8 times too far). Those of the non-linear strains
// come from the elements.
class StepSystem {
 public:
  virtual ~StepSystem() = default;

  // Rebuilds the operators for the elements as they are: turned for corotated strain, at u for Green strain.
  // `drag` has a block for each node that is added to A, kg/s^2, or none; it is referred to until the next
  // rebuild.
  virtual void rebuild(const StepScheme& scheme, ElasticForces& elastic, std::span<const Block3<double>> u,
                       std::span<const Mat3> drag) = 0;
  // r = f + M y + K z
  virtual void residual(std::span<const Block3<double>> f, std::span<const Block3<double>> y,
                        std::span<const Block3<double>> z, std::span<Block3<double>> r) const = 0;
  // e = A^-1 r; r is overwritten.
  virtual SolveReport solve(std::span<Block3<double>> r, std::span<Block3<double>> e) = 0;

  // To be called where the mass matrix changed, before the next rebuild().
  virtual void mass_changed() = 0;
  // Other figures for the same method.
  virtual void set_params(const SolverParams& params) = 0;

  virtual Precision precision() const = 0;
  // Bytes that one cycle moves; 0 for methods without cycles.
  virtual double bytes_per_cycle() const = 0;
};

// Refers to rest and mass. `transfers` are not used for methods without levels.
std::unique_ptr<StepSystem> make_step_system(Precision precision, const ElasticRest& rest, Strain strain,
                                             std::span<const float> mass, const LevelTransfers& transfers,
                                             const SolverParams& params);

}  // namespace sinew
