#include "tet/elastic_assembly.h"

#include "base/parallel.h"
#include "linalg/lanes.h"

namespace sinew {

namespace {

constexpr Index kRows = 256;

Four<double> four(const Vec3& v) { return Four<double>{v.x, v.y, v.z, 0}; }

// Adds V (lambda g_i g_j^T + mu g_j g_i^T + mu (g_i . g_j) I) to the block of three columns at `to`.
void add_stiffness(double lambda_V, double mu_V, const Vec3& gi, const Vec3& gj, Four<double>* to) {
  const Four<double> i = lambda_V * four(gi), j = mu_V * four(gj);
  const double diagonal = mu_V * dot(gi, gj);
  to[0] += i * gj.x + j * gi.x + Four<double>{diagonal, 0, 0, 0};
  to[1] += i * gj.y + j * gi.y + Four<double>{0, diagonal, 0, 0};
  to[2] += i * gj.z + j * gi.z + Four<double>{0, 0, diagonal, 0};
}

// A membrane has no stiffness across its plane: takes mu V (g_i . g_j) n n^T off.
void take_normal_off(double mu_V, const Vec3& gi, const Vec3& gj, const Vec3& n, Four<double>* to) {
  const Four<double> across = mu_V * dot(gi, gj) * four(n);
  to[0] -= across * n.x;
  to[1] -= across * n.y;
  to[2] -= across * n.z;
}

// Calls add(element, i, j, to) for every block that row v gathers from its elements; `row` has three columns
// of four for each block.
template <typename AddBlock>
void gather_row(const ElasticRest& rest, Index v, Four<double>* row, AddBlock&& add) {
  const Index first = rest.pattern.row_start[v];
  for (const ElementStars::Corner& corner : rest.stars[v])
    for (int j = 0; j < rest.stars.corners; ++j)
      add(corner.element, corner.corner, j, row + 3 * (corner.place[j] - first));
}

void gather_hinges(const ElasticRest& rest, Index v, double factor, Four<double>* row) {
  const Index first = rest.pattern.row_start[v];
  for (const ElementStars::Corner& corner : rest.hinges[v]) {
    const RestHinge& hinge = rest.hinge_elements[corner.element];
    for (int j = 0; j < 4; ++j) {
      const double k = factor * hinge.stiffness * hinge.coefficient[corner.corner] * hinge.coefficient[j];
      Four<double>* to = row + 3 * (corner.place[j] - first);
      to[0][0] += k, to[1][1] += k, to[2][2] += k;
    }
  }
}

template <typename Real>
void store_row(const ElasticRest& rest, std::span<const float> mass, double mass_factor, HeldColumns columns,
               Index v, const Four<double>* row, BlockMatrix<Real>& A) {
  const Index first = rest.pattern.row_start[v], last = rest.pattern.row_start[v + 1];
  for (Index at = first; at < last; ++at) {
    Real* to = &A.values[9 * std::size_t(at)];
    const Four<double>* block = row + 3 * (at - first);
    const double m = mass_factor * mass[at];
    const bool drop =
        rest.held[v] != 0 || (columns == HeldColumns::kDrop && rest.held[rest.pattern.column[at]] != 0);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r)
        to[3 * c + r] = drop ? Real(0) : static_cast<Real>(block[c][r] + (r == c ? m : 0));
  }
}

template <typename Real>
void set_held_diagonals(const ElasticRest& rest, BlockMatrix<Real>& A) {
  double sum = 0;
  Index count = 0;
  for (Index v = 0; v < rest.node_count(); ++v) {
    if (rest.held[v] != 0) continue;
    sum += A.block(rest.pattern.diagonal[v])[0];
    ++count;
  }
  const Real mean = static_cast<Real>(count > 0 ? sum / count : 1);
  for (Index v = 0; v < rest.node_count(); ++v)
    if (rest.held[v] != 0)
      for (int k = 0; k < 9; k += 4) A.block(rest.pattern.diagonal[v])[k] = mean;
}

// rho V / 20 for a tetrahedron, rho V / 12 for a triangle; twice that for i = j.
double mass_entry(const ElasticRest& rest, Index element, int i, int j) {
  const RestElement& e = rest.elements[element];
  return e.density * e.shape.volume / (rest.is_sheet() ? 12 : 20) * (i == j ? 2 : 1);
}

// Makes every row of A from the blocks that add_block gives (see gather_row).
template <typename Real, typename AddBlock>
void assemble_rows(const ElasticRest& rest, std::span<const float> mass, double stiffness_factor,
                   double mass_factor, HeldColumns columns, BlockMatrix<Real>& A, AddBlock&& add_block) {
  parallel_for(rest.node_count(), kRows, [&](Index begin, Index end) {
    std::vector<Four<double>> row;  // in double, rounded once
    for (Index v = begin; v < end; ++v) {
      row.assign(3 * std::size_t(rest.pattern.row_start[v + 1] - rest.pattern.row_start[v]), Four<double>{});
      if (rest.held[v] == 0) {
        gather_row(rest, v, row.data(), add_block);
        if (!rest.hinge_elements.empty()) gather_hinges(rest, v, stiffness_factor, row.data());
      }
      store_row(rest, mass, mass_factor, columns, v, row.data(), A);
    }
  });
  set_held_diagonals(rest, A);
}

}  // namespace

template <typename Real>
void assemble(const ElasticRest& rest, std::span<const ElementGradients> turned, std::span<const float> mass,
              double stiffness_factor, double mass_factor, HeldColumns columns, BlockMatrix<Real>& A) {
  assemble_rows(rest, mass, stiffness_factor, mass_factor, columns, A,
                [&](Index e, int i, int j, Four<double>* to) {
                  const RestElement& element = rest.elements[e];
                  const ElementGradients& g = turned.empty() ? element.shape.gradient : turned[e];
                  const double factor = stiffness_factor * element.shape.volume;
                  add_stiffness(factor * element.lambda, factor * element.mu, g[i], g[j], to);
                  if (rest.is_sheet()) take_normal_off(factor * element.mu, g[i], g[j], rest.normals[e], to);
                });
}

template <typename Real>
void assemble_green(const ElasticRest& rest, std::span<const GreenState> states, std::span<const float> mass,
                    double stiffness_factor, double mass_factor, HeldColumns columns, BlockMatrix<Real>& A) {
  assemble_rows(
      rest, mass, stiffness_factor, mass_factor, columns, A, [&](Index e, int i, int j, Four<double>* to) {
        const TetrahedronShape& shape = rest.elements[e].shape;
        const ElementBlock block =
            green_block(states[e], stiffness_factor * shape.volume, shape.gradient[i], shape.gradient[j]);
        for (int c = 0; c < 3; ++c)
          to[c] += Four<double>{block[3 * c], block[3 * c + 1], block[3 * c + 2], 0};
      });
}

std::vector<float> mass_matrix(const ElasticRest& rest, bool lumped) {
  std::vector<double> mass(rest.pattern.column.size(), 0);
  parallel_for(rest.node_count(), kRows, [&](Index begin, Index end) {
    for (Index v = begin; v < end; ++v)
      for (const ElementStars::Corner& corner : rest.stars[v])
        for (int j = 0; j < rest.stars.corners; ++j)
          mass[lumped ? rest.pattern.diagonal[v] : corner.place[j]] +=
              mass_entry(rest, corner.element, corner.corner, j);
  });
  return {mass.begin(), mass.end()};
}

void multiply_mass(const BlockPattern& pattern, std::span<const float> mass,
                   std::span<const Block3<double>> x, std::span<Block3<double>> y) {
  parallel_for(pattern.rows(), 4 * kRows, [&](Index begin, Index end) {
    for (Index v = begin; v < end; ++v) {
      Four<double> sum{};
      for (Index at = pattern.row_start[v]; at < pattern.row_start[v + 1]; ++at)
        sum += static_cast<double>(mass[at]) * load_four(x[pattern.column[at]]);
      y[v] = three_of<double>(sum);
    }
  });
}

std::vector<double> nodal_masses(const ElasticRest& rest) {
  std::vector<double> masses(rest.positions.size(), 0);
  for (Index v = 0; v < rest.node_count(); ++v)
    for (const ElementStars::Corner& corner : rest.stars[v]) {
      const RestElement& e = rest.elements[corner.element];
      masses[v] += e.density * e.shape.volume / rest.stars.corners;
    }
  return masses;
}

#define SINEW_FOR(Real)                                                                                 \
  template void assemble(const ElasticRest&, std::span<const ElementGradients>, std::span<const float>, \
                         double, double, HeldColumns, BlockMatrix<Real>&);                              \
  template void assemble_green(const ElasticRest&, std::span<const GreenState>, std::span<const float>, \
                               double, double, HeldColumns, BlockMatrix<Real>&);
SINEW_FOR(float)
SINEW_FOR(double)
#undef SINEW_FOR

}  // namespace sinew
