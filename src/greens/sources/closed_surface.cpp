#include "greens/sources/closed_surface.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/table.h"
#include "mesh/mesh_check.h"
#include "mesh/surface_topology.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr const char* kRepair =
    "'sinew inspect' shows where; 'sinew mesh' makes a closed surface of a dirty one";

void require_one_body(const SurfaceMesh& surface) {
  if (surface.triangles.empty()) throw Error("the surface has no triangles");
  require_sound_sheet(surface);
  const SurfaceTopology topology = surface_topology(surface.triangles);
  if (topology.open_edges > 0)
    throw Error(fmt::format("the surface is open: {} on one triangle only",
                            counted(topology.open_edges, "edge lies", "edges lie")),
                "", kRepair);
  if (!topology.manifold())
    throw Error(fmt::format("the surface is not manifold at {} and {}",
                            counted(topology.nonmanifold_edges, "edge", "edges"),
                            counted(topology.nonmanifold_vertices, "vertex", "vertices")),
                "", kRepair);
  if (!topology.oriented())
    throw Error(fmt::format("{} between triangles of opposite orientation",
                            counted(topology.opposed_edges, "edge lies", "edges lie")),
                "", kRepair);
  if (topology.vertices < surface.vertex_count())
    throw Error(fmt::format("{} to no triangle", counted(surface.vertex_count() - topology.vertices,
                                                         "vertex belongs", "vertices belong")),
                "", "drop them");
  if (topology.components > 1)
    throw Error(fmt::format("the surface has {} pieces", topology.components), "",
                "one body at a time; cavities need finite elements");
  if (signed_volume(surface) <= 0)
    throw Error("the surface is inside out", "", "its triangles turn counter-clockwise seen from outside");
}

// The largest distance of a held vertex to the line through two that are far apart.
double spread(const ReferenceProblem& problem) {
  std::vector<Vec3> held;
  for (std::size_t i = 0; i < problem.held.size(); ++i)
    if (problem.held[i]) held.push_back(problem.surface.positions[i]);
  if (held.size() < 3) return 0;
  const auto farthest = [&](const Vec3& from) {
    return *std::max_element(held.begin(), held.end(), [&](const Vec3& a, const Vec3& b) {
      return distance(a, from) < distance(b, from);
    });
  };
  const Vec3 a = farthest(held[0]), line = normalized(farthest(a) - a);
  double widest = 0;
  for (const Vec3& p : held) widest = std::max(widest, norm(cross(p - a, line)));
  return widest;
}

void require_held(const ReferenceProblem& problem) {
  const std::size_t vertices = problem.surface.positions.size();
  if (problem.held.size() != vertices)
    throw Error(fmt::format("{} marks of held vertices for {} vertices", problem.held.size(), vertices));
  const auto held = static_cast<std::size_t>(
      std::count_if(problem.held.begin(), problem.held.end(), [](char mark) { return mark != 0; }));
  if (held == 0)
    throw Error("no vertex is held", "", "hold a part of the surface: a free body has no balance");
  if (held == vertices) throw Error("all vertices are held", "", "leave some free: they are what responds");
  constexpr double kWidest = 1e-6;
  if (spread(problem) <= kWidest * bounding_box(problem.surface).diagonal())
    throw Error(
        fmt::format("the held vertices ({}) lie on one line, about which the body turns freely", held), "",
        "hold at least three off one line");
}

}  // namespace

void require_closed_body(const ReferenceProblem& problem) {
  require_physical(problem.material, "");
  require_one_body(problem.surface);
  require_held(problem);
}

}  // namespace sinew
