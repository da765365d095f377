#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "greens/file/greens_file.h"
#include "remeshing/remesh_shapes.h"
#include "remeshing/subdivision.h"

namespace sinew {

// A ball, of 162 vertices after two levels of subdivision, which stands on its lowest ones.
inline ReferenceProblem levelled_ball(int levels = 2) {
  ReferenceProblem problem;
  problem.surface = icosahedron();
  problem.levels.count = {problem.surface.vertex_count()};
  for (int l = 0; l < levels; ++l) {
    const SubdivisionStep step = subdivide(problem.surface.triangles, problem.surface.vertex_count());
    problem.surface = subdivide_midpoint(problem.surface);
    for (Vec3& p : problem.surface.positions) p = normalized(p);
    problem.levels.count.push_back(problem.surface.vertex_count());
    problem.levels.parents.insert(problem.levels.parents.end(), step.parents.begin(), step.parents.end());
  }
  for (const Vec3& p : problem.surface.positions) problem.held.push_back(p.y < -0.7);
  problem.material = {.young = 2, .poisson = 0.3, .density = 5};
  return problem;
}

inline GreensFileHead made_up_head(int levels = 2) {
  GreensFileHead head;
  head.known.problem = levelled_ball(levels);
  const std::size_t free = free_vertices(head.known.problem).size(), all = head.known.problem.held.size();
  head.known.weight.assign(9 * free, 0.25);
  head.known.weight_on_mass(1, 2) = 3;
  head.known.source = "made up";
  head.weight_reactions.assign(9 * (all - free), -1.5);
  head.inner_rows = {{{0.1, 0.2, 0.3}, 0, std::vector<double>(9 * free, 0.5)}};
  head.columns.rank = 2;
  return head;
}

struct MadeUpColumns {
  std::vector<float> F;
  ColumnStore store;
};

// Half of the coefficients of every column, and a global term of rank 2.
inline std::unique_ptr<CompressedResponses> made_up_columns(const GreensFileHead& head) {
  const auto wavelets = std::make_shared<SurfaceWavelets>(head.known.problem, head.wavelets);
  const Index n = wavelets->count();
  const auto owner = std::make_shared<MadeUpColumns>();
  for (Index i = 0; i < 6 * n; ++i) owner->F.push_back(static_cast<float>(std::sin(i)));
  for (Index c = 0; c < n; ++c) {
    for (Index v = c % 2; v < n; v += 2) {
      owner->store.vertices.push_back(v);
      for (int k = 0; k < 9; ++k) owner->store.blocks.push_back(static_cast<float>(std::cos(v + 7 * c + k)));
    }
    owner->store.offsets.push_back(owner->store.vertices.size());
  }
  owner->store.shares = owner->F;
  CompressedParts parts{{2, owner->F}, std::vector<ColumnView>(wavelets->domain().counts.size()), owner};
  parts.levels.back() = owner->store.view();
  return std::make_unique<CompressedResponses>(wavelets, parts);
}

// Sums agree within a share of the largest.
inline void expect_near(const Responses& a, const Responses& b, double share) {
  ASSERT_EQ(a.count(), b.count());
  const std::vector<Index> vertices{0, a.count() / 2, a.count() - 1};
  const std::vector<Vec3> forces{{1, 2, 3}, {-1, 0, 2}, {0.5, -3, 1}};
  std::vector<Vec3> u(a.count()), v(u.size());
  a.sum(vertices, forces, u), b.sum(vertices, forces, v);
  double largest = 0;
  for (const Vec3& x : u) largest = std::max(largest, norm(x));
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_LE(norm(u[i] - v[i]), share * largest) << i;
}

}  // namespace sinew
