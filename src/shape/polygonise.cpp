// From a distance to triangles, in four steps.
//
//   1. Sample the signs on a cubic lattice (# inside, . outside). Where the inside meets itself only across
//      an edge or a corner, fill an outside node: then the boundary between # and . is a manifold.
//
//        . . . .        . . . .        .   .   .
//        . # . .   ->   . # # .          o---o      2. The dual net: a vertex o in every cell of mixed signs,
//        . . # .        . . # .        . | # | .       a quad across every edge from # to . (in this flat
//        . . . .        . . . .          o---o         picture a line).
//                                      .   .   .
//
//   3. Relax the net within the surface, each vertex put back onto the zero set.
//   4. Cut every quad by its better diagonal.
//
// The net is as regular as the lattice, so the triangles are well shaped wherever the lattice resolves the
// body; and its size, twice the number of crossed edges, is known from the signs alone.
#include "shape/polygonise.h"

#include <algorithm>
#include <optional>

#include "mesh/surface_topology.h"
#include "shape/quad_net.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

constexpr int kRelaxSweeps = 8;
// A plane crosses 1 to sqrt(3) edges per cell face it covers, depending on its tilt; 1.5 on average.
constexpr double kQuadsPerCellArea = 1.5;

double box_area(const Vec3& s) { return 2 * (s.x * s.y + s.y * s.z + s.z * s.x); }

// The count grows like area / spacing^2. Start from the area of the box, far too coarse, and refine the guess
// by the counts themselves; the last steps converge like a secant method since the law is nearly exact.
DistanceLattice fitting_lattice(const Distance& distance, Index triangles) {
  const double wanted = triangles / 2.0;
  const Box3 box = distance.box();
  if (box.empty() || !is_finite(box.size())) throw Error("the body has no bounds to polygonise it in");
  double spacing = std::sqrt(box_area(box.size()) * kQuadsPerCellArea / std::max(wanted / 4, 50.0));
  std::optional<DistanceLattice> best;
  double best_error = 0;
  for (int attempt = 0; attempt < (best ? 9 : 5); ++attempt) {
    DistanceLattice lattice(distance, box, spacing);
    const double count = crossed_edge_count(lattice);
    const double error = std::abs(count / wanted - 1);
    if (count > 0 && (!best || error < best_error)) best = std::move(lattice), best_error = error;
    if (best && best_error < 0.003) break;
    spacing *= count > 0 ? std::clamp(std::sqrt(count / wanted), 0.2, 5.0) : 0.5;
  }
  if (!best)
    throw Error("no inside was found: the body is empty, or far thinner than its triangles", "",
                "ask for more triangles, or make it thicker");
  return std::move(*best);
}

}  // namespace

SurfaceMesh polygonise(const Distance& distance, Index triangles) {
  const DistanceLattice lattice = fitting_lattice(distance, triangles);
  QuadNet net = surface_net(lattice);
  relax(net, distance, lattice.spacing(), kRelaxSweeps);
  return triangulated(net);
}

SurfaceMesh largest_component(const SurfaceMesh& mesh) {
  const Components components = vertex_components(mesh);
  std::vector<Index> size(components.count, 0);
  for (const Triangle& t : mesh.triangles) ++size[components.of[t[0]]];
  const Index largest = static_cast<Index>(std::max_element(size.begin(), size.end()) - size.begin());
  SurfaceMesh part{mesh.positions, {}};
  for (const Triangle& t : mesh.triangles)
    if (components.of[t[0]] == largest) part.triangles.push_back(t);
  drop_unused_vertices(part);
  return part;
}

}  // namespace sinew
