// A block of muscle that is held at both ends is opened by a scalpel, and then two planes cut the middle out
// of it. Only bodies of voxels can be cut. After a cut they go on from where they were.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <sinew/octree/octree_body.h>
#include <sinew/octree/voxels.h>
#include <sinew/world/world.h>

using namespace sinew;

constexpr double kLength = 0.2, kThickness = 0.05, kVoxel = 0.005;  // m

// The area of the faces that cuts have made, at rest. Each cut has two sides.
double cut_area(const FrameSurface& surface) {
  double twice_area = 0;
  for (Index t = 0; t < surface.mesh.triangle_count(); ++t)
    if (!surface.cuts.empty() && surface.cuts[t] > 0) twice_area += norm(surface.mesh.area_vector(t));
  return twice_area / 2;
}

void report(const World& world, const char* what) {
  const BodyMeasure now = world.body("block").measure();
  const BodyFrame& frame = world.frame().bodies[0];
  double lowest = 0;
  for (const Vec3& p : frame.positions) lowest = std::min(lowest, p.y);
  std::printf("%.1f s, %s\n", world.time(), what);
  std::printf("  pieces: %d (held by nothing: %d), volume: %.0f cm^3\n", now.pieces, now.free_pieces,
              1e6 * now.volume);
  std::printf("  cut faces: %.0f cm^2, lowest point: %.0f mm\n", 1e4 * cut_area(*frame.topology.surface),
              1000 * lowest);
}

int main() {
  OctreeBodyModel block;
  block.voxels = voxel_box({0, 0, 0}, kVoxel, {40, 10, 10});  // or the voxels in a surface: voxels_inside()
  block.materials.base = named_material("muscle");
  block.holds = {{{HalfSpaceRegion{{0, 0, 0}, {-1, 0, 0}}}, Motion{}},
                 {{HalfSpaceRegion{{kLength, 0, 0}, {1, 0, 0}}}, Motion{}}};
  World world;
  world.add(std::make_unique<OctreeBody>("block", block, ElasticParams{.damping = {.mass = 5}}));

  // The edge of the scalpel is a line that moves from keyframe to keyframe and cuts what it sweeps while the
  // body moves. It is drawn through the middle along z, its tip about half way down in the body as it sags
  // then.
  const BladeKeyframe before{.time = 0.5, .position = {kLength / 2, 0.012, -0.01}};
  const BladeKeyframe after{.time = 0.8, .position = {kLength / 2, 0.012, kThickness + 0.01}};
  world.schedule({"block", BladePath{.line = {{0, 0, 0}, {0, 0.1, 0}}, .keyframes = {before, after}}});

  report(world, "at rest");
  const auto step_until = [&](double time) {
    while (world.time() < time - 1e-9) world.step(0.02);
  };
  step_until(0.5);
  report(world, "it sags");
  step_until(1.2);
  report(world, "the wound opens");

  // A plane cuts all at once, in the positions that the body has now. Each makes two faces of 25 cm^2.
  const Box3 everywhere{{-1, -1, -1}, {1, 1, 1}};
  world.cut("block", make_blade(BladePlane{{0.03, 0, 0}, {1, 0, 0}}, everywhere));
  world.cut("block", make_blade(BladePlane{{0.17, 0, 0}, {1, 0, 0}}, everywhere));
  step_until(1.4);
  report(world, "the middle falls");
}
