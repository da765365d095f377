#include "app/starter_hold.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "app/json_words.h"
#include "meshing/crumbs.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/voxel_grid.h"

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

StarterHold solid_hold(const StarterMesh& mesh, int up) {
  constexpr Index kResolution = 64;
  constexpr double kEnough = 0.06;  // of the volume
  const SignedDistance solid(mesh.surface);
  VoxelGrid grid = voxelize(mesh.surface, solid, voxel_frame(mesh.box, kResolution));
  drop_crumbs(grid, mesh.surface, solid.tree());
  const VolumeMesh voxels = hexahedra(grid);
  StarterHold hold;
  hold.words = "Stands on its lowest part, and so does each piece that is apart from it";
  for (const double share : {kShare, 0.15, 0.2, 0.3, 0.4}) {
    hold.planes = {end_of(mesh.box, up, -1, share)};
    const auto held = std::ranges::count_if(
        voxels.hexahedra, [&](const Hexahedron& cell) { return hold.contains(voxels.positions[cell[0]]); });
    if (double(held) >= kEnough * voxels.hexahedron_count()) break;
  }
  return hold;
}

}  // namespace

bool StarterHold::contains(const Vec3& p) const {
  return std::ranges::any_of(planes,
                             [&](const Plane& plane) { return dot(p - plane.point, plane.normal) >= 0; });
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
  if (parts.size() == 1) return parts[0];
  return fmt::format("{{\"any\": [\n      {}\n    ]}}", fmt::join(parts, ",\n      "));
}

StarterHold hold_for(const StarterMesh& mesh, int up) {
  const Vec3 size = mesh.box.size();
  if (mesh.kind != StarterMesh::Kind::kSheet) return solid_hold(mesh, up);
  if (size[up] >= kShare * mesh.box.longest_side())
    return {{end_of(mesh.box, up, 1, kShare)}, "Hangs from its highest part"};
  const int u = (up + 1) % 3, v = (up + 2) % 3, longest = size[u] > size[v] ? u : v;
  return {{end_of(mesh.box, longest, -1, kShare), end_of(mesh.box, longest, 1, kShare)},
          "Held at two ends, between which it sags"};
}

}  // namespace sinew
