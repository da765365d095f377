#include "tet/tet_assembly.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kRows = 256;

// R K R^T for a block by columns.
ElementBlock turned(const ElementBlock& K, const Mat3& R) {
  const Mat3 block{{Vec3{K[0], K[1], K[2]}, Vec3{K[3], K[4], K[5]}, Vec3{K[6], K[7], K[8]}}};
  const Mat3 result = R * block * transposed(R);
  ElementBlock out;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) out[3 * c + r] = result(r, c);
  return out;
}

// Calls visit(corner, shape, j, place) for what row v gathers from its elements.
template <typename Visit>
void for_each_contribution(const TetRest& rest, Index v, Visit&& visit) {
  for (Index s = rest.star_start[v]; s < rest.star_start[v + 1]; ++s) {
    const TetRest::StarCorner& corner = rest.star[s];
    for (int j = 0; j < 4; ++j) visit(corner, rest.shapes[corner.element], j, corner.place[j]);
  }
}

template <typename Real>
double mean_free_diagonal(const TetRest& rest, const BlockMatrix<Real>& A) {
  double sum = 0;
  Index count = 0;
  for (Index v = 0; v < rest.node_count(); ++v) {
    if (rest.fixed[v] != 0) continue;
    sum += A.block(rest.pattern.diagonal[v])[0];
    ++count;
  }
  return count > 0 ? sum / count : 1;
}

}  // namespace

template <typename Real>
void assemble(const TetRest& rest, std::span<const Mat3> rotations, double stiffness_factor,
              double mass_factor, BlockMatrix<Real>& A) {
  parallel_for(rest.node_count(), kRows, [&](Index begin, Index end) {
    std::vector<double> row;  // in double, rounded once
    for (Index v = begin; v < end; ++v) {
      const Index first = rest.pattern.row_start[v], last = rest.pattern.row_start[v + 1];
      row.assign(9 * std::size_t(last - first), 0);
      if (rest.fixed[v] == 0)
        for_each_contribution(
            rest, v, [&](const auto& corner, const TetrahedronShape& shape, int j, Index place) {
              const Index e = corner.element;
              if (rest.fixed[rest.mesh.tetrahedra[e][j]] != 0) return;
              ElementBlock K = stiffness_block(shape, stiffness_factor * rest.lambda[e],
                                               stiffness_factor * rest.mu[e], corner.corner, j);
              if (!rotations.empty()) K = turned(K, rotations[e]);
              const double mass = mass_factor * consistent_mass(shape, rest.density[e], corner.corner, j);
              double* to = &row[9 * std::size_t(place - first)];
              for (int k = 0; k < 9; ++k) to[k] += K[k] + (k % 4 == 0 ? mass : 0);
            });
      for (std::size_t k = 0; k < row.size(); ++k)
        A.values[9 * std::size_t(first) + k] = static_cast<Real>(row[k]);
    }
  });
  const Real diagonal = static_cast<Real>(mean_free_diagonal(rest, A));
  for (Index v = 0; v < rest.node_count(); ++v)
    if (rest.fixed[v] != 0)
      for (int k = 0; k < 9; k += 4) A.block(rest.pattern.diagonal[v])[k] = diagonal;
}

std::vector<float> mass_matrix(const TetRest& rest, bool lumped) {
  std::vector<double> mass(rest.pattern.column.size(), 0);
  parallel_for(rest.node_count(), kRows, [&](Index begin, Index end) {
    for (Index v = begin; v < end; ++v)
      for_each_contribution(rest, v,
                            [&](const auto& corner, const TetrahedronShape& shape, int j, Index place) {
                              mass[lumped ? rest.pattern.diagonal[v] : place] +=
                                  consistent_mass(shape, rest.density[corner.element], corner.corner, j);
                            });
  });
  return {mass.begin(), mass.end()};
}

void multiply_mass(const TetRest& rest, std::span<const float> mass, std::span<const Block3<double>> x,
                   std::span<Block3<double>> y) {
  parallel_for(rest.node_count(), 4 * kRows, [&](Index begin, Index end) {
    for (Index v = begin; v < end; ++v) {
      Block3<double> sum;
      for (Index at = rest.pattern.row_start[v]; at < rest.pattern.row_start[v + 1]; ++at) {
        const double m = mass[at];
        const Block3<double>& b = x[rest.pattern.column[at]];
        sum.x += m * b.x, sum.y += m * b.y, sum.z += m * b.z;
      }
      y[v] = sum;
    }
  });
}

std::vector<double> nodal_masses(const TetRest& rest) {
  std::vector<double> masses(rest.mesh.positions.size(), 0);
  for (Index v = 0; v < rest.node_count(); ++v)
    for (Index s = rest.star_start[v]; s < rest.star_start[v + 1]; ++s) {
      const Index e = rest.star[s].element;
      masses[v] += rest.density[e] * rest.shapes[e].volume / 4;
    }
  return masses;
}

template void assemble(const TetRest&, std::span<const Mat3>, double, double, BlockMatrix<float>&);
template void assemble(const TetRest&, std::span<const Mat3>, double, double, BlockMatrix<double>&);

}  // namespace sinew
