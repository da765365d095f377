#include "tet/sheet_bending.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

// Terms are sorted by node, as the columns of a row are. Pairs that are not in the pattern cancel in the sum.
void add_row(std::span<const CurvatureTerm> terms, const Vec3& moments, const BlockPattern& pattern,
             Index row, std::vector<double>& matrix) {
  Index at = pattern.row_start[row];
  const Index end = pattern.row_start[row + 1];
  for (const CurvatureTerm& term : terms) {
    while (at < end && pattern.column[at] < term.node) ++at;
    if (at < end && pattern.column[at] == term.node) matrix[at] += dot(moments, term.weight);
  }
}

std::vector<double> bending_matrix(const PlateElements& plate, std::span<const Mat3> stiffness,
                                   const BlockPattern& pattern) {
  std::vector<double> matrix(pattern.column.size(), 0);
  for (Index e = 0; e < plate.count(); ++e)
    for (const CurvatureTerm& term : plate.terms_of(e))
      add_row(plate.terms_of(e), stiffness[e] * term.weight, pattern, term.node, matrix);
  return matrix;
}

BlockPattern full_pattern(Index node_count, const PlateElements& plate) {
  std::vector<Index> pairs;
  for (Index e = 0; e < plate.count(); ++e) {
    const auto terms = plate.terms_of(e);
    for (std::size_t i = 0; i < terms.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.insert(pairs.end(), {terms[i].node, terms[j].node});
  }
  return pattern_of_elements(node_count, pairs, 2);
}

}  // namespace

BlockPattern bending_pattern(const SurfaceMesh& mesh, const PlateElements& plate, bool is_of_one_material) {
  const BlockPattern full = full_pattern(mesh.vertex_count(), plate);
  if (!is_of_one_material) return full;
  // What cancels for this Poisson's ratio cancels for all.
  constexpr double kSomePoisson = 0.2718, kRoundOff = 1e-12;
  const Material some{1, kSomePoisson, 1};
  const auto matrix = bending_matrix(plate, plate_stiffnesses(plate, {&some, 1}, 1), full);
  std::vector<Index> pairs;
  for (const auto& [a, b, c] : mesh.triangles) pairs.insert(pairs.end(), {a, b, b, c, c, a});
  for (Index v = 0; v < full.rows(); ++v)
    for (Index at = full.row_start[v]; at < full.row_start[v + 1]; ++at)
      if (const Index w = full.column[at];
          w > v &&
          std::abs(matrix[at]) > kRoundOff * std::max(matrix[full.diagonal[v]], matrix[full.diagonal[w]]))
        pairs.insert(pairs.end(), {v, w});
  return pattern_of_elements(mesh.vertex_count(), pairs, 2);
}

void renumber_nodes(PlateElements& plate, std::span<const Index> new_of_old) {
  for (CurvatureTerm& term : plate.terms) term.node = new_of_old[term.node];
  for (const PlateElement& element : plate.elements)
    std::ranges::sort(std::span(plate.terms).subspan(element.first_term, element.term_count), {},
                      &CurvatureTerm::node);
}

void set_materials(SheetBending& bending, const BlockPattern& pattern, std::span<const Material> materials,
                   double thickness) {
  bending.stiffness = plate_stiffnesses(bending.plate, materials, thickness);
  for (Mat3& H : bending.stiffness) H = bending.factor * H;
  bending.matrix = bending_matrix(bending.plate, bending.stiffness, pattern);
}

}  // namespace sinew
