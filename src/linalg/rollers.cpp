#include "linalg/rollers.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kRollers = 512;

template <typename Real>
Mat3 matrix_of(std::span<const Real, 9> block) {
  Mat3 A;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) A(r, c) = block[3 * c + r];
  return A;
}

template <typename Real>
void store(const Mat3& A, std::span<Real, 9> block) {
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) block[3 * c + r] = static_cast<Real>(A(r, c));
}

}  // namespace

template <typename Real>
void project(std::span<const Roller> rollers, std::span<Block3<Real>> x) {
  parallel_for_each(rollers.size(), kRollers, [&](Index k) {
    const Vec3 free = rollers[k].free * to_vec3(x[rollers[k].node]);
    x[rollers[k].node] = {static_cast<Real>(free.x), static_cast<Real>(free.y), static_cast<Real>(free.z), 0};
  });
}

template <typename Real>
void project(std::span<const Roller> rollers, std::span<PanelRow<Real>> x) {
  parallel_for_each(rollers.size(), kRollers, [&](Index k) {
    PanelRow<Real>& row = x[rollers[k].node];
    for (int s = 0; s < kSides; ++s) {
      const Vec3 free = rollers[k].free * Vec3{row.x[s], row.y[s], row.z[s]};
      row.x[s] = static_cast<Real>(free.x), row.y[s] = static_cast<Real>(free.y);
      row.z[s] = static_cast<Real>(free.z);
    }
  });
}

template <typename Real>
ProjectedMatrix<Real>::ProjectedMatrix(const BlockPattern& pattern, std::span<const Roller> rollers)
    : rollers_(rollers), roller_of_(pattern.rows(), -1), C_(pattern) {
  for (std::size_t k = 0; k < rollers.size(); ++k) roller_of_[rollers[k].node] = static_cast<Index>(k);
}

template <typename Real>
void ProjectedMatrix<Real>::update(const BlockMatrix<Real>& A) {
  C_.values = A.values;
  parallel_for_each(rollers_.size(), kRollers, [&](Index k) { project_row(rollers_[k]); });
}

// Writes the row of the roller, and the blocks of its column in rows without one: no two write to the same.
template <typename Real>
void ProjectedMatrix<Real>::project_row(const Roller& roller) {
  const BlockPattern& pattern = *C_.pattern;
  const Index i = roller.node;
  const Mat3 &P = roller.free, held = Mat3::identity() - P;
  for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) {
    const Index j = pattern.column[at], other = roller_of_[j];
    const Mat3 block = matrix_of<Real>(C_.block(at));
    const Mat3 projected = other >= 0 ? P * block * rollers_[other].free : P * block;
    store<Real>(i == j ? projected + (trace(block) / 3) * held : projected, C_.block(at));
    if (other >= 0) continue;
    const Index across = pattern.find(j, i);
    store<Real>(matrix_of<Real>(C_.block(across)) * P, C_.block(across));
  }
}

template void project(std::span<const Roller>, std::span<Block3<float>>);
template void project(std::span<const Roller>, std::span<Block3<double>>);
template void project(std::span<const Roller>, std::span<PanelRow<float>>);
template void project(std::span<const Roller>, std::span<PanelRow<double>>);
template class ProjectedMatrix<float>;
template class ProjectedMatrix<double>;

}  // namespace sinew
