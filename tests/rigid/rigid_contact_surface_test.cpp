#include <gmock/gmock.h>

#include "base/error_of.h"
#include "rigid/rigid_shape.h"
#include "rigid_bodies.h"
#include "sinew/meshing/tetrahedra.h"

// What of a rigid body collides may be coarser than what is seen.
namespace sinew {
namespace {

using test::kStep;
using testing::HasSubstr;

constexpr double kRadius = 0.1;

SurfaceMesh fine_ball() { return test::ball_surface(kRadius, 1e-4); }

TEST(RigidContactSurface, is_what_is_seen_unless_its_edges_are_tiny) {
  const auto coarse = RigidShape::of(test::ball_surface(kRadius, 1e-3));
  EXPECT_EQ(coarse->contact->triangles, coarse->topology.surface->mesh.triangles);
  EXPECT_EQ(coarse->contact->deviation, 0);
  EXPECT_EQ(coarse->contact_offsets, coarse->offsets);
}

TEST(RigidContactSurface, of_a_surface_of_tiny_edges_is_decimated_and_near) {
  const SurfaceMesh scan = boundary_surface(box_mesh({1, 0.01, 0.01}, {200, 2, 2}));
  const auto shape = RigidShape::of(scan);
  const double size = bounding_box(scan).diagonal();
  EXPECT_LT(std::ssize(shape->contact->triangles), scan.triangle_count() / 2);
  EXPECT_GT(shape->contact->deviation, 0);
  EXPECT_LE(shape->contact->deviation, 0.002 * size);
  EXPECT_EQ(std::ssize(RigidShape::of(scan, SeenContact{})->contact->triangles), scan.triangle_count());
}

TEST(RigidContactSurface, changes_neither_mass_nor_inertia) {
  const auto seen = RigidShape::of(fine_ball()), coarse = RigidShape::of(fine_ball(), CoarseContact{200});
  EXPECT_LT(std::ssize(coarse->contact->triangles), 300);
  EXPECT_EQ(coarse->solid.volume, seen->solid.volume);
  EXPECT_EQ(coarse->corners, seen->corners);
  EXPECT_EQ(coarse->offsets, seen->offsets);
}

// Every vertex of it follows the four points to where it is.
TEST(RigidContactSurface, follows_the_body) {
  const auto shape = RigidShape::of(fine_ball(), CoarseContact{200});
  const Embedding& embedding = shape->contact->embedding;
  for (Index v = 0; v < static_cast<Index>(shape->contact_offsets.size()); ++v) {
    Vec3 at;
    for (std::size_t j = 0; j < embedding.row_size(v); ++j)
      at += double(embedding.weights(v)[j]) * shape->corners[embedding.nodes(v)[j]];
    EXPECT_LT(distance(at, shape->contact_offsets[v]), 1e-6 * kRadius);
  }
}

TEST(RigidContactSurface, keeps_what_is_seen_out_of_the_ground) {
  World world;
  RigidBodyModel model;
  model.surface = fine_ball();
  model.contact_surface = CoarseContact{200};
  model.placement.move = {0, 0.11, 0};
  test::added(world, std::make_unique<RigidBody>("ball", model));
  world.add(test::ground());
  for (int i = 0; i < 120; ++i) world.step(kStep, {.forces = true});
  ASSERT_EQ(world.contact_surfaces().size(), 1U);
  const ContactSurfaceMeasure said = world.contact_surfaces()[0];
  EXPECT_LT(said.triangles, 300);
  const double lowest = bounding_box(world.frame().bodies[0].positions).lower.y;
  EXPECT_GE(lowest, -1e-6);
  EXPECT_LE(lowest, 2.1 * said.deviation);
  const double weight = 9.81 * world.body("ball").measure().mass;
  EXPECT_NEAR(test::contact_force_on(world, "ball").y, weight, 1e-3 * weight);
}

TEST(RigidContactSurface, that_is_invalid_is_named) {
  const auto message = [](ContactChoice choice) {
    RigidBodyModel model;
    model.surface = test::box_surface({1, 1, 1});
    model.contact_surface = std::move(choice);
    return error_of([&] { RigidBody("box", model); });
  };
  EXPECT_THAT(message(CoarseContact{3}), HasSubstr("3 triangles bounds nothing"));
  EXPECT_THAT(message(GivenContact{test::box_surface({9, 9, 9})}), HasSubstr("outside of the body"));
}

}  // namespace
}  // namespace sinew
