#include "linalg/sparse_cholesky.h"

#include <algorithm>

#include "base/parallel.h"
#include "linalg/cholesky/multifrontal.h"

namespace sinew {

struct SparseCholesky::Parts {
  InstructionSet set;
  Multifrontal fronts;
  const BlockPattern* pattern = nullptr;
};

SparseCholesky::SparseCholesky(InstructionSet set) : parts_(std::make_unique<Parts>()) { parts_->set = set; }
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

void SparseCholesky::analyse(const BlockPattern& pattern) {
  parts_->fronts.analyse(pattern, parts_->set);
  parts_->pattern = &pattern;
}

template <typename Real>
bool SparseCholesky::factor(const BlockMatrix<Real>& A, const MatrixReading& reading) {
  if (parts_->pattern != A.pattern) analyse(*A.pattern);
  return parts_->fronts.factor(A, reading);
}

template <typename Real>
void SparseCholesky::solve(std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
                           std::vector<double>& work) const {
  const Multifrontal& fronts = parts_->fronts;
  const std::vector<Index>& row_at = fronts.tree().row_at;
  work.resize(3 * b.size() + fronts.schedule().most_rows);
  double* y = work.data();
  for (std::size_t p = 0; p < row_at.size(); ++p) {
    const Block3<Real>& block = b[row_at[p]];
    y[3 * p] = block.x, y[3 * p + 1] = block.y, y[3 * p + 2] = block.z;
  }
  fronts.solve(y, y + 3 * b.size());
  for (std::size_t p = 0; p < row_at.size(); ++p)
    x[row_at[p]] = {static_cast<Real>(y[3 * p]), static_cast<Real>(y[3 * p + 1]),
                    static_cast<Real>(y[3 * p + 2]), 0};
}

template <typename Real>
void SparseCholesky::solve(std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x,
                           std::vector<double>& work) const {
  const Multifrontal& fronts = parts_->fronts;
  const std::vector<Index>& row_at = fronts.tree().row_at;
  const std::size_t size = kPanelRow * b.size();
  work.resize(size + kSides * fronts.schedule().most_rows);
  double* y = work.data();
  for (std::size_t p = 0; p < row_at.size(); ++p) {
    const PanelRow<Real>& row = b[row_at[p]];
    double* to = y + kPanelRow * p;
    std::copy_n(row.x, kSides, to), std::copy_n(row.y, kSides, to + kSides);
    std::copy_n(row.z, kSides, to + 2 * kSides);
  }
  parallel_for(kSides, kSides / 2,
               [&](Index begin, Index end) { fronts.solve_sides(begin, end, y, y + size); });
  const auto rounded = [](const double* from, Real* to) {
    for (int s = 0; s < kSides; ++s) to[s] = static_cast<Real>(from[s]);
  };
  for (std::size_t p = 0; p < row_at.size(); ++p) {
    PanelRow<Real>& row = x[row_at[p]];
    const double* from = y + kPanelRow * p;
    rounded(from, row.x), rounded(from + kSides, row.y), rounded(from + 2 * kSides, row.z);
  }
}

void SparseCholesky::solve_columns(std::span<double> X) const {
  const Multifrontal& fronts = parts_->fronts;
  const std::vector<Index>& row_at = fronts.tree().row_at;
  const std::size_t n = 3 * row_at.size(), columns = n > 0 ? X.size() / n : 0;
  parallel_for(static_cast<Index>(columns), kSides, [&](Index begin, Index end) {
    UnsetVector<double> work(kSides * (n + fronts.schedule().most_rows));
    const auto for_entries = [&](auto&& act) {
      for (std::size_t p = 0; p < row_at.size(); ++p)
        for (Index column = begin; column < end; ++column)
          for (std::size_t d = 0; d < 3; ++d)
            act(work[kSides * (3 * p + d) + column - begin], X[n * column + 3 * row_at[p] + d]);
    };
    std::fill_n(work.begin(), kSides * n, 0.0);
    for_entries([](double& y, double& x) { y = x; });
    fronts.solve_sides(0, kSides, work.data(), work.data() + kSides * n);
    for_entries([](double& y, double& x) { x = y; });
  });
}

double SparseCholesky::factor_entries() const { return parts_->fronts.tree().factor_entries(); }

template bool SparseCholesky::factor(const BlockMatrix<float>&, const MatrixReading&);
template bool SparseCholesky::factor(const BlockMatrix<double>&, const MatrixReading&);
template void SparseCholesky::solve(std::span<const Block3<float>>, std::span<Block3<float>>,
                                    std::vector<double>&) const;
template void SparseCholesky::solve(std::span<const Block3<double>>, std::span<Block3<double>>,
                                    std::vector<double>&) const;
template void SparseCholesky::solve(std::span<const PanelRow<float>>, std::span<PanelRow<float>>,
                                    std::vector<double>&) const;
template void SparseCholesky::solve(std::span<const PanelRow<double>>, std::span<PanelRow<double>>,
                                    std::vector<double>&) const;

}  // namespace sinew
