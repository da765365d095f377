#include "tet/step_residual.h"

#include "base/parallel.h"
#include "linalg/lanes.h"

namespace sinew {

void StepResidual::operator()(std::span<const Block3<double>> f, std::span<const Block3<double>> y,
                              std::span<const Block3<double>> z, std::span<Block3<double>> r) const {
  const BlockPattern& pattern = *A.pattern;
  const double per_stiffness = 1 / stiffness, mass_share = mass / stiffness;
  parallel_for(pattern.rows(), 512, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      if (held[i] != 0) {
        r[i] = {};
        continue;
      }
      const Four<double> zi = load_four(z[i]);
      Four<double> elastic{}, inertial{};
      for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) {
        const Index j = pattern.column[at];
        const Four<double> difference = load_four(z[j]) - zi;
        const double m = mass_matrix[at];
        elastic += block_times(&A.values[9 * std::size_t(at)], three_of<double>(difference));
        inertial += m * (load_four(y[j]) - mass_share * difference);
      }
      r[i] = three_of<double>(load_four(f[i]) + per_stiffness * elastic + inertial);
    }
  });
}

}  // namespace sinew
