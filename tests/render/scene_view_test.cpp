#include "render/scene_view.h"

#include <gtest/gtest.h>

#include "render/frames.h"
#include "sinew/embed/embedding.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {
namespace {

// A cube of side 1, and another of that side beside it, `fallen` below.
Frame cube_and_other(double side, double fallen) {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {1, 1, 1});
  const Index first = mesh.node_count();
  const VolumeMesh other = box_mesh({side, side, side}, {1, 1, 1});
  for (const Vec3& p : other.positions) mesh.positions.push_back(p + Vec3{1.1, 0, 0});
  for (Tetrahedron t : other.tetrahedra) {
    for (Index& v : t) v += first;
    mesh.tetrahedra.push_back(t);
  }
  TopologyParts topology;
  topology.elements.rest_positions = mesh.positions;
  topology.elements.tetrahedra = mesh.tetrahedra;
  topology.surface.mesh = boundary_surface(mesh);
  topology.embedding = embedding_on_own_nodes(mesh.node_count());
  BodyFrame body = at_rest(topology);
  for (std::size_t v = first; v < body.positions.size(); ++v) body.positions[v].y -= fallen;
  return frame_of(std::move(body));
}

TEST(SceneCamera, stays_with_the_body_where_a_crumb_falls_and_steps_back_for_a_piece) {
  const auto distance_after = [](double side) {
    SceneCamera camera({}, UpAxis::kY, 1.5);
    const double before = camera.follow(cube_and_other(side, 0)).distance;
    return camera.follow(cube_and_other(side, 30)).distance / before;
  };
  EXPECT_EQ(distance_after(0.2), 1);
  EXPECT_GT(distance_after(0.8), 5);
}

TEST(SceneCamera, sees_obstacles_but_no_blades_and_no_floor_that_is_much_larger) {
  const auto distance_with = [](double side, bool is_obstacle) {
    Frame frame = cube_and_other(0.8, 0);
    SurfaceMesh cube = cube_surface();
    for (Vec3& p : cube.positions) p = 0.5 * side * p;
    frame.tools = {
        {"tool", std::make_shared<const SurfaceMesh>(cube), {0, 3, 0}, Mat3::identity(), is_obstacle}};
    return SceneCamera({}, UpAxis::kY, 1.5).follow(frame).distance;
  };
  const double alone = distance_with(1, false);
  EXPECT_GT(distance_with(1, true), 1.5 * alone);
  EXPECT_EQ(distance_with(50, true), alone);
}

}  // namespace
}  // namespace sinew
