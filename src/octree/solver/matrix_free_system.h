#pragma once

#include <utility>

#include "octree/solver/octree_system.h"
#include "octree/solver/solve_scratch.h"

namespace sinew {

// The common part of systems without stored matrices for the cells: residuals in double computed from the
// cells, and solves by corrections in single precision.
class MatrixFreeSystem : public OctreeSystem {
 public:
  MatrixFreeSystem(const OctreeRest& rest, const OctreeStructure& structure, Strain strain,
                   std::unique_ptr<CellOperator> cells, const SolverParams& params);

  void residual(In f, In y, In z, Out r) const final;
  SolveReport solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const final;
  void set_solver(const SolverParams& params) override { params_ = params; }
  // Shows the finest level only.
  void show_levels(SystemLevels& levels) const override;

 protected:
  using SingleIn = std::span<const Block3<float>>;
  using SingleOut = std::span<Block3<float>>;

  using PanelIn = std::span<const PanelRow<float>>;
  using PanelOut = std::span<PanelRow<float>>;

  // Called when materials, masses or factors of the scheme change. The operator of the cells has been
  // updated; its cells are not rotated. `mass` is the term of masses and drag on the diagonal of A,
  // `factor` that of the stiffness.
  virtual void set_operators(std::span<const CellStiffness>, std::span<const double> /*mass*/,
                             double /*factor*/) {}
  // Called when rotations change; the operator of the cells has been updated.
  virtual void rebuild_operators() {}
  // As in DefectCorrection.
  virtual int correct(const SolveGoal& goal, SingleIn b, double tolerance, int most, SingleOut x,
                      SolveScratch& scratch) const = 0;
  // As in PanelCorrection.
  virtual int correct_panel(const SolveGoal& goal, PanelIn b, const PerSide& tolerance, int most, PanelOut x,
                            PanelScratch& scratch) const = 0;

  // x = an approximation of A^-1 b by conjugate gradients, which continue from one correction to the next;
  // returns the number of iterations.
  template <typename Precondition>
  int conjugate_gradients(SingleIn b, ConjugateGradientParams params, SingleOut x, SolveScratch& scratch,
                          Precondition&& precondition) const;
  template <typename Precondition>
  int conjugate_gradients_of_sides(PanelIn b, const PanelGradientsParams& params, PanelOut x,
                                   PanelScratch& scratch, Precondition&& precondition) const {
    return sinew::conjugate_gradients<float>([this](PanelIn p, PanelOut q) { cells_->multiply(p, q); }, b, x,
                                             precondition, params, scratch.gradients);
  }

  SolverParams params_;

 private:
  void use_scheme(const StepScheme& scheme) final;
  void use_drag(std::vector<double> drag) final;
  void rebuild() final;
  void use_materials() final { stiffness_ = 0; }
  void solve_panel(const SolveGoal& goal, std::span<BlockVector<double>> r, std::span<BlockVector<double>> e,
                   std::span<SolveReport> reports, SolveWork& work) const final;
  void subtract_product(double scale, SingleIn x, Out r, SolveScratch& scratch) const;
  void subtract_products(const PerSide& scale, PanelIn x, std::span<PanelRow<double>> r, std::size_t sides,
                         SolveScratch& scratch) const;
  // forces = scale A wide, both in the scratch memory; 0 at held vertices.
  void multiply_wide(double scale, SolveScratch& scratch) const;
  void give_factors();
  ScratchPool<SolveScratch>::Lease take_scratch(std::size_t unknowns) const;

  double stiffness_ = 0, mass_ = 0;  // factors of the scheme; 0: not set yet
  std::vector<double> drag_;         // per unknown, kg/s^2; empty: none
};

// Solves by conjugate gradients, preconditioned by the inverted 3 x 3 blocks of the diagonal.
std::unique_ptr<OctreeSystem> make_cg_system(const OctreeRest& rest, const OctreeStructure& structure,
                                             Strain strain, const SolverParams& params);
// Solves by cycles, or by conjugate gradients preconditioned by a cycle.
std::unique_ptr<OctreeSystem> make_multigrid_system(const OctreeRest& rest, const OctreeStructure& structure,
                                                    Strain strain, std::unique_ptr<CellOperator> cells,
                                                    std::unique_ptr<CoarseLevels> coarse,
                                                    const SolverParams& params);

// For conjugate_gradient.
inline void multiply(const CellOperator& A, std::span<const Block3<float>> x, std::span<Block3<float>> y) {
  A.multiply(x, y);
}

template <typename Precondition>
int MatrixFreeSystem::conjugate_gradients(SingleIn b, ConjugateGradientParams params, SingleOut x,
                                          SolveScratch& scratch, Precondition&& precondition) const {
  params.resumed = std::exchange(scratch.resumed, true);
  const auto watched = [&](SingleIn r, SingleOut z) {
    if (watch_) watch_(x);
    return precondition(r, z);
  };
  return conjugate_gradient<float>(*cells_, b, x, watched, params, scratch.gradients).iterations;
}

}  // namespace sinew
