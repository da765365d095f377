#include "greens/solver/constraint_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error_of.h"
#include "base/random.h"
#include "greens/solver/global_solution.h"
#include "greens/solver/held_box.h"

namespace sinew {
namespace {

using test::box_responses;
using test::held_box;
using testing::HasSubstr;

std::vector<Index> shuffled_vertices(Random& random) {
  std::vector<Index> all;
  for (Index k = 0; k < held_box().free_count(); ++k) all.push_back(k);
  for (std::size_t i = all.size() - 1; i > 0; --i)
    std::swap(all[i], all[random.below(static_cast<std::uint32_t>(i + 1))]);
  return all;
}

Vec3 random_push(Random& random) { return random.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}); }

// Holds vertices of the surface where they are, beside the ground, and solves the whole body by a sparse factorisation.
TEST(ConstraintSet, random_sets_of_vertices_equal_the_full_solve) {
  Random random(3);
  for (const int s : {1, 2, 5, 12, 30, 60}) {
    const std::vector<Index> order = shuffled_vertices(random);
    ConstraintSet constraints(box_responses(), 60, 60);
    std::vector<Index> nodes;
    const QuadraticStatics reference = held_box().statics();
    std::vector<Vec3> prescribed(static_cast<std::size_t>(reference.mesh().node_count()));
    for (int k = 0; k < s; ++k) {
      const Vec3 w = random_push(random);
      ASSERT_EQ(constraints.add({.point = at_vertex(order[k]), .value = w}).added, Added::kYes);
      nodes.push_back(held_box().node_of_free(order[k]));
      prescribed[nodes.back()] = w;
    }
    GlobalSolution global(box_responses());
    std::vector<Vec3> u(held_box().free.size());
    global.solve(constraints, {});
    global.displacements(constraints, {}, u);
    QuadraticStatics full = held_box().statics(nodes);
    const std::vector<Vec3> zero(prescribed.size());
    const std::vector<Vec3> all = full.solve(zero, prescribed), exact = held_box().at_free(all);
    EXPECT_LT(test::largest_difference(u, exact), 1e-9 * test::largest(exact)) << s << " vertices";
    // The forces of constraints are the reactions of the held nodes.
    const std::vector<Vec3> f = full.forces(all);
    double scale = 0, difference = 0;
    for (Index id = 0; id < s; ++id) {
      scale = std::max(scale, norm(f[nodes[id]]));
      difference = std::max(difference, distance(f[nodes[id]], constraints.force(id)));
    }
    EXPECT_LT(difference, 1e-9 * scale) << s << " vertices";
  }
}

TEST(ConstraintSet, old_boundary_values_and_body_forces_are_included) {
  QuadraticStatics body = held_box().statics();
  const std::vector<Vec3> weight = body.weight({1, -9.8, 2});
  std::vector<Vec3> all_forces = weight;
  const std::vector<std::vector<Vec3>> fields = {held_box().at_free(body.solve(weight))};
  const std::vector<double> shares = {1};
  const std::vector<Index> loaded = {4, 50, 4};
  const std::vector<Vec3> forces = {{10, 0, 5}, {0, -20, 0}, {-3, 1, 0}};
  for (std::size_t k = 0; k < loaded.size(); ++k) all_forces[held_box().node_of_free(loaded[k])] += forces[k];

  ConstraintSet constraints(box_responses(), 10, 10);
  std::vector<Index> nodes;
  std::vector<Vec3> prescribed(weight.size());
  for (const Index v : {11, 30, 50}) {
    const Vec3 w{0.01 * v, 0, -0.002 * v};
    ASSERT_EQ(constraints.add({.point = at_vertex(v), .value = w}).added, Added::kYes);
    nodes.push_back(held_box().node_of_free(v)), prescribed[nodes.back()] = w;
  }
  const Loads loads{loaded, forces, fields, shares};
  GlobalSolution global(box_responses());
  std::vector<Vec3> u(held_box().free.size());
  global.solve(constraints, loads);
  global.displacements(constraints, loads, u);
  const std::vector<Vec3> exact = held_box().at_free(held_box().statics(nodes).solve(all_forces, prescribed));
  EXPECT_LT(test::largest_difference(u, exact), 1e-10 * test::largest(exact));
  // Some vertices alone.
  const std::vector<Index> some = {0, 40, 11, 71};
  std::vector<Vec3> there(some.size());
  global.displacements_at(constraints, loads, some, there);
  for (std::size_t k = 0; k < some.size(); ++k)
    EXPECT_LT(distance(there[k], u[some[k]]), 1e-10 * test::largest(u));
}

// Many loads are summed, few are gathered by blocks: the same answer.
TEST(ConstraintSet, many_loads_give_the_sum_of_few) {
  std::vector<Index> loaded;
  std::vector<Vec3> forces;
  Random random(5);
  for (Index v = 0; v < held_box().free_count(); v += 2)
    loaded.push_back(v), forces.push_back(random.in_box({-1, -1, -1}, {1, 1, 1}));
  ConstraintSet constraints(box_responses(), 10, 10);
  for (const Index v : {11, 31, 51, 60}) constraints.add({.point = at_vertex(v)});
  GlobalSolution global(box_responses());
  const auto forces_of = [&](const Loads& loads) {
    global.solve(constraints, loads);
    std::vector<Vec3> f;
    for (Index id = 0; id < constraints.size(); ++id) f.push_back(constraints.force(id));
    return f;
  };
  const std::vector<Vec3> together = forces_of({loaded, forces});
  std::vector<Vec3> sum(together.size());
  for (std::size_t k = 0; k < loaded.size(); ++k) {
    const std::vector<Vec3> part = forces_of({{&loaded[k], 1}, {&forces[k], 1}});
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
  }
  EXPECT_LT(test::largest_difference(sum, together), 1e-11 * test::largest(together));
}

TEST(ConstraintSet, a_frictionless_point_has_no_force_along_the_tangents) {
  ConstraintSet constraints(box_responses(), 4, 20);
  const WeightedPoints points(held_box().problem);
  const Mat3 axes = test::axes_along({1, 2, -0.5});
  const Constraint slides{.point = points.in_triangle(100, {0.2, 0.5, 0.3}),
                          .axes = axes,
                          .given = {Given::kDisplacement, Given::kForce, Given::kForce},
                          .value = {-0.03, 0, 0}};
  const auto [id, added] = constraints.add(slides);
  ASSERT_EQ(added, Added::kYes);
  GlobalSolution(box_responses()).solve(constraints, {});
  EXPECT_NEAR(norm(cross(constraints.force(id), axes.column[0])), 0, 1e-12 * norm(constraints.force(id)));
  EXPECT_NEAR(dot(constraints.displacement(id), axes.column[0]), -0.03, 1e-14);
  EXPECT_GT(norm(cross(constraints.displacement(id), axes.column[0])), 1e-4);
}

TEST(ConstraintSet, forces_given_along_an_axis_act) {
  ConstraintSet constraints(box_responses(), 4, 20);
  const Constraint pulled{
      .point = at_vertex(20), .given = {Given::kForce, Given::kForce, Given::kForce}, .value = {1, 2, 3}};
  const Index id = constraints.add(pulled).id;
  const std::vector<Vec3> none(1);
  constraints.solve(none);
  std::vector<Vec3> u(held_box().free.size());
  const Index v[] = {20};
  const Vec3 f[] = {{1, 2, 3}};
  box_responses().sum(v, f, u);
  EXPECT_LT(distance(constraints.displacement(id), u[20]), 1e-15);
  EXPECT_EQ(constraints.force(id), f[0]);
}

// A mask, a point in a triangle and a vertex together.
TEST(ConstraintSet, points_and_patches_have_the_displacements_given) {
  const WeightedPoints points(held_box().problem);
  ConstraintSet constraints(box_responses(), 6, 80);
  constraints.add({.point = points.patch(60, {0.3, 0.3, 0.4}, 1), .value = {0.01, 0.02, 0}});
  constraints.add({.point = points.patch(120, {1, 0, 0}, 2), .value = {0, 0.02, 0.05}});
  constraints.add({.point = points.in_triangle(90, {0, 0.5, 0.5}), .value = {-0.04, 0.02, 0}});
  constraints.add({.point = at_vertex(3), .value = {0, 0.02, 0.03}});
  ASSERT_EQ(constraints.size(), 4);
  GlobalSolution global(box_responses());
  global.solve(constraints, {});
  std::vector<Vec3> u(held_box().free.size());
  global.displacements(constraints, {}, u);
  for (Index id = 0; id < constraints.size(); ++id) {
    EXPECT_LT(distance(value_at(constraints.point(id), u), constraints.value(id)), 1e-12);
    EXPECT_LT(distance(constraints.displacement(id), constraints.value(id)), 1e-12);
  }
}

TEST(ConstraintSet, a_second_point_at_one_place_is_redundant_and_changes_nothing) {
  ConstraintSet constraints(box_responses(), 4, 20);
  constraints.add({.point = at_vertex(9), .value = {0.1, 0, 0}});
  const auto [id, added] = constraints.add({.point = at_vertex(9), .value = {0.2, 0, 0}});
  EXPECT_EQ(id, -1);
  EXPECT_EQ(added, Added::kRedundant);
  EXPECT_EQ(constraints.size(), 1);
  const std::vector<Vec3> none(1);
  constraints.solve(none);
  EXPECT_NEAR(constraints.displacement(0).x, 0.1, 1e-14);
}

// Maxwell and Betti: the work of one set of forces along the displacements of another.
TEST(ConstraintSet, the_forces_of_two_sets_of_displacements_are_reciprocal) {
  ConstraintSet constraints(box_responses(), 8, 20);
  for (const Index v : {9, 22, 35, 60}) constraints.add({.point = at_vertex(v)});
  Random random(8);
  const std::vector<Vec3> none(4);
  std::vector<Vec3> u[2], f[2];
  for (int set = 0; set < 2; ++set) {
    for (Index id = 0; id < 4; ++id) constraints.set_value(id, random_push(random));
    constraints.solve(none);
    for (Index id = 0; id < 4; ++id)
      u[set].push_back(constraints.value(id)), f[set].push_back(constraints.force(id));
  }
  double first = 0, second = 0;
  for (std::size_t k = 0; k < 4; ++k) first += dot(f[0][k], u[1][k]), second += dot(f[1][k], u[0][k]);
  EXPECT_NEAR(first, second, 1e-12 * std::abs(first));
}

TEST(ConstraintSet, a_body_at_rest_has_no_forces_and_soft_points_share_the_way) {
  ConstraintSet constraints(box_responses(), 8, 20);
  for (const Index v : {9, 22, 35}) constraints.add({.point = at_vertex(v)});
  const std::vector<Vec3> none(4);
  constraints.solve(none);
  for (Index id = 0; id < 3; ++id) EXPECT_EQ(norm(constraints.force(id)), 0);
  const double softness = 1e-4;
  const Index soft = constraints.add({.point = at_vertex(50), .value = {0.1, 0, 0}, .softness = softness}).id;
  constraints.solve(none);
  EXPECT_LT(distance(constraints.displacement(soft) + softness * constraints.force(soft), {0.1, 0, 0}),
            1e-13);
}

TEST(ConstraintSet, only_blocks_of_new_vertices_are_extracted) {
  ConstraintSet constraints(box_responses(), 8, 20);
  for (const Index v : {9, 22, 35}) constraints.add({.point = at_vertex(v)});
  EXPECT_EQ(constraints.compliance().blocks().extracted(), 6);
  constraints.remove(1);
  constraints.add({.point = at_vertex(22)});  // still known
  EXPECT_EQ(constraints.compliance().blocks().extracted(), 6);
  constraints.add({.point = at_vertex(40)});
  EXPECT_EQ(constraints.compliance().blocks().extracted(), 10);
}

TEST(ConstraintSet, vertices_out_of_use_give_room_to_new_ones) {
  ConstraintSet small(box_responses(), 8, 3);
  for (const Index v : {9, 22, 35}) EXPECT_GE(small.add({.point = at_vertex(v)}).id, 0);
  EXPECT_EQ(small.add({.point = at_vertex(40)}).added, Added::kNoRoom);
  small.remove(0);
  EXPECT_EQ(small.add({.point = at_vertex(40), .value = {0.1, 0, 0}}).added, Added::kYes);
  ConstraintSet large(box_responses(), 8, 20);
  for (const Index v : {40, 22, 35}) large.add({.point = at_vertex(v)});
  large.set_value(0, {0.1, 0, 0});
  const std::vector<Vec3> none(3);
  small.solve(none), large.solve(none);
  for (Index id = 0; id < 3; ++id)
    EXPECT_LT(distance(small.force(id), large.force(id)), 1e-12 * norm(large.force(0)));
}

TEST(ConstraintSet, invalid_constraints_are_refused) {
  ConstraintSet constraints(box_responses(), 8, 20);
  const auto error = [&](const Constraint& c) { return error_of([&] { constraints.add(c); }); };
  EXPECT_EQ(error({.point = at_vertex(1000)}),
            "vertex 1000: a constraint names a free vertex that does not exist");
  EXPECT_EQ(error({.point = {}}), "a constraint has no free vertex");
  EXPECT_THAT(error({.point = at_vertex(1), .axes = {{Vec3{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}}}),
              HasSubstr("at right angles"));
  EXPECT_THAT(error({.point = at_vertex(1), .value = {NAN, 0, 0}}), HasSubstr("not finite"));
  EXPECT_THAT(error({.point = at_vertex(1), .softness = -1}), HasSubstr("softness"));
  WeightedPoint broken = at_vertex(1);
  broken.weight[0] = INFINITY;
  EXPECT_THAT(error({.point = broken}), HasSubstr("weight"));
  EXPECT_THAT(error_of([] { ConstraintSet none(box_responses(), 0, 1); }), HasSubstr("no room for points"));
  EXPECT_THAT(error_of([] { ConstraintSet none(box_responses(), 1, 0); }), HasSubstr("no room for vertices"));
  EXPECT_EQ(constraints.size(), 0);
  GlobalSolution global(box_responses());
  const Index beyond[] = {500};
  const Vec3 force[] = {{1, 0, 0}};
  EXPECT_THAT(error_of([&] { global.solve(constraints, {.vertices = beyond, .forces = force}); }),
              HasSubstr("vertex 500"));
  EXPECT_THAT(error_of([&] { global.solve(constraints, {.vertices = beyond}); }),
              HasSubstr("as many forces"));
}

}  // namespace
}  // namespace sinew
