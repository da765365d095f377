#pragma once

#include <utility>

#include "linalg/conjugate_gradient.h"
#include "octree/solver/cell_operator.h"
#include "octree/solver/octree_system.h"
#include "stepping/defect_correction.h"

namespace sinew {

// What systems without matrices on the finest level share: the level itself, residuals in double from its
// cells, and solves by corrections in single precision.
class MatrixFreeSystem : public OctreeSystem {
 public:
  MatrixFreeSystem(const OctreeRest& rest, CellOperator& finest, const SolverParams& params);

  void set_scheme(const StepScheme& scheme) final;
  void set_drag(std::vector<double> drag) final;
  void rebuild() final;
  void residual(In f, In y, In z, Out r) final;
  SolveReport solve(Out r, Out e) final;
  void materials_changed() final { stiffness_ = 0; }
  void set_params(const SolverParams& params) override { params_ = params; }

 protected:
  using SingleIn = std::span<const Block3<float>>;
  using SingleOut = std::span<Block3<float>>;

  // For other materials and masses, times the factors of the scheme. The finest level has them, and cells
  // that are not turned.
  virtual void set_operators(std::span<const CellStiffness>, std::span<const double> /*mass*/) {}
  // For other rotations, which the finest level has.
  virtual void rebuild_operators() {}
  // As DefectCorrection has it.
  virtual int correct(SingleIn b, double tolerance, int most, SingleOut x) = 0;

  // x = about A^-1 b by conjugate gradients, which go on from one correction to the next; how many iterations
  // it took.
  template <typename Precondition>
  int conjugate_gradients(SingleIn b, ConjugateGradientParams params, SingleOut x,
                          Precondition&& precondition);

  const OctreeRest& rest_;
  CellOperator& finest_;
  SolverParams params_;

 private:
  void subtract_product(double scale, SingleIn x, Out r);
  void give_factors();

  double stiffness_ = 0, mass_ = 0;  // factors of the scheme; 0: none yet
  std::vector<double> drag_;         // kg/s^2, of each unknown; empty for none
  UnsetBlockVector<double> wide_, forces_;
  DefectCorrection<float> defect_;
  ConjugateGradientWork<float> work_;
  bool resumed_ = false;  // whether a correction of this solve has gone before
};

// As conjugate gradients ask for it.
inline void multiply(const CellOperator& A, std::span<const Block3<float>> x, std::span<Block3<float>> y) {
  A.multiply(x, y);
}

template <typename Precondition>
int MatrixFreeSystem::conjugate_gradients(SingleIn b, ConjugateGradientParams params, SingleOut x,
                                          Precondition&& precondition) {
  params.resumed = std::exchange(resumed_, true);
  const auto watched = [&](SingleIn r, SingleOut z) {
    if (watch_) watch_(x);
    precondition(r, z);
  };
  return conjugate_gradient<float>(finest_, b, x, watched, params, work_).iterations;
}

}  // namespace sinew
