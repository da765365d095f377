#include <sinew/core.h>

namespace {

bool a_bar_bends() {
  sinew::TetBodyModel bar;
  bar.levels = sinew::nested_levels(sinew::box_mesh({1, 0.2, 0.2}, {5, 1, 1}), 1);
  const sinew::Region left{sinew::HalfSpaceRegion{{0, 0, 0}, {-1, 0, 0}}};
  bar.holds = {{points_in(left, bar.levels[0].positions), sinew::Motion{}}};
  sinew::World world;
  world.add(std::make_unique<sinew::TetBody>("bar", bar, sinew::ElasticParams{}));
  for (int i = 0; i < 5; ++i) world.step(0.02);
  return bounding_box(world.frame().bodies[0].positions).lower.y < -0.001;
}

bool a_cut_bar_falls_in_two() {
  sinew::OctreeBodyModel bar;
  bar.voxels = sinew::voxel_box({0, 0, 0}, 0.1, {8, 2, 2});
  sinew::World world;
  world.add(std::make_unique<sinew::OctreeBody>("bar", bar, sinew::ElasticParams{}));
  const sinew::Vec3 above[] = {{0.41, 1, -1}, {0.41, 1, 1}}, below[] = {{0.41, -1, -1}, {0.41, -1, 1}};
  world.step(0.02);
  world.cut("bar", sinew::swept_blade(above, below));
  world.step(0.02);
  return world.body("bar").measure().pieces == 2;
}

bool a_surface_becomes_voxels() {
  const sinew::SurfaceMesh ball = sinew::make_model("sphere");
  const sinew::SignedDistance solid(ball);
  return sinew::voxels_inside(ball, solid, sinew::voxel_frame(solid.box(), 10)).count() > 300;
}

}  // namespace

int main() {
  sinew::keep_freed_memory();
  sinew::set_thread_count(2);
  return a_bar_bends() && a_cut_bar_falls_in_two() && a_surface_becomes_voxels() ? 0 : 1;
}
