#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/elastic/material.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Bending of a thin sheet, which membrane triangles do not resist. As long as triangles keep their shape
// (cloth bends far more readily than it stretches), the energy of a plate that is flat at rest is quadratic in
// the positions, each coordinate being a function w over the rest plane, and its matrix is constant, whatever
// the rotation of the sheet:
//   U = sum_T A_T D/2 ((1 - nu) k : k + nu (tr k)^2)
// with the curvature of Morley's triangle, the mean of the second derivatives of w:
//   k = 1/A sum_e l_e sym(n_e g_e^T)
//
//          c           g_e: the mean gradient along side e. Along the side it follows from the nodes at its
//         / \               ends. Across it, it is the slope of edge_slope.h, which both triangles share.
//        / T \  n_e    n_e: the unit normal, outward
//       /     \/       l_e: length
//      a-------b
//
// Constant curvature is exact, and its forces on inner nodes vanish on any mesh, since the normals of both
// sides of an edge cancel; so deflections converge to those of the plate. No function but a linear one has no
// energy. At an edge of the boundary, the slope is the one of least energy: no moment acts there. A triangle
// alone does not bend.
//
// Poisson's ratio enters by D nu det k. Inside a plate of one material it does nothing, since its integral
// depends on the boundary alone, but summed over triangles it leaves an error of third differences. Where
// triangles are regular (regular_vertex.h), this error is -nu D / (4 A) a^2 per vertex, with a the sum of w over
// the six neighbours with alternating signs. Elements of a second kind take it away. They vanish for quadratic
// functions. A square of 10 x 10 squares with parallel diagonals then bends 1.002 instead of 1.014 times as far
// as the plate, and right-angled triangles couple 13 nodes instead of 19.
struct CurvatureTerm {
  Index node;
  // Of w at the node in (k_xx, k_yy, k_xy), in axes of the triangle's plane, 1/m^2. At a vertex: in (a, 0, 0).
  Vec3 weight;
};

struct PlateElement {
  Index first_term, term_count;
  double area;         // of a triangle, m^2
  int free_sides = 0;  // at the boundary
  // Per free side n n^T as (xx, yy, xy): its slope adds any multiple of it to the curvature.
  std::array<Vec3, 2> free_curvature{};
};

struct PlateElements {
  std::vector<PlateElement> elements;                       // one per triangle, then one per regular vertex
  std::vector<CurvatureTerm> terms;                         // sorted by node in each element
  std::vector<std::array<Index, 6>> triangles_of_vertices;  // per regular vertex

  bool empty() const { return elements.empty(); }
  Index count() const { return static_cast<Index>(elements.size()); }
  Index triangle_count() const { return count() - static_cast<Index>(triangles_of_vertices.size()); }
  std::span<const CurvatureTerm> terms_of(Index element) const {
    return std::span(terms).subspan(elements[element].first_term, elements[element].term_count);
  }
};

// Throws Error if an index is out of range, a triangle has no area, or an edge has more than two triangles. A
// sheet that is not flat is unfolded around each edge.
PlateElements plate_elements(const SurfaceMesh& rest);

// The bending stiffness of a plate: D = E t^3 / (12 (1 - nu^2)), N m.
double bending_stiffness(const Material& material, double thickness);

// Whether two materials differ in their density at most.
inline bool bends_alike(const Material& a, const Material& b) {
  return a.young == b.young && a.poisson == b.poisson;
}

// H of each element, N m^3: its energy is k^T H k / 2 with k = (k_xx, k_yy, k_xy); symmetric and without negative
// eigenvalues. The slopes of free sides are eliminated. `materials` has one entry per triangle, or one for all.
// Regular vertices count if their triangles are of one material with nu > 0.
std::vector<Mat3> plate_stiffnesses(const PlateElements& plate, std::span<const Material> materials,
                                    double thickness);

}  // namespace sinew
