#include "scene/loading/body_mesh.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/log.h"
#include "mesh/mesh_file.h"
#include "meshing/hierarchy.h"
#include "meshing/nested_refinement.h"
#include "meshing/sheet_hierarchy.h"
#include "scene/loading/element_limit.h"
#include "scene/loading/grid_levels.h"
#include "scene/loading/placement.h"

namespace sinew {

namespace {

// Elements of the coarsest level, which is solved directly, and how many times as many the next one has.
constexpr double kCoarsest = 170, kRatio = 6, kSheetRatio = 4;

// How many levels from `finest` elements down, and how many elements the last one has.
struct Ladder {
  int levels;
  Index coarsest;
};
Ladder ladder(Index finest, int levels, double ratio) {
  if (levels == 0)
    levels = 1 + std::max(0, static_cast<int>(std::lround(std::log(finest / kCoarsest) / std::log(ratio))));
  const double coarsest = std::max(100.0, finest / std::pow(ratio, levels - 1));
  return {std::min(levels, 12), std::min(finest, static_cast<Index>(std::lround(coarsest)))};
}

// How many levels are left, the unrefined mesh being the first of them; 0 stays "as many as suit".
int levels_below(int levels, int refinements) { return levels == 0 ? 0 : std::max(1, levels - refinements); }

BodyMesh filled(SurfaceMesh surface, Index tets, int levels) {
  const SignedDistance solid(surface);
  const auto [count, coarsest] = ladder(tets, levels, kRatio);
  BodyMesh mesh;
  mesh.levels = build_hierarchy(surface, solid, {count, tets, coarsest, {}}).levels;
  mesh.surface = std::move(surface);
  return mesh;
}

// The given mesh, refined, and coarser ones that hold its boundary.
BodyMesh refined(VolumeMesh volume, int refinements, int levels) {
  require_affordable(volume.tetrahedron_count() * std::pow(8.0, refinements));
  BodyMesh mesh;
  mesh.levels = nested_levels(std::move(volume), refinements);
  const Index given = mesh.levels.back().tetrahedron_count();
  const auto [count, coarsest] = ladder(given, levels_below(levels, refinements), kRatio);
  if (count == 1) return mesh;
  SurfaceMesh boundary = boundary_surface(mesh.levels.back());
  drop_unused_vertices(boundary);
  // Levels 1, 2, ... below the given one: the finest of them has a ratio of its own to it.
  const double ratio = std::pow(double(given) / coarsest, 1.0 / (count - 1));
  const HierarchyParams params{count - 1, static_cast<Index>(std::lround(given / ratio)), coarsest, {}};
  for (VolumeMesh& level : build_hierarchy(boundary, SignedDistance(boundary), params).levels)
    mesh.levels.push_back(std::move(level));
  return mesh;
}

BodyMesh sheet(const SurfaceMesh& surface, int refinements, int levels) {
  require_affordable(surface.triangle_count() * std::pow(4.0, refinements));
  BodyMesh mesh;
  mesh.sheet_levels = nested_sheet_levels(surface, 1 + refinements);
  const auto [count, coarsest] =
      ladder(surface.triangle_count(), levels_below(levels, refinements), kSheetRatio);
  mesh.sheet_levels.pop_back();
  for (SurfaceMesh& level : sheet_levels(surface, count, coarsest))
    mesh.sheet_levels.push_back(std::move(level));
  return mesh;
}

VolumeMesh tetrahedra_in(MeshFile file, const MeshFileDescription& description) {
  for (const std::string& warning : file.warnings) log_warning("{}: {}", description.file.string(), warning);
  if (file.volume.hexahedron_count() > 0)
    throw Error("the mesh has hexahedra, and bodies are made of tetrahedra", description.file.string(),
                "'sinew mesh IN -o OUT.vtu' fills its boundary with tetrahedra");
  drop_unused_nodes(file.volume);
  for (Vec3& p : file.volume.positions) p *= description.metres_per_unit;
  return std::move(file.volume);
}

struct MakeMesh {
  const BodyDescription& body;
  UpAxis up;

  BodyMesh operator()(const MeshFileDescription& mesh) const {
    MeshFile file = read_mesh(mesh.file);
    if (!file.is_volume() || body.sheet) return of_surface(mesh);
    return refined(tetrahedra_in(std::move(file), mesh), body.refine, body.levels);
  }
  BodyMesh operator()(const ModelDescription& model) const { return of_surface(model); }
  BodyMesh operator()(const BoxMeshDescription& box) const {
    return {box_levels(box, body.refine, body.levels), {}, {}};
  }
  BodyMesh operator()(const RectangleMeshDescription& rectangle) const {
    return {{}, rectangle_levels(rectangle, up, body.refine, body.levels), {}};
  }

  BodyMesh of_surface(const SurfaceDescription& description) const {
    SurfaceMesh surface = described_surface(description, !body.sheet);
    if (body.sheet) return sheet(surface, body.refine, body.levels);
    require_affordable(body.tets * std::pow(8.0, body.refine));
    // The mesh that is refined is the one that was filled, with its own levels below.
    BodyMesh mesh = filled(std::move(surface), body.tets, levels_below(body.levels, body.refine));
    std::vector<VolumeMesh> fine = nested_levels(mesh.levels[0], body.refine);
    fine.pop_back();
    mesh.levels.insert(mesh.levels.begin(), fine.begin(), fine.end());
    return mesh;
  }
};

}  // namespace

std::vector<Vec3> BodyMesh::element_centres() const {
  std::vector<Vec3> centres;
  if (sheet_levels.empty())
    for (const auto& [a, b, c, d] : levels[0].tetrahedra) {
      const auto& p = levels[0].positions;
      centres.push_back((p[a] + p[b] + p[c] + p[d]) / 4);
    }
  else
    for (const auto& [a, b, c] : sheet_levels[0].triangles) {
      const auto& p = sheet_levels[0].positions;
      centres.push_back((p[a] + p[b] + p[c]) / 3);
    }
  return centres;
}

BodyMesh make_body_mesh(const BodyDescription& body, UpAxis up) {
  return std::visit(MakeMesh{body, up}, body.mesh);
}

bool same_mesh(const BodyDescription& a, const BodyDescription& b) {
  return a.mesh == b.mesh && a.tets == b.tets && a.levels == b.levels && a.refine == b.refine &&
         a.sheet.has_value() == b.sheet.has_value();
}

void put_in_place(BodyMesh& mesh, const PlaceDescription& place) {
  for (VolumeMesh& level : mesh.levels) put_in_place(level.positions, place);
  for (SurfaceMesh& level : mesh.sheet_levels) put_in_place(level.positions, place);
  put_in_place(mesh.surface.positions, place);
}

}  // namespace sinew
