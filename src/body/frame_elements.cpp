#include "body/frame_elements.h"

#include <algorithm>
#include <functional>

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"
#include "meshing/crumbs.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

using Points = std::span<const Vec3>;

double size_of(const Tetrahedron& t, Points x) {
  return dot(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]), x[t[3]] - x[t[0]]);
}
// The determinant of the gradient at the centre, times a positive number.
double size_of(const Hexahedron& h, Points x) {
  const auto along = [&](int a, int b, int c, int d, int e, int f, int g, int i) {
    return (x[h[b]] - x[h[a]]) + (x[h[d]] - x[h[c]]) + (x[h[f]] - x[h[e]]) + (x[h[i]] - x[h[g]]);
  };
  return dot(cross(along(0, 1, 3, 2, 4, 5, 7, 6), along(0, 3, 1, 2, 4, 7, 5, 6)),
             along(0, 4, 1, 5, 2, 6, 3, 7));
}
double size_of(const Triangle& t, Points x) { return norm(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]])); }

template <typename Element>
void unite_nodes(const std::vector<Element>& elements, DisjointSets& sets) {
  for (const Element& element : elements)
    for (std::size_t k = 1; k < element.size(); ++k) sets.unite(element[0], element[k]);
}

template <typename Element>
void add_sizes(const std::vector<Element>& elements, Points x, const Components& pieces,
               std::vector<double>& sizes) {
  for (const Element& element : elements) sizes[pieces.of[element[0]]] += std::abs(size_of(element, x));
}

template <typename Element>
Index count_inverted(const std::vector<Element>& elements, Points x) {
  constexpr Index kElements = 4096;
  const auto count = [&](Index begin, Index end) {
    Index inverted = 0;
    for (Index e = begin; e < end; ++e) inverted += size_of(elements[e], x) < 0;
    return inverted;
  };
  return parallel_reduce(static_cast<Index>(elements.size()), kElements, Index{0}, count, std::plus<>());
}

}  // namespace

std::vector<std::uint8_t> crumb_nodes(const FrameElements& elements) {
  const Points x = elements.rest_positions;
  DisjointSets sets(static_cast<Index>(x.size()));
  unite_nodes(elements.tetrahedra, sets);
  unite_nodes(elements.hexahedra, sets);
  unite_nodes(elements.triangles, sets);
  const Components pieces = sets.components();
  std::vector<double> sizes(pieces.count, 0);
  add_sizes(elements.tetrahedra, x, pieces, sizes);
  add_sizes(elements.hexahedra, x, pieces, sizes);
  add_sizes(elements.triangles, x, pieces, sizes);
  const double least = kCrumbShare * (sizes.empty() ? 0 : *std::ranges::max_element(sizes));
  std::vector<std::uint8_t> crumbs(x.size());
  for (std::size_t v = 0; v < x.size(); ++v) crumbs[v] = sizes[pieces.of[v]] < least;
  return crumbs;
}

std::vector<Vec3> surface_without_crumbs(const BodyFrame& frame) {
  return surface_without_crumbs(frame, crumb_nodes(*frame.topology.elements));
}

std::vector<Vec3> surface_without_crumbs(const BodyFrame& frame, std::span<const std::uint8_t> crumbs) {
  std::vector<Vec3> points = surface_positions(frame);
  const FrameTopology& topology = frame.topology;
  std::size_t kept = 0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    Index node = topology.embedding->nodes(static_cast<Index>(p))[0];
    if (topology.carrier_embedding != nullptr) node = topology.carrier_embedding->nodes(node)[0];
    if (crumbs[node] == 0) points[kept++] = points[p];
  }
  points.resize(kept);
  return points;
}

Index count_inverted(const BodyFrame& frame) {
  return count_inverted(frame.topology.elements->tetrahedra, frame.positions) +
         count_inverted(frame.topology.elements->hexahedra, frame.positions);
}

Embedding embed_in_own_nodes(SurfaceMesh& surface) {
  const std::vector<char> used = used_vertices(surface);
  std::vector<Index> nodes;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v] != 0) nodes.push_back(static_cast<Index>(v));
  drop_unused_vertices(surface);
  return embedding_on_nodes(std::move(nodes));
}

}  // namespace sinew
