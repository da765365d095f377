#include "scene/loading/body_mesh.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/log.h"
#include "embed/binding.h"
#include "meshing/containing_mesh.h"
#include "meshing/element_budget.h"
#include "scene/loading/element_limit.h"
#include "scene/loading/grid_levels.h"
#include "scene/loading/placement.h"
#include "sinew/base/error.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/remeshing/sheet_hierarchy.h"

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

// The mesh, its refinements before it, and coarser ones behind it that hold the surface.
std::vector<VolumeMesh> volume_levels(VolumeMesh mesh, const SurfaceMesh& surface,
                                      const SignedDistance& solid, const TetBodyDescription& body) {
  const Index tets = mesh.tetrahedron_count();
  require_affordable(tets * std::pow(8.0, body.refine));
  const auto [count, coarsest] = ladder(tets, levels_below(body.levels, body.refine), kRatio);
  HierarchyParams params{count, tets, coarsest, {}};
  params.given[0] = std::move(mesh);
  std::vector<VolumeMesh> coarse = build_hierarchy(surface, solid, params).levels;
  std::vector<VolumeMesh> levels = nested_levels(std::move(coarse[0]), body.refine);
  std::move(coarse.begin() + 1, coarse.end(), std::back_inserter(levels));
  return levels;
}

// Whether every vertex of the surface is within two heights of its nearest element: no limb was lost.
bool reaches(const VolumeMesh& mesh, const SurfaceMesh& surface) {
  constexpr float kFarthest = -2;
  const Embedding embedding = bind_to_tetrahedra(mesh, surface.positions);
  return std::ranges::all_of(embedding.weight, [](float weight) { return weight > kFarthest; });
}

// A mesh whose boundary lies on the surface has the right mass and shape. Where limbs are thinner than its
// elements it loses them, and one that holds the surface, a few percent too large, stands in.
VolumeMesh solid_mesh(const SurfaceMesh& surface, const SignedDistance& solid, Index tets) {
  VolumeMesh mesh = tetrahedralize(surface, solid, tets);
  if (!reaches(mesh, surface)) mesh = containing_mesh(surface, solid, tets);
  return mesh;
}

// The lattice whose cubes are as wide as the walls would follow them.
std::optional<SolidFit> fit_of(const VolumeMesh& mesh, const SurfaceMesh& surface,
                               const SignedDistance& solid) {
  const std::optional<SolidSize> size = solid_size(surface, solid);
  if (!size) return {};
  return SolidFit{total_volume(mesh) / size->volume,
                  kTetrahedraPerCube * size->volume / std::pow(size->wall, 3)};
}

BodyMesh filled(SurfaceMesh surface, const TetBodyDescription& body) {
  const SignedDistance solid(surface);
  BodyMesh mesh;
  VolumeMesh volume = solid_mesh(surface, solid, body.tets);
  mesh.fit = fit_of(volume, surface, solid);
  mesh.levels = volume_levels(std::move(volume), surface, solid, body);
  mesh.surface = std::move(surface);
  return mesh;
}

BodyMesh as_given(VolumeMesh volume, const TetBodyDescription& body) {
  SurfaceMesh boundary = boundary_surface(volume);
  drop_unused_vertices(boundary);
  return {.levels = volume_levels(std::move(volume), boundary, SignedDistance(boundary), body),
          .sheet_levels = {},
          .surface = {}};
}

BodyMesh sheet(const SurfaceMesh& surface, const TetBodyDescription& body) {
  require_affordable(surface.triangle_count() * std::pow(4.0, body.refine));
  BodyMesh mesh;
  mesh.sheet_levels = nested_sheet_levels(surface, 1 + body.refine);
  const auto [count, coarsest] =
      ladder(surface.triangle_count(), levels_below(body.levels, body.refine), kSheetRatio);
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
  mend_volume(file.volume, description.file.string());
  drop_unused_nodes(file.volume);
  for (Vec3& p : file.volume.positions) p *= description.metres_per_unit;
  return std::move(file.volume);
}

struct MakeMesh {
  const TetBodyDescription& body;
  UpAxis up;

  BodyMesh operator()(const MeshFileDescription& mesh) const {
    MeshFile file = read_mesh(mesh.file);
    if (!file.is_volume() || body.sheet) return of_surface(mesh);
    return as_given(tetrahedra_in(std::move(file), mesh), body);
  }
  BodyMesh operator()(const ModelDescription& model) const { return of_surface(model); }
  BodyMesh operator()(const BoxMeshDescription& box) const {
    return {.levels = box_levels(box, body.refine, body.levels), .sheet_levels = {}, .surface = {}};
  }
  BodyMesh operator()(const RectangleMeshDescription& rectangle) const {
    return {.levels = {},
            .sheet_levels = rectangle_levels(rectangle, up, body.refine, body.levels),
            .surface = {}};
  }

  BodyMesh of_surface(const SurfaceDescription& description) const {
    SurfaceMesh surface = described_surface(description, !body.sheet);
    if (body.sheet) return sheet(surface, body);
    return filled(std::move(surface), body);
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

BodyMesh make_body_mesh(const MeshDescription& mesh, const TetBodyDescription& body, UpAxis up) {
  return std::visit(MakeMesh{body, up}, mesh);
}

bool same_mesh(const TetBodyDescription& a, const TetBodyDescription& b) {
  return a.tets == b.tets && a.levels == b.levels && a.refine == b.refine &&
         a.sheet.has_value() == b.sheet.has_value();
}

void scale(BodyMesh& mesh, double factor) {
  const auto scale_points = [&](std::vector<Vec3>& points) {
    for (Vec3& p : points) p *= factor;
  };
  for (VolumeMesh& level : mesh.levels) scale_points(level.positions);
  for (SurfaceMesh& level : mesh.sheet_levels) scale_points(level.positions);
  scale_points(mesh.surface.positions);
}

}  // namespace sinew
