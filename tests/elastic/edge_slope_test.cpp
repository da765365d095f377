#include "elastic/edge_slope.h"

#include <gtest/gtest.h>

#include <cmath>

#include "elastic/triangulations.h"

namespace sinew {
namespace {

using test::Triangulation;

// At the middle of the edge, away from its first triangle.
Vec3 slope_direction(const SurfaceMesh& mesh, const EdgeTable& edges, Index e) {
  const auto [p, q] = edges.edge(e);
  const EdgeTable::Side side = edges.sides(e)[0];
  const Vec3 along = normalized(mesh.positions[q] - mesh.positions[p]);
  const Vec3 inward =
      mesh.positions[mesh.triangles[side.triangle][(side.corner + 2) % 3]] - mesh.positions[p];
  return -normalized(inward - dot(inward, along) * along);
}

struct Quadratic {
  double c, x, z, xx, xz, zz;
  double operator()(const Vec3& p) const {
    return c + x * p.x + z * p.z + xx * p.x * p.x + xz * p.x * p.z + zz * p.z * p.z;
  }
  Vec3 gradient(const Vec3& p) const { return {x + 2 * xx * p.x + xz * p.z, 0, z + xz * p.x + 2 * zz * p.z}; }
};

double largest_error(const SurfaceMesh& mesh, const Quadratic& w) {
  const EdgeTable edges(mesh.triangles);
  double most = 0;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    if (edges.sides(e).size() < 2) continue;
    double slope = 0;
    for (const SlopeTerm& term : edge_slope(UnfoldedPatch(mesh, edges, e)))
      slope += term.weight * w(mesh.positions[term.node]);
    const auto [p, q] = edges.edge(e);
    const Vec3 middle = 0.5 * (mesh.positions[p] + mesh.positions[q]);
    most = std::max(most, std::abs(slope - dot(w.gradient(middle), slope_direction(mesh, edges, e))));
  }
  return most;
}

TEST(EdgeSlope, of_quadratic_functions_is_exact_at_every_inner_edge) {
  const Quadratic w{0.3, -0.7, 1.1, 0.9, -1.3, 0.4};
  for (const Triangulation kind : test::kTriangulations)
    for (const std::array<Index, 2>& squares :
         {std::array<Index, 2>{9, 7}, std::array<Index, 2>{3, 3}, std::array<Index, 2>{9, 2}})
      EXPECT_LT(largest_error(test::rectangle({0, 0, 0}, {1, 0, 0.7}, squares, kind), w), 1e-10)
          << name_of(kind) << squares[1];
}

// Nodes on two lines do not tell z^2 from z, but neither does the slope at half the width.
TEST(EdgeSlope, is_exact_on_strips_of_one_square) {
  for (const Triangulation kind : test::kTriangulations)
    EXPECT_LT(largest_error(test::rectangle({0, 0, 0}, {1, 0, 0.1}, {10, 1}, kind), {0, 1, 2, 3, 4, 5}),
              1e-10)
        << name_of(kind);
}

// Four nodes do not tell all quadratic functions apart.
TEST(EdgeSlope, of_two_triangles_alone_is_exact_for_linear_functions) {
  const SurfaceMesh pair{{{0, 0, 0}, {1, 0, 0}, {0.3, 0, 0.7}, {0.6, 0, -1.1}}, {{0, 1, 2}, {1, 0, 3}}};
  EXPECT_LT(largest_error(pair, {1, 2, 3, 0, 0, 0}), 1e-12);
}

// A row of vertices is moved to within a millionth of a side of the next one.
TEST(EdgeSlope, is_exact_beside_slivers) {
  SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {10, 10}, Triangulation::kChessBoard);
  for (Index v = 44; v < 55; ++v) mesh.positions[v].z = mesh.positions[v + 11].z - 1e-7;
  EXPECT_LT(largest_error(mesh, {1, 2, 3, 0, 0, 0}), 1e-6);
  EXPECT_LT(largest_error(mesh, {0, 0, 0, 3, 4, 5}), 1e-4);
}

TEST(EdgeSlope, takes_four_nodes_on_regular_triangles_and_at_most_eight_on_others) {
  const auto largest_inside = [](Triangulation kind) {
    const SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {10, 10}, kind);
    const EdgeTable edges(mesh.triangles);
    std::size_t most = 0;
    for (Index e = 0; e < edges.edge_count(); ++e) {
      const Vec3 at = mesh.positions[edges.edge(e)[0]];
      if (std::max(std::abs(at.x - 0.5), std::abs(at.z - 0.5)) < 0.25)
        most = std::max(most, edge_slope(UnfoldedPatch(mesh, edges, e)).size());
    }
    return most;
  };
  EXPECT_EQ(largest_inside(Triangulation::kChessBoard), 4U);
  EXPECT_EQ(largest_inside(Triangulation::kStriped), 4U);
  EXPECT_LE(largest_inside(Triangulation::kIrregular), 8U);
}

}  // namespace
}  // namespace sinew
