#include "bench/dick_models.h"

#include <algorithm>
#include <numbers>

#include "octree/voxelise/voxels_from_surface.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

Quaternion turn(const Vec3& axis, double degrees) {
  const double half = degrees * std::numbers::pi / 360;
  const Vec3 v = std::sin(half) * normalized(axis);
  return {std::cos(half), v.x, v.y, v.z};
}

// A body that stands on y = 0 is held by its lowest twentieth.
std::vector<RegionHold> held_feet(const Box3& box) {
  BoxRegion feet{box};
  feet.box.upper.y = box.lower.y + 0.05 * (box.upper.y - box.lower.y);
  for (int axis = 0; axis < 3; ++axis) feet.box.lower[axis] -= 1, feet.box.upper[axis] += axis == 1 ? 0 : 1;
  return {{{feet}, {}}};
}

// Slices and a cut along the back, as in fig. 15.
Blade rabbit_cuts(const Box3& box) {
  const Vec3 size = box.upper - box.lower, middle = 0.5 * (box.lower + box.upper);
  Blade blade;
  for (const double x : {-0.22, -0.09, 0.04, 0.14})
    append(blade, plate(middle + Vec3{x * size.x, 0.05 * size.y, 0}, {0.05 * size.x, 0.45 * size.y, 0},
                        {0, 0, size.z}));
  append(blade,
         plate(middle + Vec3{0, 0.05 * size.y, 0}, {size.x, 0.1 * size.y, 0}, {0, 0.02 * size.y, size.z}));
  return blade;
}

// Into trunk and legs from the front, obliquely, as in fig. 1: the figure stays in one piece.
Blade figure_cuts(const Box3& box) {
  const Vec3 size = box.upper - box.lower, front = 0.5 * (box.lower + box.upper) + Vec3{0, 0, 0.5 * size.z};
  Blade blade;
  for (const double y : {-0.22, -0.02, 0.06})
    append(blade,
           plate(front + Vec3{0, y * size.y, 0}, {0.3 * size.x, 0.12 * size.y, 0}, {0, 0, 0.53 * size.z}));
  return blade;
}

}  // namespace

Blade plate(const Vec3& centre, const Vec3& a, const Vec3& b) {
  const std::vector<Vec3> before{centre - a - b, centre - a + b}, after{centre + a - b, centre + a + b};
  return swept_blade(before, after);
}

OctreeBodyModel standing_body(LinkedVoxels voxels, const Box3& box) {
  OctreeBodyModel body;
  body.voxels = std::move(voxels);
  body.holds = held_feet(box);
  body.surface = OctreeSurface::kCells;
  return body;
}

std::span<const DickCase> dick_cases() {
  static const DickCase cases[] = {
      {"rabbit-8k", "rabbit", 50, "bunny 3", "5.48K", "8.27K", "11.9K", 0.0286, 0.0928, 0.130, 0.0532, 0.0734,
       0.655, 0.172},
      {"rabbit-42k", "rabbit", 99, "bunny 2", "26.1K", "42.4K", "94.3K", 0.143, 0.498, 1.12, 0.270, 0.107,
       0.864, 1.22},
      {"rabbit-197k", "rabbit", 198, "bunny", "118K", "197K", "755K", 0.693, 2.42, 9.31, 1.30, 0.100, 0.935,
       9.76},
      {"cube-230k", "cube", 80, "cube", "83.3K", "230K", "512K", 0.781, 3.13, 7.05, 1.94, 0.0145, 0.870,
       31.9},
      {"figure-643k", "figure", 467, "armadillo", "493K", "643K", "3717K", 2.24, 8.24, 47.2, 4.35, 0.0190,
       0.973, 101},
  };
  return cases;
}

const DickCase& dick_case(std::string_view name) {
  const auto cases = dick_cases();
  return *std::find_if(cases.begin(), cases.end(), [&](const DickCase& row) { return row.name == name; });
}

DickModel make_dick_model(const DickCase& row) {
  if (row.model == std::string_view("cube")) return make_dick_cube(CubeCut::kRotated, row.resolution);
  const SurfaceMesh surface = make_model(row.model);
  const SignedDistance solid(surface);
  const Box3& box = solid.box();
  LinkedVoxels voxels = linked_voxels(surface, solid, voxel_frame(box, row.resolution));
  DickModel model{standing_body(std::move(voxels), box),
                  row.model == std::string_view("rabbit") ? rabbit_cuts(box) : figure_cuts(box)};
  model.body.own_surface = surface;
  return model;
}

namespace {

DickModel uncut_cube(Index resolution) {
  const Box3 box{{0, 0, 0}, {1, 1, 1}};
  return {standing_body(linked_box(box.lower, 1.0 / resolution, {resolution, resolution, resolution}), box),
          {}};
}

}  // namespace

DickModel make_dick_rods(const DickRods& rods) {
  DickModel model = uncut_cube(rods.resolution);
  // Wider than the cube, since the blades may be rotated.
  const double beyond = 0.25;
  BladeGrid grid{{{-beyond, rods.lowest, -beyond}, {1 + beyond, 1 + beyond, 1 + beyond}},
                 1,
                 {rods.blades, rods.blades},
                 {}};
  if (rods.degrees != 0) grid.orientation = turn({0, 1, 0}, rods.degrees);
  model.blade = make_blade(grid);
  return model;
}

DickModel make_dick_cube(CubeCut cut, Index resolution) {
  if (cut == CubeCut::kNone) return uncut_cube(resolution);
  return make_dick_rods({.degrees = cut == CubeCut::kRotated ? 25.0 : 0.0, .resolution = resolution});
}

ElasticParams dick_params(int cycles) {
  ElasticParams params;
  params.integrator = Integrator::kGeneralizedAlpha;
  params.solver.method = SolverMethod::kMultigrid;
  params.solver.cycles = cycles;
  return params;
}

}  // namespace sinew
