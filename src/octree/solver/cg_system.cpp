#include "octree/solver/cg_system.h"

#include <algorithm>

#include "octree/solver/matrix_free_system.h"

namespace sinew {

namespace {

// The residual is made anew, in double, each time it has fallen by this much. Many iterations in single
// precision lead it astray: to an error of 1e-6 a figure of 100 voxels in balance takes 1792 iterations so,
// 2022 with 1e-4, 1787 in double.
constexpr double kNewResidual = 0.1;

class CgSystem final : public MatrixFreeSystem {
 public:
  using MatrixFreeSystem::MatrixFreeSystem;

 private:
  int correct(SingleIn b, double tolerance, int most, SingleOut x) override {
    return conjugate_gradients(b, {std::max(tolerance, kNewResidual), most, false}, x,
                               [this](SingleIn r, SingleOut z) { finest_.precondition(r, z); });
  }
};

}  // namespace

std::unique_ptr<OctreeSystem> make_cg_system(const OctreeRest& rest, CellOperator& finest,
                                             const SolverParams& params) {
  return std::make_unique<CgSystem>(rest, finest, params);
}

}  // namespace sinew
