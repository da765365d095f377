#include "tet/sheet_bending.h"

#include <algorithm>

namespace sinew {

namespace {

// Terms are sorted by node, as the columns of a row are.
void add_row(std::span<const CurvatureTerm> terms, const Vec3& moments, const BlockPattern& pattern,
             Index row, std::vector<double>& matrix) {
  Index at = pattern.row_start[row];
  for (const CurvatureTerm& term : terms) {
    while (pattern.column[at] != term.node) ++at;
    matrix[at] += dot(moments, term.weight);
  }
}

}  // namespace

BlockPattern bending_pattern(Index node_count, const PlateElements& plate) {
  std::vector<Index> pairs;
  for (Index t = 0; t < static_cast<Index>(plate.elements.size()); ++t) {
    const auto terms = plate.terms_of(t);
    for (std::size_t i = 0; i < terms.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.insert(pairs.end(), {terms[i].node, terms[j].node});
  }
  return pattern_of_elements(node_count, pairs, 2);
}

void renumber_nodes(PlateElements& plate, std::span<const Index> new_of_old) {
  for (CurvatureTerm& term : plate.terms) term.node = new_of_old[term.node];
  for (const PlateElement& element : plate.elements)
    std::ranges::sort(std::span(plate.terms).subspan(element.first_term, element.term_count), {},
                      &CurvatureTerm::node);
}

void set_materials(SheetBending& bending, const BlockPattern& pattern, std::span<const Material> materials,
                   double thickness) {
  const PlateElements& plate = bending.plate;
  bending.stiffness.resize(plate.elements.size());
  bending.matrix.assign(pattern.column.size(), 0);
  for (Index t = 0; t < static_cast<Index>(plate.elements.size()); ++t) {
    const Material& material = materials[materials.size() == 1 ? 0 : t];
    const double D = bending.factor * bending_stiffness(material, thickness);
    bending.stiffness[t] = plate_stiffness(plate.elements[t], D, material.poisson);
    for (const CurvatureTerm& term : plate.terms_of(t))
      add_row(plate.terms_of(t), bending.stiffness[t] * term.weight, pattern, term.node, bending.matrix);
  }
}

}  // namespace sinew
