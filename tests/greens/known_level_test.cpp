#include <gtest/gtest.h>

#include "base/error_of.h"
#include "greens/known_body.h"
#include "greens_bodies.h"
#include "remeshing/subdivision.h"

namespace sinew {
namespace {

// A tetrahedron of 1 m, split twice, with its lower corners held.
ReferenceProblem split_tetrahedron() {
  ReferenceProblem problem;
  problem.surface = {{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0.3, 1, 0.3}},
                     {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
  problem.levels.count = {4};
  for (int level = 0; level < 2; ++level) {
    const SubdivisionStep step = subdivide(problem.surface.triangles, problem.surface.vertex_count());
    problem.surface = subdivide_midpoint(problem.surface);
    problem.levels.count.push_back(problem.surface.vertex_count());
    problem.levels.parents.insert(problem.levels.parents.end(), step.parents.begin(), step.parents.end());
  }
  for (const Vec3& p : problem.surface.positions) problem.held.push_back(p.y < 1e-9 ? 1 : 0);
  problem.material = {1e5, 0.3, 1000};
  return problem;
}

std::vector<Vec3> sag_of(KnownResponses known, const Force& force) {
  GreensBodyModel model;
  model.responses = std::make_shared<KnownResponses>(std::move(known));
  model.holds = {{test::nodes_below(surface_of(*model.responses).positions, 1e-9), Motion{}}};
  model.forces = {Gravity{}, force};
  World world;
  GreensBody& body = test::added(world, std::make_unique<GreensBody>("body", model));
  test::steps(world, 1);
  return body.displacements();
}

TEST(KnownLevel, its_vertices_move_as_they_do_in_full_detail) {
  const KnownResponses known = known_by_finite_elements(split_tetrahedron());
  const KnownResponses coarse = at_level(known, 1);
  EXPECT_EQ(coarse.problem.surface.positions.size(), 10U);
  EXPECT_EQ(coarse.problem.surface.triangles.size(), 16U);
  const Force tip = PointForce{.at = {0.3, 1, 0.3}, .force = {1, -2, 0.5}};
  const std::vector<Vec3> all = sag_of(known, tip), some = sag_of(coarse, tip);
  for (std::size_t v = 0; v < some.size(); ++v) EXPECT_LT(norm(some[v] - all[v]), 1e-12) << v;
  EXPECT_NE(error_of([&] { at_level(known, 3); }), "");
}

// Prefixes of the transform are fields in less detail: they agree with the whole to the threshold.
TEST(KnownLevel, compressed_ones_agree_to_the_threshold) {
  KnownResponses known = known_by_finite_elements(split_tetrahedron());
  compress_known(0.02, known);
  const Force tip = PointForce{.at = {0.3, 1, 0.3}, .force = {1, -2, 0.5}};
  const std::vector<Vec3> all = sag_of(known, tip), some = sag_of(at_level(known, 1), tip);
  double most = 0, size = 0;
  for (std::size_t v = 0; v < some.size(); ++v)
    most = std::max(most, norm(some[v] - all[v])), size = std::max(size, norm(all[v]));
  EXPECT_LT(most, 0.1 * size);
}

}  // namespace
}  // namespace sinew
