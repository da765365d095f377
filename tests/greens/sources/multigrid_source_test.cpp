#include "greens/sources/multigrid_source.h"

#include <gtest/gtest.h>

#include <cmath>

#include "greens/sources/finite_element_source.h"
#include "greens/sources/standing_bodies.h"

namespace sinew {
namespace {

TEST(MultigridSource, agrees_with_the_factor_to_its_tolerance) {
  const ReferenceProblem problem = standing(sphere(3), -0.7);
  const FiniteElementSource factored(problem, {.order = ElementOrder::kLinear});
  const MultigridSource multigrid(problem, {.levels = 3, .tolerance = 1e-10});
  ASSERT_EQ(factored.count(), multigrid.count());
  std::vector<Index> vertices;
  for (Index i = 0; i < 7; ++i) vertices.push_back(60 * i);
  std::vector<double> exact(9 * static_cast<std::size_t>(factored.count()) * vertices.size()),
      solved(exact.size());
  factored.columns(vertices, exact);
  multigrid.columns(vertices, solved);
  double error = 0, size = 0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    error += (solved[i] - exact[i]) * (solved[i] - exact[i]), size += exact[i] * exact[i];
  EXPECT_LT(std::sqrt(error / size), 1e-8);
}

}  // namespace
}  // namespace sinew
