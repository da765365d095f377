#include <gmock/gmock.h>

#include "base/error_of.h"
#include "base/parallel.h"
#include "base/scratch_folder.h"
#include "body/contact_side.h"
#include "contact/step_checksums.h"
#include "contact_bodies.h"
#include "mesh/mean_edge.h"
#include "mesh/surface_distance.h"
#include "mesh/surface_topology.h"
#include "remeshing/decimation.h"
#include "sinew/base/process.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

using test::kStep;
using testing::HasSubstr;

// A ball of 0.1 m around the origin, much finer than the tetrahedra that move it.
const TetBodyModel& fine_ball() {
  static const TetBodyModel model = [] {
    TetBodyModel ball;
    ball.surface = make_model("sphere", 4000);
    const Box3 box = bounding_box(ball.surface);
    for (Vec3& p : ball.surface.positions) p = 0.2 / (box.upper.y - box.lower.y) * (p - box.center());
    ball.levels = {tetrahedralize(ball.surface, SignedDistance(ball.surface), 600)};
    ball.materials = {{.young = 5e4, .poisson = 0.3, .density = 1000}};
    ball.placement.move = {0, 0.12, 0};
    return ball;
  }();
  return model;
}

std::unique_ptr<TetBody> ball_with(const ContactChoice& choice, const std::string& name = "ball") {
  TetBodyModel model = fine_ball();
  model.contact_surface = choice;
  ElasticParams params;
  params.damping = {.stiffness = 0.01};
  return std::make_unique<TetBody>(name, model, params);
}

World falling_ball(const ContactChoice& choice) {
  World world;
  world.add(ball_with(choice));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  return world;
}

const ContactSurface& surface_of(Body& body) { return *body.contact_side()->contact_surface(); }

double lowest_seen(const World& world) {
  return bounding_box(surface_positions(world.frame().bodies[0])).lower.y;
}

// Its rest, seen by the forces and the heights.
struct Rest {
  double height, force;
};
Rest at_rest(const ContactChoice& choice) {
  World world = falling_ball(choice);
  for (int i = 0; i < 80; ++i) world.step(kStep, {.forces = true});
  EXPECT_EQ(test::crossings(world), 0);
  return {lowest_seen(world), test::contact_force_on(world, "ball").y};
}

TEST(ContactSurface, a_world_says_by_what_its_bodies_collide) {
  World world = falling_ball(AutoContact{});
  EXPECT_TRUE(world.contact_surfaces().empty());
  world.step(kStep);
  ASSERT_EQ(world.contact_surfaces().size(), 1U);
  const ContactSurfaceMeasure said = world.contact_surfaces()[0];
  const ContactSurface& contact = surface_of(world.body("ball"));
  EXPECT_EQ(said.body, "ball");
  EXPECT_EQ(said.triangles, std::ssize(contact.triangles));
  EXPECT_GT(said.deviation, 0);
  EXPECT_EQ(said.deviation, contact.deviation);

  World seen = falling_ball(SeenContact{});
  seen.step(kStep);
  EXPECT_EQ(seen.contact_surfaces()[0].deviation, 0);
}

TEST(ContactSurface, of_a_fine_ball_is_decimated_and_near_what_is_seen) {
  const std::unique_ptr<TetBody> ball = ball_with(AutoContact{});
  const ContactSurface& contact = surface_of(*ball);
  const SurfaceMesh& seen = fine_ball().surface;
  EXPECT_LT(contact.triangles.size(), seen.triangles.size() / 4);
  EXPECT_TRUE(is_closed_and_oriented(contact.triangles));
  const VolumeMesh& volume = fine_ball().levels[0];
  EXPECT_LE(contact.deviation, 0.1 * mean_edge(volume.tetrahedra, volume.positions));
  const SurfaceMesh mesh{contact.rest, contact.triangles};
  EXPECT_LE(largest_distance(seen, mesh, 1e-5), 1.01 * contact.deviation);
  EXPECT_LE(largest_distance(mesh, seen, 1e-5), 1.01 * contact.deviation);
}

TEST(ContactSurface, is_what_is_seen_if_that_is_as_coarse_as_the_elements_or_asked_for) {
  const std::unique_ptr<TetBody> seen = ball_with(SeenContact{});
  EXPECT_EQ(surface_of(*seen).triangles, fine_ball().surface.triangles);
  EXPECT_EQ(surface_of(*seen).deviation, 0);
  TetBodyModel model = fine_ball();
  model.surface = {};
  TetBody own("own", model, {});
  EXPECT_EQ(surface_of(own).triangles.size(), boundary_surface(model.levels[0]).triangles.size());
}

TEST(ContactSurface, is_shared_by_equal_bodies) {
  const auto a = ball_with(AutoContact{}, "a"), b = ball_with(AutoContact{}, "b"),
             c = ball_with(SeenContact{}, "c");
  EXPECT_EQ(&surface_of(*a), &surface_of(*b));
  EXPECT_NE(&surface_of(*a), &surface_of(*c));
}

TEST(ContactSurface, decimated_lets_a_ball_rest_where_it_does_with_what_is_seen) {
  const double gap = surface_of(*ball_with(AutoContact{})).deviation;
  const Rest seen = at_rest(SeenContact{}), decimated = at_rest(AutoContact{});
  EXPECT_GT(seen.height, 0);
  EXPECT_GT(decimated.height, 0);
  EXPECT_NEAR(decimated.height, seen.height, gap);
  const double weight = test::weight_of(*ball_with(SeenContact{}));
  EXPECT_NEAR(decimated.force / weight, 1, 1e-3);
  EXPECT_NEAR(seen.force / weight, 1, 1e-3);
}

// A coarse ball around the other.
constexpr double kOutside = 0.015;  // m
GivenContact ball_around() {
  SurfaceMesh around = decimate(fine_ball().surface, {.target_triangles = 200}).mesh;
  for (Vec3& p : around.positions) p *= (0.1 + kOutside) / 0.1;
  return {around};
}

TEST(ContactSurface, that_is_given_carries_the_body) {
  World world = falling_ball(ball_around());
  for (int i = 0; i < 80; ++i) world.step(kStep, {.forces = true});
  Body& ball = *world.bodies()[0];
  EXPECT_NEAR(test::contact_force_on(world, "ball").y / test::weight_of(ball), 1, 1e-3);
  std::vector<Vec3> touching(surface_of(ball).rest.size());
  ball.contact_side()->vertices_at_start(touching);
  const double gap = 0.02 * mean_edge(ball_around().mesh);
  EXPECT_NEAR(bounding_box(touching).lower.y, gap, 0.01 * gap);
  EXPECT_GT(lowest_seen(world), kOutside / 2);
}

TEST(ContactSurface, that_bounds_no_solid_or_is_elsewhere_is_refused) {
  const auto complaint = [](const ContactChoice& choice) { return error_of([&] { ball_with(choice); }); };
  GivenContact open = ball_around(), far = ball_around(), mixed = ball_around();
  open.mesh.triangles.pop_back();
  EXPECT_THAT(complaint(open),
              HasSubstr("contact_surface: the contact surface is not closed: 3 of its edges"));
  std::swap(mixed.mesh.triangles[0][1], mixed.mesh.triangles[0][2]);
  EXPECT_THAT(complaint(mixed), HasSubstr("do not agree on which side is outside"));
  for (Vec3& p : far.mesh.positions) p *= 1000;
  EXPECT_THAT(complaint(far), HasSubstr("m outside of the body"));
  far.mesh.positions[3].x = std::nan("");
  EXPECT_THAT(complaint(far), HasSubstr("finite"));
  EXPECT_THAT(complaint(CoarseContact{3}), HasSubstr("3 triangles bounds nothing"));
}

// The same ball of cubes.
std::unique_ptr<OctreeBody> ball_of_voxels(const ContactChoice& choice) {
  OctreeBodyModel model;
  const SurfaceMesh& surface = fine_ball().surface;
  const SignedDistance solid(surface);
  model.voxels = voxels_inside(surface, solid, voxel_frame(solid.box(), 7));
  model.surface = OctreeSurface::kOwn;
  model.own_surface = surface;
  model.contact_surface = choice;
  model.materials.base = fine_ball().materials[0];
  model.placement = fine_ball().placement;
  return std::make_unique<OctreeBody>("ball", model, ElasticParams{.damping = {.stiffness = 0.01}});
}

TEST(ContactSurface, of_an_octree_is_decimated_until_the_octree_is_cut) {
  World world;
  Body& ball = world.add(ball_of_voxels(AutoContact{}));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  const auto decimated = ball.contact_side()->contact_surface();
  const std::size_t seen = world.frame().bodies[0].topology.surface->mesh.triangles.size();
  EXPECT_LT(decimated->triangles.size(), seen / 2);
  EXPECT_TRUE(is_closed_and_oriented(decimated->triangles));
  // It follows the cells: at rest it is where it is described.
  std::vector<Vec3> now(decimated->rest.size());
  ball.contact_side()->vertices_at_start(now);
  for (std::size_t v = 0; v < now.size(); ++v)
    ASSERT_LT(distance(now[v], decimated->rest[v] + fine_ball().placement.move), 1e-6);

  for (int i = 0; i < 30; ++i) world.step(kStep, {.forces = true});
  EXPECT_NEAR(test::contact_force_on(world, "ball").y / test::weight_of(ball), 1, 2e-2);
  EXPECT_GT(lowest_seen(world), 0);

  ASSERT_TRUE(
      ball.cuttable()->cut(make_blade(BladePlane{{0, 0.1, 0}, {1, 0, 0}}, {{-1, -1, -1}, {1, 1, 1}})));
  world.publish({});
  EXPECT_EQ(surface_of(ball).triangles, world.frame().bodies[0].topology.surface->mesh.triangles);
  EXPECT_EQ(surface_of(ball).deviation, 0);
  world.step(kStep);
  EXPECT_LT(test::largest_speed(world), 1);
}

TEST(ContactSurface, of_an_octree_may_be_given) {
  const auto ball = ball_of_voxels(ball_around());
  EXPECT_EQ(surface_of(*ball).triangles, ball_around().mesh.triangles);
  GivenContact open = ball_around();
  open.mesh.triangles.pop_back();
  EXPECT_THAT(error_of([&] { ball_of_voxels(open); }),
              HasSubstr("contact_surface: the contact surface is not closed"));
}

TEST(ContactSurface, of_a_sheet_is_what_is_seen) {
  TetBodyModel model;
  model.sheet = Sheet{{structured_sheet(0.2, 0.2, {4, 4})}, 1e-3, 1};
  model.contact_surface = CoarseContact{8};
  EXPECT_THAT(error_of([&] { TetBody("sheet", model, {.strain = Strain::kGreen}); }),
              HasSubstr("a sheet collides with what is seen"));
}

TEST(ContactSurface, decimated_has_the_same_bits_for_any_number_of_threads) {
  std::vector<std::vector<std::uint64_t>> sums;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    World world = falling_ball(AutoContact{});
    sums.push_back(test::step_checksums(world, kStep, 12));
    ASSERT_GT(world.frame().contact.active, 0);
  }
  set_thread_count(0);
  EXPECT_EQ(sums[1], sums[0]);
  EXPECT_EQ(sums[2], sums[0]);
}

class ContactSurfaceFiles : public ScratchFolderTest {};

TEST_F(ContactSurfaceFiles, a_ball_saved_while_its_decimated_surface_touches_goes_on_with_the_same_bits) {
  World world = falling_ball(AutoContact{});
  test::step_checksums(world, kStep, 10);
  ASSERT_GT(world.frame().contact.active, 0);
  write_checkpoint(folder_ / "c", world, "scene");
  World other = falling_ball(AutoContact{});
  read_checkpoint(folder_ / "c", other, "scene");
  EXPECT_EQ(test::step_checksums(other, kStep, 10), test::step_checksums(world, kStep, 10));
}

// Surfaces that cross themselves at rest, if only by rounding, are held back by the search for crossings: such bodies once
// hung in mid-air.
TEST(ContactSurface, of_splitting_cubes_lets_its_body_fall_as_without_contact) {
  for (const std::string_view name : {"rabbit", "bear"}) {
    SCOPED_TRACE(name);
    OctreeBodyModel model;
    model.own_surface = make_model(name, 6000);
    const Box3 box = bounding_box(model.own_surface);
    model.voxels = voxels_inside(model.own_surface, SignedDistance(model.own_surface), voxel_frame(box, 32));
    model.materials.base = {.young = 5e4, .poisson = 0.4, .density = 1000};
    model.placement.move = {0, 2 - box.lower.y, 0};
    World world;
    const Body& body = world.add(
        std::make_unique<OctreeBody>("body", model, ElasticParams{.integrator = Integrator::kBackwardEuler}));
    world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
    constexpr int kSteps = 6;
    for (int i = 0; i < kSteps; ++i) {
      world.step(kStep, {.energies = true});
      EXPECT_EQ(world.frame().contact.held_back, 0);
    }
    const double speed = 9.81 * kSteps * kStep, falling = body.measure().mass * speed * speed / 2;
    const Energies now = world.frame().bodies[0].energies;
    EXPECT_NEAR(now.kinetic / falling, 1, 1e-6);
    EXPECT_LT(now.elastic, 1e-6 * falling);
  }
}

}  // namespace
}  // namespace sinew
