#include "elastic/unfolded_patch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "elastic/triangulations.h"
#include "shape/structured.h"

namespace sinew {
namespace {

using test::Triangulation;

Index inner_edge_near(const SurfaceMesh& mesh, const EdgeTable& edges, const Vec3& place) {
  Index best = -1;
  double least = 1e9;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto [p, q] = edges.edge(e);
    const double d = distance(0.5 * (mesh.positions[p] + mesh.positions[q]), place);
    if (edges.sides(e).size() == 2 && d < least) best = e, least = d;
  }
  return best;
}

double largest_change_of_distance(const SurfaceMesh& mesh, const UnfoldedPatch& patch) {
  double most = 0;
  for (const auto& a : patch.nodes())
    for (const auto& b : patch.nodes())
      most = std::max(most, std::abs(std::hypot(a.s - b.s, a.n - b.n) -
                                     distance(mesh.positions[a.node], mesh.positions[b.node])));
  return most;
}

TEST(UnfoldedPatch, of_a_flat_sheet_keeps_all_distances_and_grows_to_the_whole_sheet) {
  const SurfaceMesh mesh = test::rectangle({0, 0, 0}, {2, 0, 1}, {8, 5}, Triangulation::kIrregular);
  const EdgeTable edges(mesh.triangles);
  UnfoldedPatch patch(mesh, edges, inner_edge_near(mesh, edges, {1, 0, 0.5}));
  EXPECT_EQ(patch.nodes().size(), 4U);
  EXPECT_TRUE(patch.grow());
  EXPECT_LE(patch.nodes().size(), 8U);
  while (patch.grow())
    ;
  EXPECT_EQ(static_cast<Index>(patch.nodes().size()), mesh.vertex_count());
  EXPECT_LT(largest_change_of_distance(mesh, patch), 1e-12);
}

TEST(UnfoldedPatch, has_its_edge_on_the_first_axis_and_its_first_triangle_below) {
  const SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {4, 4}, Triangulation::kIrregular);
  const EdgeTable edges(mesh.triangles);
  for (Index e = 0; e < edges.edge_count(); ++e) {
    if (edges.sides(e).size() < 2) continue;
    const UnfoldedPatch patch(mesh, edges, e);
    const auto nodes = patch.nodes();
    EXPECT_EQ(nodes[0].node, edges.edge(e)[0]);
    EXPECT_EQ(nodes[0].s, -nodes[1].s);
    EXPECT_EQ(nodes[0].n, 0);
    EXPECT_EQ(nodes[1].n, 0);
    const EdgeTable::Side first = edges.sides(e)[0];
    EXPECT_EQ(nodes[2].node, mesh.triangles[first.triangle][(first.corner + 2) % 3]);
    EXPECT_LT(nodes[2].n, 0);
    EXPECT_GT(nodes[3].n, 0);
  }
}

TEST(UnfoldedPatch, of_a_folded_sheet_is_that_of_the_flat_one) {
  const SurfaceMesh flat = structured_sheet(1, 1, 2 * 64);
  SurfaceMesh folded = flat;
  for (Vec3& p : folded.positions)
    if (p.x > 0) p = {p.x * std::cos(2.0), p.x * std::sin(2.0), p.z};
  const EdgeTable edges(flat.triangles);
  const Index e = inner_edge_near(flat, edges, {0, 0, 0});
  UnfoldedPatch a(flat, edges, e), b(folded, edges, e);
  for (int ring = 0; ring < 3; ++ring, a.grow(), b.grow()) {
    ASSERT_EQ(a.nodes().size(), b.nodes().size());
    for (std::size_t k = 0; k < a.nodes().size(); ++k) {
      EXPECT_EQ(a.nodes()[k].node, b.nodes()[k].node);
      EXPECT_NEAR(a.nodes()[k].s, b.nodes()[k].s, 1e-14);
      EXPECT_NEAR(a.nodes()[k].n, b.nodes()[k].n, 1e-14);
    }
  }
}

TEST(UnfoldedPatch, does_not_depend_on_which_way_triangles_turn) {
  SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {5, 5}, Triangulation::kIrregular);
  for (Index t = 0; t < mesh.triangle_count(); t += 3) std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
  const EdgeTable edges(mesh.triangles);
  UnfoldedPatch patch(mesh, edges, inner_edge_near(mesh, edges, {0.5, 0, 0.5}));
  while (patch.grow())
    ;
  EXPECT_LT(largest_change_of_distance(mesh, patch), 1e-12);
}

}  // namespace
}  // namespace sinew
