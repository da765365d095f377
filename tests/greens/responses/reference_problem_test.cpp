#include "greens/responses/reference_problem.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

TEST(ReferenceProblem, vertex_areas_add_up_to_the_area_and_free_vertices_keep_their_order) {
  ReferenceProblem problem;
  problem.surface.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  problem.surface.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  problem.held = {0, 1, 0, 0};
  EXPECT_EQ(free_vertices(problem), (std::vector<Index>{0, 2, 3}));
  double sum = 0;
  for (const double area : vertex_areas(problem.surface)) sum += area;
  EXPECT_NEAR(sum, 1.5 + std::sqrt(3.0) / 2, 1e-15);
}

}  // namespace
}  // namespace sinew
