#include <gtest/gtest.h>

#include <functional>

#include "base/parallel.h"
#include "octree/octree_bodies.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {
namespace {

using test::frame_of;
using test::held_box;
using test::octree_params;
using test::same_bits;
using test::take_steps;
using test::wall_at;

const Material kRubber{1e5, 0.3, 1000};
const Vec3 kBelow{-1, -1, -1}, kAbove{3, 3, 3};
constexpr double kStep = 0.01;

// The boundary of the bar.
SurfaceMesh box_surface() {
  SurfaceMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.positions.push_back({i & 1 ? 2.0 : 0.0, i & 2 ? 1.0 : 0.0, i & 4 ? 1.0 : 0.0});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// A bar of 2 x 1 x 1 m under its weight, held on the left. Each call makes another model.
OctreeBodyModel bar(OctreeSurface surface = OctreeSurface::kSmooth) {
  OctreeBodyModel model = held_box({12, 6, 6}, 1.0 / 6, kRubber);
  model.forces = {Gravity{}};
  model.surface = surface;
  model.own_surface = box_surface();
  return model;
}

// Two bodies have the same rest, and show the same objects.
bool share(const OctreeBody& a, const OctreeBody& b) {
  return &a.rest() == &b.rest() && frame_of(a).topology == frame_of(b).topology;
}

bool same_surface(const OctreeBody& a, const OctreeBody& b) {
  const SurfaceMesh &one = frame_of(a).topology.surface->mesh, &other = frame_of(b).topology.surface->mesh;
  return one.triangles == other.triangles && one.positions == other.positions;
}

TEST(SharedRest, equal_bodies_have_the_same_rest_and_show_the_same_objects) {
  for (const OctreeSurface surface : {OctreeSurface::kSmooth, OctreeSurface::kOwn, OctreeSurface::kCells}) {
    OctreeBody a("a", bar(surface), {}), b("b", bar(surface), {});
    EXPECT_TRUE(share(a, b));
    take_steps(a, 2, kStep);
    EXPECT_TRUE(share(a, b));
  }
}

TEST(SharedRest, forces_velocity_and_solver_may_differ) {
  const OctreeBody a("a", bar(), {});
  OctreeBodyModel thrown = bar();
  thrown.forces.clear();
  thrown.velocity = {1, 0, 0};
  for (const SolverMethod method : {SolverMethod::kCg, SolverMethod::kCholesky, SolverMethod::kMultigrid})
    EXPECT_TRUE(
        share(a, OctreeBody("b", thrown, octree_params(Strain::kCauchy, Integrator::kNewmark, method))));
}

// Regions and rules of materials are compared by what they contain.
TEST(SharedRest, equal_shapes_need_not_be_the_same_objects) {
  const auto made = [] {
    OctreeBodyModel model = bar();
    const auto shape = std::make_shared<const SignedDistance>(box_surface());
    model.holds.push_back(
        {{UnionRegion{{{NearShapeRegion{shape, -0.3}}, {SphereRegion{{2, 0, 0}, 0.3}}}}}, {}});
    model.materials.rules = {RegionMaterial{{BoxRegion{{{0, 0, 0}, {1, 1, 1}}}}, {1e6, 0.4, 900}}};
    return model;
  };
  EXPECT_TRUE(share(OctreeBody("a", made(), {}), OctreeBody("b", made(), {})));
}

TEST(SharedRest, bodies_that_differ_share_nothing) {
  const OctreeBody body("a", bar(), {});
  const auto shares_with = [&](auto&& change, const ElasticParams& params = {}) {
    OctreeBodyModel model = bar();
    change(model);
    const OctreeBody other("b", model, params);
    return &body.rest() == &other.rest() ||
           frame_of(body).topology.surface == frame_of(other).topology.surface;
  };
  EXPECT_TRUE(shares_with([](auto&) {}));
  EXPECT_FALSE(shares_with([](auto&) {}, {.integrator = Integrator::kStatic}));
  EXPECT_FALSE(shares_with([](auto& m) { m.coarsest = 1; }));
  EXPECT_FALSE(shares_with([](auto& m) { m.voxels = linked_box({0, 0, 0}, 1.0 / 6, {12, 6, 7}); }));
  EXPECT_FALSE(shares_with([](auto& m) { m.voxels = linked_box({0, 1e-9, 0}, 1.0 / 6, {12, 6, 6}); }));
  EXPECT_FALSE(shares_with([](auto& m) { m.materials.base.young *= 1 + 1e-15; }));
  EXPECT_FALSE(shares_with([](auto& m) { m.materials.rules = {RegionMaterial{{}, kRubber}}; }));
  EXPECT_FALSE(shares_with([](auto& m) { m.holds.clear(); }));
  EXPECT_FALSE(shares_with([](auto& m) { m.holds[0].region.complement = true; }));
  EXPECT_FALSE(shares_with([](auto& m) { m.holds[0].region = {SphereRegion{{0, 0, 0}, 0.5}}; }));
  EXPECT_FALSE(shares_with([](auto& m) { m.holds[0].motion.velocity.x = 1; }));
  EXPECT_FALSE(shares_with([](auto& m) { m.surface = OctreeSurface::kOwn; }));
  EXPECT_FALSE(shares_with([](auto& m) { m.own_surface.positions[0].x -= 1e-9; }));
}

TEST(SharedRest, ends_with_the_last_body) {
  std::weak_ptr<const FrameSurface> surface;
  std::weak_ptr<const FrameElements> elements;
  {
    auto a = std::make_unique<OctreeBody>("a", bar(), ElasticParams{});
    const OctreeBody b("b", bar(), {});
    surface = frame_of(*a).topology.surface, elements = frame_of(*a).topology.elements;
    a.reset();
    EXPECT_EQ(frame_of(b).topology.elements, elements.lock());
  }
  EXPECT_TRUE(surface.expired());
  EXPECT_TRUE(elements.expired());
}

// What happens to one body while others are equal to it.
struct Story {
  std::string name;
  std::function<void(OctreeBody&)> happens;
};

const std::vector<Story>& stories() {
  static const std::vector<Story> all{
      {"nothing", [](OctreeBody&) {}},
      {"stiffer", [](OctreeBody& body) { body.tune("young", 2e5); }},
      {"heavier", [](OctreeBody& body) { body.tune("density", 2500); }},
      {"softened for a long step",
       [](OctreeBody& body) {
         body.tune("young", 1e8);
         take_steps(body, 1, 100, 2 * kStep);
       }},
      {"cut", [](OctreeBody& body) { EXPECT_TRUE(body.cut(wall_at(1.01, kBelow, kAbove))); }},
      {"tuned and cut twice",
       [](OctreeBody& body) {
         body.tune("poisson", 0.4);
         EXPECT_TRUE(body.cut(wall_at(0.7, kBelow, {3, 0.6, 3})));
         EXPECT_TRUE(body.cut(wall_at(1.3, kBelow, kAbove)));
       }},
  };
  return all;
}

void live(OctreeBody& body, const Story& story) {
  take_steps(body, 2, kStep);
  story.happens(body);
  take_steps(body, 2, kStep, 2 * kStep);
}

void compare_with_bodies_alone(const OctreeBodyModel& model, const ElasticParams& params) {
  std::vector<BodyState> alone;
  for (const Story& story : stories()) {
    OctreeBody body("body", model, params);
    live(body, story);
    alone.push_back(body.state());
  }
  std::vector<std::unique_ptr<OctreeBody>> bodies;
  for (const Story& story : stories())
    bodies.push_back(std::make_unique<OctreeBody>(story.name, model, params));
  const int threads = thread_count();
  set_thread_count(4);
  parallel_for_each(bodies.size(), 1, [&](Index k) { live(*bodies[k], stories()[k]); });
  set_thread_count(threads);
  for (std::size_t k = 0; k < bodies.size(); ++k)
    EXPECT_TRUE(same_bits(bodies[k]->state(), alone[k])) << stories()[k].name;
  for (const int tuned : {1, 2, 3}) EXPECT_TRUE(share(*bodies[0], *bodies[tuned]));
}

TEST(SharedRest, bodies_alone_and_among_equals_on_other_threads_have_the_same_bits) {
  for (const SolverMethod method :
       {SolverMethod::kMultigridCg, SolverMethod::kMultigrid, SolverMethod::kCg, SolverMethod::kCholesky})
    compare_with_bodies_alone(bar(),
                              octree_params(Strain::kCorotated, Integrator::kBackwardEuler, method, 1e-6));
  // Of a free body that is too stiff for a step, less of its stiffness is used.
  OctreeBodyModel free = bar();
  free.holds.clear();
  compare_with_bodies_alone(free, {.integrator = Integrator::kBackwardEuler});
}

TEST(SharedRest, a_cut_gives_the_same_surface_alone_and_among_equals) {
  for (const OctreeSurface surface : {OctreeSurface::kSmooth, OctreeSurface::kOwn, OctreeSurface::kCells}) {
    const auto cut_bar = [&] {
      auto body = std::make_unique<OctreeBody>("bar", bar(surface), ElasticParams{});
      body->cut(wall_at(1.01, kBelow, kAbove));
      return body;
    };
    const auto alone = cut_bar();
    const OctreeBody whole("whole", bar(surface), {});
    const FrameTopology before = frame_of(whole).topology;
    const auto cut = cut_bar();
    EXPECT_TRUE(same_surface(*cut, *alone));
    EXPECT_FALSE(same_surface(*cut, whole));
    EXPECT_EQ(frame_of(whole).topology, before);
  }
}

TEST(SharedRest, a_body_restored_to_before_its_cuts_shares_again) {
  OctreeBody a("a", bar(), {});
  const OctreeBody b("b", bar(), {});
  const BodyState before = a.state();
  a.cut(wall_at(1.01, kBelow, kAbove));
  EXPECT_FALSE(share(a, b));
  a.restore(before);
  EXPECT_TRUE(share(a, b));
  EXPECT_TRUE(a.cut(wall_at(0.5, kBelow, kAbove)));
}

TEST(SharedRest, bodies_made_at_the_same_time_share) {
  const int threads = thread_count();
  set_thread_count(4);
  std::vector<std::unique_ptr<OctreeBody>> bodies(8);
  parallel_for_each(bodies.size(), 1, [&](Index k) {
    bodies[k] = std::make_unique<OctreeBody>("body", bar(), ElasticParams{});
  });
  for (const auto& body : bodies) EXPECT_TRUE(share(*body, *bodies[0]));
  set_thread_count(threads);
}

}  // namespace
}  // namespace sinew
