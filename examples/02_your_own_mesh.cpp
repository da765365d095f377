// Reads a triangle mesh, fills it with tetrahedra, and lets it sag: 02_your_own_mesh [MESH]
// Any format of docs/formats.md will do, and the surface may have holes. Without MESH it takes a rabbit.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <sinew/base/error.h>
#include <sinew/mesh/repair.h>
#include <sinew/meshing/signed_distance.h>
#include <sinew/meshing/tetrahedra.h>
#include <sinew/shape/models.h>
#include <sinew/tet/tet_body.h>
#include <sinew/world/world.h>

using namespace sinew;

// Makes the mesh 30 cm large, whatever its unit was, and stands it on y = 0.
void fit(SurfaceMesh& surface) {
  const Box3 box = bounding_box(surface);
  const Vec3 size = box.upper - box.lower;
  const double scale = 0.3 / std::max({size.x, size.y, size.z});
  for (Vec3& p : surface.positions) p = scale * (p - Vec3{0, box.lower.y, 0});
}

void sag(SurfaceMesh surface) {
  fit(surface);
  std::printf("surface: %d triangles, %.2f litres\n", surface.triangle_count(),
              1000 * signed_volume(surface));

  // Tetrahedra that fill the surface, and two coarser meshes around it for the solver. None needs to fit into
  // another.
  const SignedDistance solid(surface);
  HierarchyParams wanted{.levels = 3, .finest = 4000, .coarsest = 200};
  wanted.given[0] = tetrahedralize(surface, solid, wanted.finest);
  const MeshHierarchy meshes = build_hierarchy(surface, solid, wanted);
  for (const LevelReport& level : meshes.reports)
    std::printf("level:   %d tetrahedra, %.2f litres, %d piece%s\n", level.tetrahedra, 1000 * level.volume,
                level.pieces, level.pieces == 1 ? "" : "s");

  // A body of soft rubber that stands on its lowest tenth. What is seen is the surface that was read.
  TetBodyModel model;
  model.levels = meshes.levels;
  model.materials = {{.young = 1e6, .poisson = 0.4, .density = 1000}};
  model.surface = surface;
  const double height = bounding_box(surface).upper.y;
  model.holds = {
      {points_in({HalfSpaceRegion{{0, height / 10, 0}, {0, -1, 0}}}, model.levels[0].positions), Motion{}}};

  World world;
  Body& body = world.add(std::make_unique<TetBody>("mesh", model, ElasticParams{.damping = {.mass = 4}}));
  std::printf("body:    %.2f kg\n", body.measure().mass);
  for (int i = 1; i <= 30; ++i) {
    world.step(1.0 / 30);
    double top = 0;
    for (const Vec3& p : surface_positions(world.frame().bodies[0])) top = std::max(top, p.y);
    if (i % 10 == 0) std::printf("%.2f s:  it has sagged by %.2f mm\n", world.time(), 1000 * (height - top));
  }
}

int main(int argc, char** argv) try {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    std::fprintf(stderr, "usage: 02_your_own_mesh [MESH]\n");
    return 2;
  }
  if (argc < 2) {
    sag(make_model("rabbit", 5000));
    return 0;
  }
  // What was wrong with the mesh and repaired, or assumed, comes as notes in plain words.
  std::vector<std::string> notes;
  SurfaceMesh surface = load_surface(argv[1], notes);
  for (const std::string& note : notes) std::printf("note:    %s\n", note.c_str());
  sag(std::move(surface));
} catch (const Error& error) {  // what is wrong, where, and what to do about it
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
