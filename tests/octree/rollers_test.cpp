#include <gtest/gtest.h>

#include <cmath>

#include "octree/octree_bodies.h"
#include "octree/solver/octree_system.h"

namespace sinew {
namespace {

using test::octree_params;

const Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};
const Placement kTurned{to_matrix({0.5, 0.1, 0.7, 0.5}), {3, -1, 2}};
const std::array kPlacements{Placement{}, kTurned};
constexpr double kVoxel = 0.125;
const Material kMaterial{1e5, 0.3, 1000};

// Holds the plane through a point along its normal, both in own axes: vertices on the far side of it.
RegionHold plane(const OctreeBodyModel& model, const Vec3& at, const Vec3& normal,
                 const Motion& motion = {}) {
  const Placement& place = model.placement;
  return {{HalfSpaceRegion{place.point(at + 1e-9 * normal), place.direction(-1.0 * normal)}},
          motion,
          {place.direction(normal)}};
}

// A box between the symmetry planes x = 0, y = 0 and z = 0 of its own axes, and nothing else.
OctreeBodyModel box_in_the_corner(const std::array<Index, 3>& voxels, const Placement& placement) {
  OctreeBodyModel model = test::box_model(voxels, kVoxel, kMaterial);
  model.placement = placement;
  for (const Vec3& normal : {kX, kY, kZ}) model.holds.push_back(plane(model, {}, normal));
  return model;
}

// A constant traction along `axis` on the faces of cells at the far end of that axis, a quarter of each at its
// corners: exact for homogeneous stress. (A SurfaceForce goes to the corners of triangles.)
CustomForce pull_at_the_end(const OctreeBodyModel& model, int axis, double length, double stress) {
  const OctreeBody shape("shape", model, octree_params(Strain::kCauchy, Integrator::kBackwardEuler));
  std::vector<double> area(shape.rest().positions.size(), 0);
  for (std::size_t c = 0; c < shape.rest().grid.cells.places.size(); ++c)
    for (const Index v : shape.rest().grid.vertices.corners[c])
      if (shape.rest().positions[v][axis] > length - 1e-9)
        area[v] += std::pow(shape.rest().grid.side(static_cast<Index>(c)), 2) / 4;
  Vec3 along;
  along[axis] = stress;
  const Vec3 traction = model.placement.direction(along);
  return {"pull", [=](double, std::span<const Vec3>, std::span<const Vec3>, std::span<Vec3> f) {
            for (std::size_t v = 0; v < area.size(); ++v) f[v] += area[v] * traction;
          }};
}

// The largest difference to homogeneous strain, relative to the largest displacement.
double error_of_uniform_stretch(const OctreeBody& body, double strain) {
  const std::vector<Vec3> u = body.displacements();
  double error = 0, size = 0;
  for (std::size_t v = 0; v < u.size(); ++v) {
    const Vec3 p = body.rest().positions[v];
    const Vec3 exact =
        body.placement().direction(strain * Vec3{p.x, -kMaterial.poisson * p.y, -kMaterial.poisson * p.z});
    error = std::max(error, distance(u[v], exact));
    size = std::max(size, norm(exact));
  }
  return error / size;
}

class OctreeRollersBy : public testing::TestWithParam<SolverMethod> {};

TEST_P(OctreeRollersBy, a_pulled_bar_between_symmetry_planes_is_strained_homogeneously) {
  const double stress = 100;
  for (const Placement& placement : kPlacements) {
    OctreeBodyModel model = box_in_the_corner({16, 8, 8}, placement);
    model.forces = {pull_at_the_end(model, 0, 2, stress)};
    OctreeBody body("bar", model, octree_params(Strain::kCauchy, Integrator::kStatic, GetParam()));
    test::take_steps(body, 1, 1);
    EXPECT_LT(error_of_uniform_stretch(body, stress / kMaterial.young),
              1e-6);  // of cells in single precision
    EXPECT_LT(distance(body.reactions()[0].force, placement.direction(-stress * kX)), 1e-5);
  }
}

TEST_P(OctreeRollersBy, vertices_stay_in_their_plane_while_the_body_swings) {
  OctreeBodyModel model = box_in_the_corner({16, 8, 8}, kTurned);
  model.holds.resize(1);
  model.velocity = {0.1, 0.5, -0.2};
  OctreeBody body("bar", model, octree_params(Strain::kCorotated, Integrator::kNewmark, GetParam(), 1e-6));
  test::take_steps(body, 8, 0.01);
  const std::vector<Vec3> u = body.displacements();
  double across = 0, along = 0;
  for (const Index v : body.rest().holds[0].nodes) {
    across = std::max(across, std::abs(dot(u[v], kTurned.direction(kX))));
    along = std::max(along, norm(u[v]));
  }
  EXPECT_GT(along, 0.01);
  EXPECT_LT(across, 1e-12);
}

// The patch test of pressure, -p (1 - 2 nu) / E along every axis, for a material that hardly changes its volume:
// over cells of several sizes, with hanging vertices.
TEST_P(OctreeRollersBy, a_box_under_pressure_shrinks_alike_everywhere_though_it_hardly_can) {
  const double pressure = 1e4;
  OctreeBodyModel model = box_in_the_corner({16, 8, 8}, {});
  model.materials.base.poisson = 0.49;
  for (int axis = 0; axis < 3; ++axis)
    model.forces.push_back(pull_at_the_end(model, axis, axis == 0 ? 2 : 1, -pressure));
  OctreeBody body("box", model, octree_params(Strain::kCauchy, Integrator::kStatic, GetParam()));
  ASSERT_GT(body.rest().grid.vertices.hanging(), 0);
  test::take_steps(body, 1, 1);
  const double strain = -pressure * (1 - 2 * 0.49) / kMaterial.young;
  const std::vector<Vec3> u = body.displacements();
  for (std::size_t v = 0; v < u.size(); ++v)
    EXPECT_LT(distance(u[v], strain * body.rest().positions[v]), 1e-5 * std::abs(strain));
}

INSTANTIATE_TEST_SUITE_P(Methods, OctreeRollersBy,
                         testing::Values(SolverMethod::kMultigrid, SolverMethod::kMultigridCg,
                                         SolverMethod::kCg, SolverMethod::kCholesky));

// A block that hangs on two rods' ends: a quarter with symmetry planes, and the whole.
TEST(OctreeRollers, a_quarter_with_two_symmetry_planes_moves_as_the_whole_does) {
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated}) {
    const ElasticParams params =
        octree_params(strain, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-9);
    const Region top{HalfSpaceRegion{{0, 1 - 1e-9, 0}, kY}};
    OctreeBodyModel whole = test::box_model({8, 8, 8}, kVoxel, kMaterial);
    whole.coarsest = 0;
    whole.placement.move = {-0.5, 0, -0.5};
    whole.holds = {{top, {}}};
    whole.forces = {Gravity{}};
    OctreeBodyModel quarter = whole;
    quarter.voxels = linked_box({0, 0, 0}, kVoxel, {4, 8, 4});
    quarter.placement.move = {};
    for (const Vec3& normal : {kX, kZ}) quarter.holds.push_back(plane(quarter, {}, normal));
    OctreeBody all("whole", whole, params), part("quarter", quarter, params);
    test::take_steps(all, 4, 0.02), test::take_steps(part, 4, 0.02);
    const std::vector<Vec3> expected = all.displacements(), got = part.displacements();
    double most = 0;
    for (std::size_t v = 0; v < got.size(); ++v)
      for (std::size_t w = 0; w < expected.size(); ++w)
        if (distance(all.placement().point(all.rest().positions[w]), part.rest().positions[v]) < 1e-9)
          most = std::max(most, distance(got[v], expected[w]));
    EXPECT_LT(most, 1e-8 * 0.05);
    // A quarter of the weight, and planes push along their normals alone.
    EXPECT_NEAR(part.reactions()[0].force.y, all.reactions()[0].force.y / 4, 1e-4);
    EXPECT_LT(norm(cross(part.reactions()[1].force, kX)), 1e-9);
    EXPECT_LT(norm(cross(part.reactions()[2].force, kZ)), 1e-9);
  }
}

TEST(OctreeRollers, a_led_plane_stretches_a_bar_that_may_get_thinner) {
  for (const Placement& placement : kPlacements) {
    OctreeBodyModel model = box_in_the_corner({16, 8, 8}, placement);
    RegionHold end = plane(model, {2, 0, 0}, -1.0 * kX, {.velocity = placement.direction({0.02, 0.3, 0})});
    model.holds.push_back(end);
    OctreeBody body("bar", model,
                    octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigrid));
    test::take_steps(body, 1, 1);
    EXPECT_LT(error_of_uniform_stretch(body, 0.01), 1e-8);
    EXPECT_LT(distance(body.reactions()[3].force, placement.direction(1000 * kX)), 1e-4);
  }
}

int cycles_of(OctreeBodyModel model, SolverMethod method) {
  model.forces = {Gravity{{3, -5, 7}}};
  OctreeBody body("bar", model, octree_params(Strain::kCauchy, Integrator::kStatic, method, 1e-6));
  test::take_steps(body, 1, 1);
  return body.last_solve().iterations;
}

TEST(OctreeRollers, cycles_take_hardly_more_iterations_than_with_the_plane_clamped) {
  for (const SolverMethod method : {SolverMethod::kMultigrid, SolverMethod::kMultigridCg})
    for (const Placement& placement : kPlacements) {
      const OctreeBodyModel rollers = box_in_the_corner({21, 13, 11}, placement);
      OctreeBodyModel clamped = rollers;
      clamped.holds.resize(1), clamped.holds[0].directions.clear();
      EXPECT_LE(cycles_of(rollers, method), cycles_of(clamped, method) + 3);
    }
}

// A bar on rollers that is cut in two along x: the half away from the plane flies on, the other stays.
TEST(OctreeRollers, a_cut_bar_keeps_its_rollers_and_both_halves_their_balance) {
  OctreeBodyModel model = box_in_the_corner({16, 8, 8}, {});
  model.forces = {Gravity{{2, -9.81, 1}}};
  OctreeBody body(
      "bar", model,
      octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-9));
  double time = test::take_steps(body, 2, 0.01);
  EXPECT_TRUE(body.cut(test::wall_at(1.03, {-1, -1, -1}, {2, 2, 2})));
  const Vec3 before = test::momentum(body);
  Vec3 impulse;
  for (int step = 0; step < 5; ++step) {
    time = test::take_steps(body, 1, 0.01, time);
    for (const HoldReaction& one : body.reactions()) impulse += 0.01 * one.force;
    impulse += 0.01 * test::total_mass(body) * Vec3{2, -9.81, 1};
  }
  const Vec3 after = test::momentum(body);
  EXPECT_GT(norm(after - before), 1);
  EXPECT_LT(norm(after - before - impulse), 1e-5 * norm(after - before));
  const std::vector<Vec3> u = body.displacements();
  for (const Index v : body.rest().holds[0].nodes) EXPECT_LT(std::abs(u[v].x), 1e-12);
}

TEST(OctreeRollers, a_state_goes_on_with_the_same_bits) {
  OctreeBodyModel model = box_in_the_corner({16, 8, 8}, kTurned);
  model.forces = {Gravity{}};
  const ElasticParams params =
      octree_params(Strain::kCorotated, Integrator::kNewmark, SolverMethod::kMultigrid, 1e-5);
  OctreeBody first("bar", model, params), second("bar", model, params);
  const double time = test::take_steps(first, 3, 0.02);
  first.reactions();
  second.restore(first.state());
  test::take_steps(first, 3, 0.02, time), test::take_steps(second, 3, 0.02, time);
  EXPECT_TRUE(test::same_bits(first.state(), second.state()));
  for (std::size_t h = 0; h < 3; ++h) EXPECT_EQ(first.reactions()[h].force, second.reactions()[h].force);
}

TEST(OctreeRollers, bodies_that_differ_in_directions_alone_share_nothing) {
  const OctreeBodyModel one = box_in_the_corner({8, 8, 8}, {});
  OctreeBodyModel other = one;
  other.holds[1].directions = {kY, kZ};
  const ElasticParams params =
      octree_params(Strain::kCauchy, Integrator::kBackwardEuler, SolverMethod::kMultigrid);
  const OctreeBody a("a", one, params), b("b", one, params), c("c", other, params);
  EXPECT_EQ(&a.rest(), &b.rest());
  EXPECT_NE(&a.rest(), &c.rest());
}

}  // namespace
}  // namespace sinew
