#include "greens/responses/dense_responses.h"

#include <algorithm>

#include "linalg/dense_algebra.h"

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
  double* const all = &u[0].x;
  std::fill_n(all, G_.size, 0.0);
  for (std::size_t k = 0; k < vertices.size(); ++k)
    for (Index b = 0; b < 3; ++b) {
      const double force = forces[k][b];
      const double* const column = &G_.values[static_cast<std::size_t>(3 * vertices[k] + b) * G_.size];
      for (Index i = 0; i < G_.size; ++i) all[i] += force * column[i];
    }
}

void DenseResponses::respond(std::span<const double> F, std::span<double> U) const { multiply(G_, F, U); }

void DenseResponses::columns(std::span<const Index> vertices, std::span<double> G) const {
  const auto three = 3 * static_cast<std::size_t>(G_.size);
  for (std::size_t k = 0; k < vertices.size(); ++k)
    std::copy_n(&G_.values[three * static_cast<std::size_t>(vertices[k])], three, &G[three * k]);
}

}  // namespace sinew
