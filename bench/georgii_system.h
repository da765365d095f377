#pragma once

#include "bench/georgii_models.h"
#include "tet/tet_multigrid.h"

namespace sinew {

// The linear system of one Newmark step from rest under gravity, its solution, and how fast each solver comes
// within a relative error of 1e-4 of it, as in figures 2 and 3 of [Georgii05].
class GeorgiiSystem {
 public:
  GeorgiiSystem(const TetBodyModel& model, double dt);

  struct Solved {
    int iterations = 0;  // cycles, or iterations of CG
    double seconds = 0;
    double error = 0;
  };
  // V(1,1)-cycles in single precision, residuals in double. The shortest time of several runs, as for CG.
  Solved by_multigrid();
  // Diagonal CG in single precision, on the same matrix.
  Solved by_conjugate_gradients();

  Index element_count() const { return rest_.element_count(); }
  double matrix_bytes() const;

 private:
  double error_of(std::span<const Block3<float>> x) const;
  Solved run_multigrid();
  Solved count_gradients();

  ElasticRest rest_;
  BlockMatrix<float> A_;
  BlockVector<double> b_, solution_;
  double solution_size_ = 0;
  std::unique_ptr<Multigrid<float>> multigrid_;
  Multigrid<float>::Work work_;
};

}  // namespace sinew
