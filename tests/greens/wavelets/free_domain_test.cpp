#include "greens/wavelets/free_domain.h"

#include <gtest/gtest.h>

#include "base/error_of.h"
#include "greens/wavelets/round_bodies.h"

namespace sinew {
namespace {

TEST(FreeDomain, levels_and_parents_are_numbered_among_free_vertices) {
  const ReferenceProblem problem = held_sphere(2);
  const FreeDomain domain = free_domain(problem);
  const std::vector<Index> free = free_vertices(problem);
  EXPECT_EQ(domain.count(), static_cast<Index>(free.size()));
  EXPECT_EQ(domain.counts[0], 5);  // the octahedron's lowest vertex is held
  for (Index v = domain.counts[0]; v < domain.count(); ++v) {
    const Index level = domain.level_of(v);
    EXPECT_LT(free[v], problem.levels.count[level]);
    EXPECT_GE(free[v], problem.levels.count[level - 1]);
    for (int k = 0; k < 2; ++k) {
      const Index parent = domain.parents_of(v)[k], on_surface = problem.levels.parents[free[v] - 6][k];
      if (parent < 0)
        EXPECT_TRUE(problem.held[on_surface]);
      else
        EXPECT_EQ(free[parent], on_surface);
    }
  }
  EXPECT_EQ(domain.level_of(0), 0);
}

TEST(FreeDomain, levels_of_another_surface_are_refused_with_a_reason) {
  const auto reason = [](auto&& spoil) {
    ReferenceProblem problem = held_sphere(2);
    spoil(problem);
    return error_of([&] { free_domain(problem); });
  };
  EXPECT_NE(reason([](auto& p) { p.held.pop_back(); }).find("said to be held or free"), std::string::npos);
  EXPECT_NE(reason([](auto& p) { p.levels.count.back() = 65; }).find("the finest level has 65 vertices"),
            std::string::npos);
  EXPECT_NE(reason([](auto& p) { p.levels.count.clear(); }).find("has 0 vertices"), std::string::npos);
  EXPECT_NE(
      reason([](auto& p) { p.levels.parents.pop_back(); }).find("59 vertices have parents instead of 60"),
      std::string::npos);
  EXPECT_NE(reason([](auto& p) {
              p.levels.parents[0] = {0, 7};
            }).find("which is not on level 0"),
            std::string::npos);
  EXPECT_NE(reason([](auto& p) { std::fill_n(p.held.begin(), 6, 1); }).find("no free vertex"),
            std::string::npos);
}

}  // namespace
}  // namespace sinew
