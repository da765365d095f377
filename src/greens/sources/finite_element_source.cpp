#include "greens/sources/finite_element_source.h"

#include <algorithm>
#include <mutex>

#include "linalg/schur_complement.h"
#include "linalg/sparse_cholesky.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::size_t kColumns = 32;  // at once: 16 for each of two threads; they need memory

}  // namespace

struct FiniteElementSource::Parts {
  FiniteElements body;
  mutable std::once_flag once;
  mutable SparseCholesky cholesky;

  const SparseCholesky& factor() const {
    std::call_once(once, [&] {
      if (!cholesky.factor(*body.K, {.apart = body.held}))
        throw Error("the stiffness of the body is not positive definite", "", "hold more of its surface");
    });
    return cholesky;
  }
};

FiniteElementSource::FiniteElementSource(const ReferenceProblem& problem, const FiniteElementParams& params)
    : FiniteElementSource(make_finite_elements(problem, params)) {}

FiniteElementSource::FiniteElementSource(FiniteElements elements) : parts_(std::make_unique<Parts>()) {
  parts_->body = std::move(elements);
}

FiniteElementSource::~FiniteElementSource() = default;

Index FiniteElementSource::count() const { return static_cast<Index>(parts_->body.free_rows.size()); }
const FiniteElements& FiniteElementSource::elements() const { return parts_->body; }

void FiniteElementSource::respond(std::span<const double> F, std::span<double> U) const {
  const SparseCholesky& cholesky = parts_->factor();
  const std::vector<Index>& rows = parts_->body.free_rows;
  const std::size_t size = 3 * rows.size(), unknowns = 3 * static_cast<std::size_t>(parts_->body.rows());
  const std::size_t columns = F.size() / size;
  std::vector<double> X(unknowns * std::min(kColumns, columns));
  for (std::size_t first = 0; first < columns; first += kColumns) {
    const std::size_t many = std::min(kColumns, columns - first);
    std::fill(X.begin(), X.end(), 0.0);
    for (std::size_t k = 0; k < many; ++k)
      for (std::size_t i = 0; i < rows.size(); ++i)
        std::copy_n(&F[size * (first + k) + 3 * i], 3,
                    &X[unknowns * k + 3 * static_cast<std::size_t>(rows[i])]);
    cholesky.solve_columns(std::span(X).first(unknowns * many));
    for (std::size_t k = 0; k < many; ++k)
      for (std::size_t i = 0; i < rows.size(); ++i)
        std::copy_n(&X[unknowns * k + 3 * static_cast<std::size_t>(rows[i])], 3,
                    &U[size * (first + k) + 3 * i]);
  }
}

void FiniteElementSource::solve(std::span<double> X) const {
  const std::vector<char>& held = parts_->body.held;
  const std::size_t unknowns = 3 * held.size();
  for (std::size_t i = 0; i < X.size(); ++i)
    if (held[i % unknowns / 3] != 0) X[i] = 0;
  parts_->factor().solve_columns(X);
}

DenseMatrix FiniteElementSource::dense() const {
  return responses(*parts_->body.K, parts_->body.free_rows, parts_->body.held);
}

}  // namespace sinew
