#include "stepping/step_operator.h"

#include "base/parallel.h"
#include "linalg/lanes.h"

namespace sinew {

namespace {
constexpr Index kRows = 512;
}

template <typename Entry>
StepOperator<Entry>::StepOperator(const BlockMatrix<Entry>& A, std::span<const float> mass_matrix,
                                  std::span<const char> held, std::span<const Roller> rollers)
    : A_(A), mass_matrix_(mass_matrix), held_(held), rollers_(rollers) {
  if (!rollers.empty()) projected_.emplace(*A.pattern, rollers);
  sum_masses();
}

template <typename Entry>
void StepOperator<Entry>::sum_masses() {
  const BlockPattern& pattern = *A_.pattern;
  row_mass_.clear();
  for (Index i = 0; i < pattern.rows(); ++i) {
    double sum = 0;
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) sum += mass_matrix_[at];
    row_mass_.push_back(sum);
  }
}

template <typename Entry>
void StepOperator<Entry>::residual(std::span<const Block3<double>> f, std::span<const Block3<double>> y,
                                   std::span<const Block3<double>> z, std::span<Block3<double>> r) const {
  const BlockPattern& pattern = *A_.pattern;
  const double per_stiffness = 1 / stiffness_, mass_share = mass_ / stiffness_;
  parallel_for_each(pattern.rows(), kRows, [&](Index i) {
    if (held_[i] != 0) {
      r[i] = {};
      return;
    }
    Four<double> elastic{}, inertial{};
    if (z.empty()) {
      for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at)
        inertial += static_cast<double>(mass_matrix_[at]) * load_four(y[pattern.column[at]]);
      r[i] = three_of<double>(load_four(f[i]) + inertial);
      return;
    }
    const Four<double> zi = load_four(z[i]);
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) {
      const Index j = pattern.column[at];
      const Four<double> difference = load_four(z[j]) - zi;
      elastic += block_times(&A_.values[9 * std::size_t(at)], three_of<double>(difference));
      inertial += static_cast<double>(mass_matrix_[at]) * (load_four(y[j]) - mass_share * difference);
    }
    r[i] = three_of<double>(load_four(f[i]) + per_stiffness * elastic + inertial);
  });
  project(rollers_, r);
}

template <typename Entry>
template <typename Real>
void StepOperator<Entry>::subtract_product(double scale, std::span<const Block3<Real>> x,
                                           std::span<Block3<double>> r) const {
  const BlockPattern& pattern = *A_.pattern;
  parallel_for_each(pattern.rows(), kRows, [&](Index i) {
    if (held_[i] != 0) return;
    const Four<double> xi = load_four_as<double>(&x[i].x);
    Four<double> sum = mass_ * row_mass_[i] * xi;
    if (!drag_.empty()) sum += load_four(to_block(drag_[i] * to_vec3(x[i])));
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) {
      const Four<double> difference = load_four_as<double>(&x[pattern.column[at]].x) - xi;
      sum += block_times(&A_.values[9 * std::size_t(at)], three_of<double>(difference));
    }
    r[i] = three_of<double>(load_four(r[i]) - scale * sum);
  });
  project(rollers_, r);
}

template <typename Entry>
template <typename Real>
void StepOperator<Entry>::subtract_product(const PerSide& scale, std::span<const PanelRow<Real>> x,
                                           std::span<PanelRow<double>> r,
                                           std::span<const Index> colour_start) const {
  sinew::subtract_product<Entry, Real>(A_, {held_.data(), row_mass_.data(), mass_}, scale, x, r,
                                       colour_start);
  parallel_for_each(drag_.size(), kRows, [&](Index i) {
    if (held_[i] != 0) return;
    for (int s = 0; s < kSides; ++s) {
      const Vec3 dragged = scale[s] * (drag_[i] * Vec3{x[i].x[s], x[i].y[s], x[i].z[s]});
      r[i].x[s] -= dragged.x, r[i].y[s] -= dragged.y, r[i].z[s] -= dragged.z;
    }
  });
  project(rollers_, r);
}

template class StepOperator<float>;
template class StepOperator<double>;
#define SINEW_FOR(Entry, Real)                                                                             \
  template void StepOperator<Entry>::subtract_product(double, std::span<const Block3<Real>>,               \
                                                      std::span<Block3<double>>) const;                    \
  template void StepOperator<Entry>::subtract_product(const PerSide&, std::span<const PanelRow<Real>>,     \
                                                      std::span<PanelRow<double>>, std::span<const Index>) \
      const;
SINEW_FOR(float, float)
SINEW_FOR(double, float)
SINEW_FOR(double, double)
#undef SINEW_FOR

}  // namespace sinew
