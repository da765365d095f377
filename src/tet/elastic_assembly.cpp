#include "tet/elastic_assembly.h"

#include "base/parallel.h"
#include "linalg/lanes.h"
#include "tet/stiffness_block.h"

namespace sinew {

namespace {

constexpr Index kRows = 256;

// A membrane has no stiffness across its plane: subtracts mu (g_i . g_j) n n^T.
template <typename Real>
void take_normal_off(const StiffnessElement<Real>& element, Real factor, int i, int j, const Vec3& n,
                     Four<Real>* to) {
  const std::array<Real, 3>&gi = element.gradient[i], &gj = element.gradient[j];
  const Real mu = factor * element.mu * (gi[0] * gj[0] + gi[1] * gj[1] + gi[2] * gj[2]);
  const Four<Real> normal{static_cast<Real>(n.x), static_cast<Real>(n.y), static_cast<Real>(n.z), 0};
  for (int c = 0; c < 3; ++c) to[c] -= mu * normal[c] * normal;
}

// Calls add(element, i, j, to) for every block that row v gathers from its elements; `row` has three columns
// of four per block.
template <typename Real, typename AddBlock>
void gather_row(const ElasticRest& rest, Index v, Four<Real>* row, AddBlock&& add) {
  const Index first = rest.pattern.row_start[v];
  for (const ElementStars::Corner& corner : rest.stars[v])
    for (int j = 0; j < rest.stars.corners; ++j)
      add(corner.element, corner.corner, j, row + 3 * (corner.place[j] - first));
}

template <typename Real>
void gather_bending(const ElasticRest& rest, Index v, double factor, Four<Real>* row) {
  const Index first = rest.pattern.row_start[v], last = rest.pattern.row_start[v + 1];
  for (Index at = first; at < last; ++at) {
    const Real k = static_cast<Real>(factor * rest.bending.matrix[at]);
    Four<Real>* to = row + 3 * (at - first);
    to[0][0] += k, to[1][1] += k, to[2][2] += k;
  }
}

// Sets the diagonal block to minus the sum of the others, which it equals up to rounding: a translated body
// must feel no stiffness.
template <typename Real>
void balance_row(Index blocks, Index diagonal, Four<Real>* row) {
  Four<double> sum[3] = {};
  for (Index k = 0; k < blocks; ++k)
    for (int c = 0; c < 3 && k != diagonal; ++c)
      sum[c] -= __builtin_convertvector(row[3 * k + c], Four<double>);
  for (int c = 0; c < 3; ++c) row[3 * diagonal + c] = __builtin_convertvector(sum[c], Four<Real>);
}

template <typename Real>
void store_row(const ElasticRest& rest, std::span<const float> mass, double mass_factor, HeldColumns columns,
               Index v, Four<Real>* row, BlockMatrix<Real>& A) {
  const Index first = rest.pattern.row_start[v], last = rest.pattern.row_start[v + 1];
  balance_row<Real>(last - first, rest.pattern.diagonal[v] - first, row);
  for (Index at = first; at < last; ++at) {
    Real* to = &A.values[9 * std::size_t(at)];
    const Four<Real>* block = row + 3 * (at - first);
    const Real m = static_cast<Real>(mass_factor * mass[at]);
    const bool drop =
        rest.held[v] != 0 || (columns == HeldColumns::kDrop && rest.held[rest.pattern.column[at]] != 0);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) to[3 * c + r] = drop ? Real(0) : block[c][r] + (r == c ? m : 0);
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

// Builds every row of A from the blocks that add_block adds (see gather_row).
template <typename Real, typename AddBlock>
void assemble_rows(const ElasticRest& rest, std::span<const float> mass, const MatrixFactors& factors,
                   HeldColumns columns, BlockMatrix<Real>& A, AddBlock&& add_block) {
  parallel_for(rest.node_count(), kRows, [&](Index begin, Index end) {
    std::vector<Four<Real>> row;
    for (Index v = begin; v < end; ++v) {
      row.assign(3 * std::size_t(rest.pattern.row_start[v + 1] - rest.pattern.row_start[v]), Four<Real>{});
      if (rest.held[v] == 0) {
        gather_row<Real>(rest, v, row.data(), add_block);
        if (!rest.bending.empty()) gather_bending<Real>(rest, v, factors.stiffness, row.data());
      }
      store_row(rest, mass, factors.mass, columns, v, row.data(), A);
    }
  });
  set_held_diagonals(rest, A);
}

}  // namespace

template <typename Real>
StiffnessElement<Real> stiffness_element(const RestElement& element, const std::array<Vec3, 4>& gradients) {
  StiffnessElement<Real> result{};
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k) result.gradient[i][k] = static_cast<Real>(gradients[i][k]);
  result.lambda = static_cast<Real>(element.lambda * element.shape.volume);
  result.mu = static_cast<Real>(element.mu * element.shape.volume);
  return result;
}

template <typename Real>
std::vector<StiffnessElement<Real>> stiffness_elements(const ElasticRest& rest) {
  std::vector<StiffnessElement<Real>> elements;
  elements.reserve(rest.elements.size());
  for (const RestElement& element : rest.elements)
    elements.push_back(stiffness_element<Real>(element, element.shape.gradient));
  return elements;
}

template <typename Real>
void assemble(const ElasticRest& rest, std::span<const StiffnessElement<Real>> elements,
              std::span<const float> mass, const MatrixFactors& factors, HeldColumns columns,
              BlockMatrix<Real>& A) {
  const Real factor = static_cast<Real>(factors.stiffness);
  assemble_rows(rest, mass, factors, columns, A, [&](Index e, int i, int j, Four<Real>* to) {
    add_stiffness<Real>(elements[e], factor, i, j, to);
    if (rest.is_sheet()) take_normal_off<Real>(elements[e], factor, i, j, rest.normals[e], to);
  });
}

template <typename Real>
void assemble_green(const ElasticRest& rest, std::span<const GreenState> states, std::span<const float> mass,
                    const MatrixFactors& factors, HeldColumns columns, BlockMatrix<Real>& A) {
  assemble_rows(rest, mass, factors, columns, A, [&](Index e, int i, int j, Four<Real>* to) {
    const TetrahedronShape& shape = rest.elements[e].shape;
    const ElementBlock block =
        green_block(states[e], factors.stiffness * shape.volume, shape.gradient[i], shape.gradient[j]);
    for (int c = 0; c < 3; ++c)
      to[c] += __builtin_convertvector((Four<double>{block[3 * c], block[3 * c + 1], block[3 * c + 2], 0}),
                                       Four<Real>);
  });
}

std::vector<float> mass_matrix(const ElasticRest& rest, bool lumped) {
  std::vector<double> mass(rest.pattern.column.size(), 0);
  parallel_for_each(rest.node_count(), kRows, [&](Index v) {
    for (const ElementStars::Corner& corner : rest.stars[v])
      for (int j = 0; j < rest.stars.corners; ++j)
        mass[lumped ? rest.pattern.diagonal[v] : corner.place[j]] +=
            mass_entry(rest, corner.element, corner.corner, j);
  });
  return {mass.begin(), mass.end()};
}

void multiply_mass(const BlockPattern& pattern, std::span<const float> mass,
                   std::span<const Block3<double>> x, std::span<Block3<double>> y) {
  parallel_for_each(pattern.rows(), 4 * kRows, [&](Index v) {
    Four<double> sum{};
    for (Index at = pattern.row_start[v]; at < pattern.row_start[v + 1]; ++at)
      sum += static_cast<double>(mass[at]) * load_four(x[pattern.column[at]]);
    y[v] = three_of<double>(sum);
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

#define SINEW_FOR(Real)                                                                                  \
  template StiffnessElement<Real> stiffness_element(const RestElement&, const std::array<Vec3, 4>&);     \
  template std::vector<StiffnessElement<Real>> stiffness_elements(const ElasticRest&);                   \
  template void assemble(const ElasticRest&, std::span<const StiffnessElement<Real>>,                    \
                         std::span<const float>, const MatrixFactors&, HeldColumns, BlockMatrix<Real>&); \
  template void assemble_green(const ElasticRest&, std::span<const GreenState>, std::span<const float>,  \
                               const MatrixFactors&, HeldColumns, BlockMatrix<Real>&);
SINEW_FOR(float)
SINEW_FOR(double)
#undef SINEW_FOR

}  // namespace sinew
