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
struct CurvatureTerm {
  Index node;
  Vec3 weight;  // of w at the node in (k_xx, k_yy, k_xy), in axes of the triangle's plane, 1/m^2
};

struct PlateElement {
  Index first_term, term_count;
  double area;         // m^2
  int free_sides = 0;  // at the boundary
  // Per free side n n^T as (xx, yy, xy): their slopes add any multiple of it to the curvature.
  std::array<Vec3, 2> free_curvature;
};

struct PlateElements {
  std::vector<PlateElement> elements;  // per triangle
  std::vector<CurvatureTerm> terms;

  std::span<const CurvatureTerm> terms_of(Index t) const {
    return std::span(terms).subspan(elements[t].first_term, elements[t].term_count);
  }
};

// Throws Error if an index is out of range, a triangle has no area, or an edge has more than two triangles. A
// sheet that is not flat is unfolded around each edge.
PlateElements plate_elements(const SurfaceMesh& rest);

// The bending stiffness of a plate: D = E t^3 / (12 (1 - nu^2)), N m.
double bending_stiffness(const Material& material, double thickness);

// H, N m^3: the energy of an element is k^T H k / 2 with k = (k_xx, k_yy, k_xy); symmetric and without
// negative eigenvalues. The slopes of free sides are eliminated.
Mat3 plate_stiffness(const PlateElement& element, double D, double poisson);

}  // namespace sinew
