#include "elastic/bending_element.h"

#include <fmt/format.h>

#include "mesh/edge_table.h"
#include "mesh/mesh_check.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// Area over the sum of the squared sides: sqrt(3) / 12 for the equilateral triangle, less for all others.
double roundness(const SurfaceMesh& mesh, Index t) {
  const auto [a, b, c] = mesh.corners(t);
  return 0.5 * norm(mesh.area_vector(t)) / (squared_norm(b - a) + squared_norm(c - b) + squared_norm(a - c));
}

// The unit vector from the edge (p, q) to the node opposite, in the triangle's plane, is (x - foot) / height
// with foot = (1 - s) p + s q: a linear function of the three nodes. The sum over both triangles is b.
void add_side(Hinge& hinge, const SurfaceMesh& rest, int wing) {
  const Vec3 p = rest.positions[hinge.nodes[0]], q = rest.positions[hinge.nodes[1]];
  const Vec3 x = rest.positions[hinge.nodes[wing]];
  const double s = dot(x - p, q - p) / squared_norm(q - p);
  const double height = norm(cross(q - p, x - p)) / norm(q - p);
  hinge.coefficient[0] -= (1 - s) / height;
  hinge.coefficient[1] -= s / height;
  hinge.coefficient[wing] += 1 / height;
}

}  // namespace

// For small angles between neighbours, |b| is the angle, and a sheet rolled to radius R must have the energy
// D / (2 R^2) per area. Weights can achieve this only on average over a neighbourhood, since each edge sees
// only the curvature across itself. w = 4 (A_1 / l_1^2 + A_2 / l_2^2), with l^2 the sum of a triangle's
// squared sides, is exact for every direction of rolling on equilateral triangles and on squares cut by
// alternating diagonals, and within 7% when their vertices are moved by a fifth of a side. The paper's
// |e|^2 / (A_1 + A_2), up to a factor, is stiffer by half along diagonals of squares. Diagonals that all run
// the same way make any such sheet up to five times stiffer in one direction than in the other.
std::vector<Hinge> hinges_of(const SurfaceMesh& rest) {
  require_sound_sheet(rest);
  const EdgeTable edges(rest.triangles);
  std::vector<Hinge> hinges;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto sides = edges.sides(e);
    const auto& [p, q] = edges.edge(e);
    if (sides.size() > 2)
      throw Error(
          fmt::format("{} triangles meet at the edge from vertex {} to {} of the sheet", sides.size(), p, q),
          "", "a sheet that bends has two at most: repair it, or leave bending out");
    if (sides.size() < 2) continue;
    Hinge hinge{{p, q}, {}, 0, {sides[0].triangle, sides[1].triangle}};
    for (int k = 0; k < 2; ++k) {
      hinge.nodes[2 + k] = rest.triangles[sides[k].triangle][(sides[k].corner + 2) % 3];
      hinge.weight += 4 * roundness(rest, sides[k].triangle);
      add_side(hinge, rest, 2 + k);
    }
    hinges.push_back(hinge);
  }
  return hinges;
}

double bending_stiffness(const Material& material, double thickness) {
  return material.young * thickness * thickness * thickness /
         (12 * (1 - material.poisson * material.poisson));
}

Vec3 hinge_bend(const Hinge& hinge, std::span<const Vec3> positions) {
  Vec3 bend;
  for (int i = 0; i < 4; ++i) bend += hinge.coefficient[i] * positions[hinge.nodes[i]];
  return bend;
}

double hinge_stiffness(const Hinge& hinge, double D, int i, int j) {
  return D * hinge.weight * hinge.coefficient[i] * hinge.coefficient[j];
}

}  // namespace sinew
