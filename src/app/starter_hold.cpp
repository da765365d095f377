#include "app/starter_hold.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "app/json_words.h"
#include "body/free_pieces.h"
#include "mesh/tetrahedron_adjacency.h"
#include "meshing/crumbs.h"
#include "meshing/voxel_grid.h"

namespace sinew {

namespace {

constexpr double kShare = 0.1;  // of the extent that is held

// Beyond so much of the box, from its end on the given side.
StarterHold::Plane end_of(const Box3& box, int axis, double side, double share) {
  StarterHold::Plane plane;
  const double end = side < 0 ? box.lower[axis] : box.upper[axis];
  plane.point[axis] = end - side * share * box.size()[axis];
  plane.normal[axis] = side;
  return plane;
}

// Elements over shared nodes, whatever their kind.
struct Elements {
  std::vector<Index> nodes;
  int corners = 4;
  Components pieces;
};

template <typename Element>
std::vector<Index> flat(const std::vector<Element>& elements) {
  std::vector<Index> nodes;
  for (const Element& element : elements) nodes.insert(nodes.end(), element.begin(), element.end());
  return nodes;
}

Components joined_by_nodes(const std::vector<Index>& nodes, int corners, Index node_count) {
  DisjointSets sets(node_count);
  for (std::size_t i = 0; i < nodes.size(); ++i) sets.unite(nodes[i - i % corners], nodes[i]);
  const Components of_nodes = sets.components();
  Components pieces{{}, of_nodes.count};
  for (std::size_t i = 0; i < nodes.size(); i += corners) pieces.of.push_back(of_nodes.of[nodes[i]]);
  return pieces;
}

Elements elements_of(const FrameTopology& body) {
  if (!body.tetrahedra.empty())
    return {flat(body.tetrahedra), 4, face_components(face_neighbours(body.tetrahedra))};
  const bool cells = !body.hexahedra.empty();
  Elements elements{cells ? flat(body.hexahedra) : flat(body.triangles), cells ? 8 : 3, {}};
  elements.pieces =
      joined_by_nodes(elements.nodes, elements.corners, static_cast<Index>(body.rest_positions.size()));
  return elements;
}

// The part of a piece that is held: all of a small one.
Box3 held_part(std::span<const Vec3> points, int up) {
  constexpr std::size_t kSmall = 100;
  Box3 box = bounding_box(points);
  const double margin = 1e-3 * box.longest_side();
  if (points.size() > kSmall) {
    const double height = box.lower[up] + 2 * kShare * box.size()[up];
    Box3 lowest;
    for (const Vec3& p : points)
      if (p[up] <= height) lowest.extend(p);
    box = lowest;
  }
  return box.inflated(margin);
}

Components joined_by_faces(const std::vector<Hexahedron>& cells) {
  constexpr int kFaces[6][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                {3, 2, 6, 7}, {0, 3, 7, 4}, {1, 2, 6, 5}};
  std::map<std::array<Index, 4>, Index> first;
  DisjointSets sets(static_cast<Index>(cells.size()));
  for (Index c = 0; c < static_cast<Index>(cells.size()); ++c)
    for (const auto& [i, j, k, l] : kFaces) {
      std::array<Index, 4> face{cells[c][i], cells[c][j], cells[c][k], cells[c][l]};
      std::ranges::sort(face);
      sets.unite(first.emplace(face, c).first->second, c);
    }
  return sets.components();
}

void add_boxes(StarterHold& hold, const Elements& elements, std::span<const Vec3> points, int up) {
  std::vector<char> held(points.size());
  std::ranges::transform(points, held.begin(), [&](const Vec3& p) { return char(hold.contains(p)); });
  const auto free = find_free_pieces(elements.pieces, elements.nodes, elements.corners, points, held);
  for (const FreePiece& piece : free) {
    std::vector<Vec3> of_piece;
    for (std::size_t i = 0; i < elements.nodes.size(); ++i)
      if (elements.pieces.of[i / elements.corners] == piece.piece)
        of_piece.push_back(points[elements.nodes[i]]);
    hold.boxes.push_back(held_part(of_piece, up));
  }
}

StarterHold solid_hold(const StarterMesh& mesh, int up) {
  constexpr Index kResolution = 64;
  constexpr double kEnough = 0.06;  // of the volume
  const SignedDistance solid(mesh.surface);
  VoxelGrid grid = voxelize(mesh.surface, solid, voxel_frame(mesh.box, kResolution));
  drop_crumbs(grid, mesh.surface, solid.tree());
  const VolumeMesh voxels = hexahedra(grid);
  StarterHold hold;
  hold.words = "Stands on its lowest part";
  for (const double share : {kShare, 0.15, 0.2, 0.3, 0.4}) {
    hold.planes = {end_of(mesh.box, up, -1, share)};
    const auto held = std::ranges::count_if(
        voxels.hexahedra, [&](const Hexahedron& cell) { return hold.contains(voxels.positions[cell[0]]); });
    if (double(held) >= kEnough * voxels.hexahedron_count()) break;
  }
  add_boxes(hold, {flat(voxels.hexahedra), 8, joined_by_faces(voxels.hexahedra)}, voxels.positions, up);
  return hold;
}

}  // namespace

bool StarterHold::contains(const Vec3& p) const {
  return std::ranges::any_of(planes,
                             [&](const Plane& plane) { return dot(p - plane.point, plane.normal) >= 0; }) ||
         std::ranges::any_of(boxes, [&](const Box3& box) { return box.contains(p); });
}

double StarterHold::distance_to(const Vec3& p) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Plane& plane : planes) least = std::min(least, dot(plane.point - p, plane.normal));
  return least;
}

std::string StarterHold::region() const {
  std::vector<std::string> parts;
  for (const Plane& plane : planes)
    parts.push_back(fmt::format(R"({{"half_space": {{"point": {}, "normal": {}}}}})", json_list(plane.point),
                                json_list(plane.normal)));
  for (const Box3& box : boxes)
    parts.push_back(fmt::format(R"({{"box": [{}, {}]}})", json_list(box.lower), json_list(box.upper)));
  if (parts.size() == 1) return parts[0];
  return fmt::format("{{\"any\": [\n      {}\n    ]}}", fmt::join(parts, ",\n      "));
}

StarterHold hold_for(const StarterMesh& mesh, int up) {
  const Vec3 size = mesh.box.size();
  if (mesh.kind != StarterMesh::Kind::kSheet) return solid_hold(mesh, up);
  if (size[up] >= kShare * mesh.box.longest_side())
    return {{end_of(mesh.box, up, 1, kShare)}, {}, "Hangs from its highest part"};
  const int u = (up + 1) % 3, v = (up + 2) % 3, longest = size[u] > size[v] ? u : v;
  return {{end_of(mesh.box, longest, -1, kShare), end_of(mesh.box, longest, 1, kShare)},
          {},
          "Held at two ends, between which it sags"};
}

void hold_pieces(StarterHold& hold, const FrameTopology& body, int up, double metres_per_unit) {
  std::vector<Vec3> points = body.rest_positions;
  for (Vec3& p : points) p = p / metres_per_unit;
  add_boxes(hold, elements_of(body), points, up);
}

}  // namespace sinew
