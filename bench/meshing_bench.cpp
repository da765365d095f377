#include <cmath>

#include "base/random.h"
#include "base/timer.h"
#include "bench/benches.h"
#include "bench/dirty_surface.h"
#include "sinew/mesh/repair.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/meshing/voxel_grid.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

constexpr Index kFinest = 100'000;
constexpr Index kVoxels = 256;

void measure_queries(BenchRow& row, const SignedDistance& solid) {
  constexpr int kQueries = 20'000;
  Random random(1);
  std::vector<Vec3> points(kQueries);
  for (Vec3& p : points) p = random.in_box(solid.box().lower, solid.box().upper);
  const Timer timer;
  Index inside = 0;
  for (const Vec3& p : points) inside += solid.inside(p) ? 1 : 0;
  row.add("inside_us", 1e6 * timer.seconds() / kQueries);
  row.add("inside_share_of_box", inside / static_cast<double>(kQueries));
}

// A hierarchy of six levels, and voxels, of one surface.
void measure(BenchRow& row, const SurfaceMesh& surface, double solid_volume) {
  Timer timer;
  const SignedDistance solid(surface);
  row.add("triangles", surface.triangle_count());
  row.add("tree_s", timer.seconds());
  measure_queries(row, solid);

  timer.restart();
  const VoxelGrid grid = voxelize(surface, solid, voxel_frame(solid.box(), kVoxels));
  row.add("voxels_256_s", timer.seconds());
  row.add("inside_volume_error", std::abs(grid.volume() - solid_volume) / solid_volume);

  HierarchyParams params;
  params.finest = kFinest;
  timer.restart();
  const MeshHierarchy hierarchy = build_hierarchy(surface, solid, params);
  row.add("hierarchy_s", timer.seconds());
  const auto& reports = hierarchy.reports;
  Index outside = 0;
  DihedralRange dihedral;
  for (const LevelReport& report : reports) {
    outside += report.vertices_outside;
    dihedral.extend(report.dihedral);
  }
  row.add("levels", reports.size());
  row.add("vertices_outside", outside);
  row.add("finest_tets", reports.front().tetrahedra);
  row.add("coarsest_tets", reports.back().tetrahedra);
  row.add("min_dihedral_deg", dihedral.least);
  row.add("max_dihedral_deg", dihedral.most);
  row.add("finest_volume_ratio", reports.front().volume / solid_volume);
  row.add("next_coarsest_volume_ratio", reports[reports.size() - 2].volume / solid_volume);
  row.add("coarsest_volume_ratio", reports.back().volume / solid_volume);
}

}  // namespace

Bench meshing_bench() {
  return {"meshing",
          "From a surface to six levels of tetrahedra and 256 voxels: a rabbit, a knot, a dirty surface",
          {"rabbit", "knot", "dirty"},
          [](BenchContext& context) {
            for (const char* name : {"rabbit", "knot"}) {
              if (!context.wants(name)) continue;
              const SurfaceMesh surface = make_model(name);
              measure(context.add_row(name), surface, signed_volume(surface));
            }
            if (!context.wants("dirty")) return;
            DirtySurface dirty = make_dirty_surface();
            repair(dirty.surface);
            measure(context.add_row("dirty"), dirty.surface, dirty.union_volume);
          }};
}

}  // namespace sinew
