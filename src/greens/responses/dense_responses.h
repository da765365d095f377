#pragma once

#include "greens/responses/responses.h"
#include "linalg/dense_matrix.h"

namespace sinew {

// All of G, uncompressed: for small bodies, and what tests compare with. SOFA's precomputed corrections keep the same.
class DenseResponses final : public Responses, public ResponseSource {
 public:
  explicit DenseResponses(DenseMatrix G) : G_(std::move(G)) {}

  Index count() const override { return G_.size / 3; }
  void extract(std::span<const Index> rows, std::span<const Index> columns,
               std::span<double> G) const override;
  void sum(std::span<const Index> vertices, std::span<const Vec3> forces, std::span<Vec3> u) const override;
  void respond(std::span<const double> F, std::span<double> U) const override;
  void columns(std::span<const Index> vertices, std::span<double> G) const override;

  const DenseMatrix& matrix() const { return G_; }

 private:
  DenseMatrix G_;
};

}  // namespace sinew
