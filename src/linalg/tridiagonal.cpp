#include "linalg/tridiagonal.h"

#include <Eigen/Eigenvalues>

namespace sinew {

double largest_eigenvalue(std::span<const double> diagonal, std::span<const double> beside) {
  const auto vector_of = [](std::span<const double> x) {
    return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  };
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(vector_of(diagonal), vector_of(beside), Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff();
}

}  // namespace sinew
