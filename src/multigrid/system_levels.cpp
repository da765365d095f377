#include "multigrid/system_levels.h"

#include <type_traits>

namespace sinew {

void SystemLevels::solve_coarsest(std::span<const Block3<double>> b, std::span<Block3<double>> x,
                                  std::vector<double>& work) const {
  if (coarsest != nullptr) return coarsest->solve<double>(b, x, work);
  if (coarsest_inverse.empty()) return known_inverse->solve(b, x);
  const std::size_t n = 3 * b.size();
  for (std::size_t i = 0; i < b.size(); ++i) {
    Vec3 sum;
    for (std::size_t j = 0; j < b.size(); ++j)
      for (int r = 0; r < 3; ++r) {
        const double* column = coarsest_inverse.data() + 3 * i + r;
        sum[r] +=
            column[3 * j * n] * b[j].x + column[(3 * j + 1) * n] * b[j].y + column[(3 * j + 2) * n] * b[j].z;
      }
    x[i] = to_block(sum);
  }
}

template <typename Real>
void add_level(std::span<const Real> inverse_diagonal, const Interpolation* P, SystemLevels& levels) {
  if constexpr (std::is_same_v<Real, float>) {
    levels.levels.push_back({inverse_diagonal, P});
  } else {
    const auto& copy = levels.copies.emplace_back(inverse_diagonal.begin(), inverse_diagonal.end());
    levels.levels.push_back({copy, P});
  }
}

template <typename Real>
void add_levels(std::span<const CycleLevel<Real>> hierarchy, const DirectSolver& coarsest,
                SystemLevels& levels) {
  for (std::size_t l = 0; l + 1 < hierarchy.size(); ++l)
    add_level(std::span<const Real>(hierarchy[l].inverse_diagonal), hierarchy[l].P, levels);
  levels.coarsest = &coarsest;
}

template void add_level(std::span<const float>, const Interpolation*, SystemLevels&);
template void add_level(std::span<const double>, const Interpolation*, SystemLevels&);
template void add_levels(std::span<const CycleLevel<float>>, const DirectSolver&, SystemLevels&);
template void add_levels(std::span<const CycleLevel<double>>, const DirectSolver&, SystemLevels&);

}  // namespace sinew
