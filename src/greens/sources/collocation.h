#pragma once

#include <span>
#include <vector>

#include "greens/sources/element_integrals.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Somigliana's identity at the vertices of a closed surface, with displacements u and tractions p (Pa, along the
// outward normal's side) that are linear on every triangle:
//
//   H u = Q p,     H_ij = c_i d_ij + int T(x_i, y) hat_j(y) dy,     Q_ij = int U(x_i, y) hat_j(y) dy
//
// The diagonal of H is minus the sum of the row's other blocks: no traction belongs to a translation. It holds the
// principal value and the free term c_i, whose trace is three times the solid angle inside over 4 pi.
//
// Reactions at held vertices act on the triangles between held vertices only, where displacements are zero: if their
// hats reached beyond, the held part would be larger by half an edge (a unit sphere of 642 vertices, held below -0.7:
// 13% away from finite elements far from the force, instead of 4%). A held vertex without such a triangle keeps its whole hat.
class Collocation {
 public:
  // `held`: per vertex, or empty: all hats are whole.
  Collocation(const SurfaceMesh& surface, const Material& material, std::span<const char> held = {});

  Index vertex_count() const { return surface_.vertex_count(); }
  // Rows [begin, end), column by column: 3 (end - begin) rows of 3 vertex_count() columns.
  void rows(Index begin, Index end, std::span<double> H, std::span<double> Q) const;

 private:
  void row(Index vertex, std::span<Mat3> H, std::span<Mat3> Q) const;

  const SurfaceMesh& surface_;
  Kelvin kelvin_;
  std::vector<std::array<char, 3>> acts_;  // per triangle: whether tractions of its corners act on it
};

}  // namespace sinew
