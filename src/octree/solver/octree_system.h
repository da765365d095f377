#pragma once

#include <functional>
#include <memory>

#include "linalg/conjugate_gradient.h"
#include "octree/grid/octree_rest.h"
#include "octree/solver/cell_operator.h"
#include "octree/solver/coarse_levels.h"
#include "stepping/solver_params.h"
#include "stepping/step_scheme.h"

namespace sinew {

// The linear system A = mass M + stiffness K of a step of an octree, over its unknowns: operators, multigrid
// hierarchy with the cuts in every level, and solver. Cycles run in single precision, residuals in double.
class OctreeSystem {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  virtual ~OctreeSystem() = default;

  // Other factors, or materials. Leaves the cells of the finest level unturned.
  virtual void set_scheme(const StepScheme& scheme) = 0;
  // Adds to the diagonal of A from now on, until the next scheme: for each unknown, kg/s^2, or nothing.
  // Leaves the cells of the finest level unturned.
  virtual void set_drag(std::vector<double> drag) = 0;
  // Makes the operators anew, for cells turned as they are on the finest level.
  virtual void rebuild() = 0;
  // r = f + M y + K z; 0 at held unknowns. z may be empty, for none.
  virtual void residual(In f, In y, In z, Out r) = 0;
  // e = A^-1 r; r is overwritten. Both are 0 at held unknowns.
  virtual SolveReport solve(Out r, Out e) = 0;

  // To be called where the materials of the rest changed, before the next scheme.
  virtual void materials_changed() = 0;
  // Other figures for the same method.
  virtual void set_params(const SolverParams& params) = 0;

  // Systems without stored matrices call it before each iteration of a solve. With its r and e, as they are
  // then, the iterate is e + |r| x, or e alone where x is empty.
  using Watch = std::function<void(std::span<const Block3<float>> x)>;
  void set_watch(Watch watch) { watch_ = std::move(watch); }

 protected:
  Watch watch_;
};

// The finest level of a body at rest, without stiffness and masses.
CellOperator make_cell_operator(const OctreeRest& rest);

// What a system is solved on: the finest level, and the coarser ones where the method takes any and there are
// such. Neither has stiffness and masses, before a system on them gets its scheme.
struct OctreeMultigrid {
  std::unique_ptr<CellOperator> finest;
  std::unique_ptr<CoarseLevels> coarse;
};
OctreeMultigrid make_octree_multigrid(const OctreeRest& rest, SolverMethod method);

// Refers to the rest and to its levels. Stored matrices are for factors, and for cycles where there is no
// level but the finest; else that level goes without.
std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, const OctreeMultigrid& levels,
                                                 const SolverParams& params);

// Of Gauss-Seidel on cubes where cycles need not be symmetric, by measurement: on an octree of 40^3 voxels an
// error factor of 0.15 a cycle, 0.20 with 1.
inline constexpr double kCubeOverRelaxation = 1.1;

// Lame's coefficients of each cell times its side.
std::vector<CellStiffness> cell_stiffness(const OctreeRest& rest);

// The system by stored matrices, for any method.
std::unique_ptr<OctreeSystem> make_assembled_system(const OctreeRest& rest, CellOperator& finest,
                                                    const SolverParams& params);

}  // namespace sinew
