#pragma once

#include <array>
#include <span>
#include <vector>

#include "shape/distance_lattice.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A closed surface of quadrilaterals, counter-clockwise seen from outside.
struct QuadNet {
  using Quad = std::array<Index, 4>;
  std::vector<Vec3> positions;
  std::vector<Quad> quads;

  Index vertex_count() const { return static_cast<Index>(positions.size()); }
  Index quad_count() const { return static_cast<Index>(quads.size()); }
};

// Quads around every vertex: those of v are quads[first[v], first[v + 1]), in rising order.
struct QuadFans {
  std::vector<Index> first, quads;
  std::span<const Index> around(Index v) const {
    return {quads.data() + first[v], static_cast<std::size_t>(first[v + 1] - first[v])};
  }
};
QuadFans quad_fans(const QuadNet& net);

// The dual of the lattice's boundary: a vertex in every cell that the surface crosses, at the mean of the
// crossings, and a quad across every crossed edge ("surface nets", Gibson 1998). Closed and manifold.
QuadNet surface_net(const DistanceLattice& lattice);

// How many quads surface_net() will make.
Index crossed_edge_count(const DistanceLattice& lattice);

// Evens out the quads: sweeps of tangential smoothing, each vertex put back onto the zero set.
void relax(QuadNet& net, const Distance& distance, double spacing, int sweeps);

// Two triangles a quad, by the diagonal that leaves the larger smallest angle. A diagonal that would make an
// edge of four triangles is avoided.
SurfaceMesh triangulated(const QuadNet& net);

}  // namespace sinew
