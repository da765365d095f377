#include "meshing/fitted_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_edges.h"
#include "mesh/tetrahedron_quality.h"
#include "meshing/delaunay.h"
#include "meshing/inner_points.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

// A surface that has several vertices where it curves is nearly contained in the Delaunay tetrahedra of its vertices:
// of the rabbit's 7,680 edges (2,562 vertices) 276 are missing, and the tetrahedra whose centres are inside have 0.99999
// of its volume. Where it is not so, edges that are missing get a node in their middle. Slivers are common where
// four vertices of the surface lie almost on a circle. They would lock the elements around them, so they are dropped:
//
//        a               An edge from a to c is the neighbours' above, one from b to d is those' below. They share
//      / | \             the four nodes, so that without the flat element between them they still move together, but
//     b -+- d   (flat)   for their quadratic parts along the two diagonals.
//      \ | /
//        c

namespace sinew {

namespace {

constexpr int kMostRounds = 6;         // of splitting edges
constexpr double kVolumeError = 0.01;  // that is not worth a split
constexpr double kSliver = 175;        // degrees: a larger dihedral angle tells a flat element

using Elements = std::vector<Tetrahedron>;

// Which of the elements have their centres inside.
std::vector<char> marked_inside(std::span<const Vec3> positions, const Elements& all,
                                const SignedDistance& solid) {
  std::vector<Vec3> centres;
  for (const auto& [a, b, c, d] : all)
    centres.push_back(0.25 * (positions[a] + positions[b] + positions[c] + positions[d]));
  std::vector<double> winding(all.size());
  solid.windings(centres, winding);
  std::vector<char> inside;
  for (const double w : winding) inside.push_back(w > 0.5);
  return inside;
}

// Where the surface is sharp a tetrahedron may be left that touches the others in an edge alone, and would turn about
// it: then those between them belong to the body, too.
void join_by_faces(const Elements& all, std::vector<char>& inside) {
  constexpr int kMostLayers = 4;
  constexpr Index kCrumb = 20;  // elements
  const auto neighbours = face_neighbours(all);
  for (int layer = 0; layer < kMostLayers; ++layer) {
    auto within = neighbours;
    for (std::size_t t = 0; t < all.size(); ++t)
      for (Index& next : within[t])
        if (inside[t] == 0 || (next >= 0 && inside[next] == 0)) next = -1;
    const Components pieces = face_components(within);
    std::vector<Index> size(pieces.count);
    for (const Index piece : pieces.of) ++size[piece];
    std::vector<Index> joining;
    for (std::size_t t = 0; t < all.size(); ++t) {
      if (inside[t] != 0) continue;
      Index crumb = -1, other = -1;
      for (const Index next : neighbours[t])
        if (next >= 0 && inside[next] != 0)
          (crumb < 0 && size[pieces.of[next]] < kCrumb ? crumb : other) = pieces.of[next];
      if (crumb >= 0 && other >= 0 && other != crumb) joining.push_back(static_cast<Index>(t));
    }
    if (joining.empty()) return;
    for (const Index t : joining) inside[t] = 1;
  }
}

Elements elements_inside(std::span<const Vec3> positions, const SignedDistance& solid) {
  const Elements all = delaunay(positions);
  std::vector<char> inside = marked_inside(positions, all, solid);
  join_by_faces(all, inside);
  Elements elements;
  for (std::size_t t = 0; t < all.size(); ++t)
    if (inside[t] != 0) elements.push_back(all[t]);
  return elements;
}

double sixfold(std::span<const Vec3> p, const Tetrahedron& t) {
  return six_volume(p[t[0]], p[t[1]], p[t[2]], p[t[3]]);
}

bool is_sliver(std::span<const Vec3> p, const Tetrahedron& t) {
  return sixfold(p, t) <= 0 || dihedral_range(p[t[0]], p[t[1]], p[t[2]], p[t[3]]).most > kSliver;
}

// Moves the nodes from `first` on to the means of their elements' centres, by volume.
void smooth(std::span<Vec3> positions, const Elements& elements, std::size_t first) {
  std::vector<Vec3> sum(positions.size());
  std::vector<double> weight(positions.size());
  for (const Tetrahedron& t : elements) {
    const Vec3 centre = 0.25 * (positions[t[0]] + positions[t[1]] + positions[t[2]] + positions[t[3]]);
    const double volume = sixfold(positions, t);
    for (const Index i : t) sum[i] += volume * centre, weight[i] += volume;
  }
  for (std::size_t i = first; i < positions.size(); ++i)
    if (weight[i] > 0) positions[i] = sum[i] / weight[i];
}

// Drops slivers as long as each of their nodes keeps another element.
void drop_slivers(VolumeMesh& mesh) {
  std::vector<Index> count(mesh.positions.size());
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const Index i : t) ++count[i];
  std::erase_if(mesh.tetrahedra, [&](const Tetrahedron& t) {
    const bool spare = std::ranges::all_of(t, [&](Index i) { return count[i] > 1; });
    if (!spare || !is_sliver(mesh.positions, t)) return false;
    for (const Index i : t) --count[i];
    return true;
  });
}

// The surface's vertices and the middles of edges that were split.
struct SplitSurface {
  std::vector<Vec3> positions;
  std::vector<NodePair> edges;
  std::vector<std::array<Index, 2>> split;

  explicit SplitSurface(const SurfaceMesh& surface) : positions(surface.positions) {
    for (const Triangle& t : surface.triangles)
      for (int k = 0; k < 3; ++k)
        if (t[k] < t[(k + 1) % 3]) edges.push_back({t[k], t[(k + 1) % 3]});
  }
  // Splits the edges that no element has.
  void split_missing(const Elements& elements) {
    const std::vector<NodePair> present = tetrahedron_edges(elements);
    std::vector<NodePair> next;
    for (const NodePair& edge : edges) {
      if (find_edge(present, edge[0], edge[1]) >= 0) {
        next.push_back(edge);
        continue;
      }
      const auto middle = static_cast<Index>(positions.size());
      positions.push_back(0.5 * (positions[edge[0]] + positions[edge[1]]));
      split.push_back({edge[0], edge[1]});
      next.push_back({edge[0], middle}), next.push_back({edge[1], middle});
    }
    edges = std::move(next);
  }
};

double volume_of(std::span<const Vec3> positions, const Elements& elements) {
  double sum = 0;
  for (const Tetrahedron& t : elements) sum += sixfold(positions, t) / 6;
  return sum;
}

Index first_without_element(std::size_t vertices, const Elements& elements) {
  std::vector<char> used(vertices, 0);
  for (const Tetrahedron& t : elements)
    for (const Index i : t)
      if (static_cast<std::size_t>(i) < vertices) used[i] = 1;
  return static_cast<Index>(std::ranges::find(used, 0) - used.begin());
}

void require_closed(const SurfaceMesh& surface, const SignedDistance& solid) {
  if (surface.triangles.empty() || !solid.closed() || signed_volume(surface) <= 0)
    throw Error("the surface is not closed, or not oriented outwards", "",
                "repair it: sinew inspect shows how");
}

// Splits edges until the elements between the surface's vertices have the surface's volume and none is left out.
SplitSurface sufficient_vertices(const SurfaceMesh& surface, const SignedDistance& solid) {
  const double volume = signed_volume(surface);
  const auto vertices = static_cast<Index>(surface.positions.size());
  SplitSurface points(surface);
  for (int round = 0;; ++round) {
    const Elements elements = elements_inside(points.positions, solid);
    const Index lone = first_without_element(surface.positions.size(), elements);
    const double error = std::abs(volume_of(points.positions, elements) / volume - 1);
    if (lone == vertices && error < kVolumeError) return points;
    if (round == kMostRounds) {
      if (lone == vertices) return points;
      const Vec3& p = surface.positions[lone];
      throw Error(
          fmt::format("no element reaches vertex {} at ({:.4g}, {:.4g}, {:.4g})", lone, p.x, p.y, p.z), "",
          "remesh the surface with edges shorter than its walls are thick");
    }
    points.split_missing(elements);
  }
}

}  // namespace

FittedMesh fit_tetrahedra(const SurfaceMesh& surface, const FittedMeshParams& params) {
  const SignedDistance solid(surface);
  require_closed(surface, solid);
  SplitSurface points = sufficient_vertices(surface, solid);
  const std::size_t on_surface = points.positions.size();
  std::vector<Vec3>& positions = points.positions;
  const std::vector<Vec3> inner = inner_points(surface, solid, params.growth);
  positions.insert(positions.end(), inner.begin(), inner.end());
  Elements elements = elements_inside(positions, solid);
  for (int k = 0; k < params.smoothings; ++k) {
    smooth(positions, elements, on_surface);
    elements = elements_inside(positions, solid);
  }
  FittedMesh result;
  result.split = points.split;
  result.surface_nodes = static_cast<Index>(on_surface);
  result.mesh.positions = std::move(positions);
  result.mesh.tetrahedra = std::move(elements);
  drop_slivers(result.mesh);
  drop_unused_nodes(result.mesh);
  result.volume_error = std::abs(total_volume(result.mesh) / signed_volume(surface) - 1);
  return result;
}

}  // namespace sinew
