#include "greens/responses/dense_responses.h"

#include <Eigen/Dense>
#include <algorithm>

namespace sinew {

void DenseResponses::extract(std::span<const Index> rows, std::span<const Index> columns,
                             std::span<double> G) const {
  std::size_t k = 0;
  for (const Index column : columns)
    for (Index b = 0; b < 3; ++b)
      for (const Index row : rows)
        for (Index a = 0; a < 3; ++a) G[k++] = G_(3 * row + a, 3 * column + b);
}

void DenseResponses::sum(std::span<const Index> vertices, std::span<const Vec3> forces,
                         std::span<Vec3> u) const {
  using Column = Eigen::Map<const Eigen::VectorXd>;
  Eigen::Map<Eigen::VectorXd> all(&u[0].x, G_.size);
  all.setZero();
  for (std::size_t k = 0; k < vertices.size(); ++k)
    for (Index b = 0; b < 3; ++b)
      all +=
          forces[k][b] * Column(&G_.values[static_cast<std::size_t>(3 * vertices[k] + b) * G_.size], G_.size);
}

void DenseResponses::respond(std::span<const double> F, std::span<double> U) const {
  const Eigen::Index n = G_.size, sides = static_cast<Eigen::Index>(F.size()) / n;
  const Eigen::Map<const Eigen::MatrixXd> G(G_.values.data(), n, n), f(F.data(), n, sides);
  const Eigen::MatrixXd u = G * f;
  std::copy_n(u.data(), u.size(), U.data());
}

void DenseResponses::columns(std::span<const Index> vertices, std::span<double> G) const {
  const auto three = 3 * static_cast<std::size_t>(G_.size);
  for (std::size_t k = 0; k < vertices.size(); ++k)
    std::copy_n(&G_.values[three * static_cast<std::size_t>(vertices[k])], three, &G[three * k]);
}

}  // namespace sinew
