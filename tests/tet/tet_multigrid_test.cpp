#include "tet/tet_multigrid.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "tet/bars.h"
#include "tet/elastic_assembly.h"

namespace sinew {
namespace {

// The factor of the residual in the eighth V(1,1)-cycle of a static solve under weight.
double cycle_factor(const ElasticRest& rest, std::span<const VolumeMesh> coarser) {
  BlockMatrix<double> K(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop, K);
  const auto multigrid = make_multigrid<double>(rest, transfers_between(rest, coarser));
  multigrid->set_matrix(K);
  auto work = multigrid->make_work();
  const auto masses = nodal_masses(rest);
  BlockVector<double> r(masses.size()), x(masses.size());
  for (std::size_t v = 0; v < r.size(); ++v)
    if (rest.held[v] == 0) r[v].y = -9.81 * masses[v];
  double before = 0, after = 0;
  for (int cycle = 0; cycle < 8; ++cycle) {
    multigrid->v_cycle(r, x, {}, work);
    residual<double>(K, r, x, r);
    before = after;
    after = norm<double>(r);
  }
  return after / before;
}

// The same finest level above levels that are its own parents, and above levels made for the body's surface.
TEST(TetMultigrid, nested_and_non_nested_hierarchies_converge_alike) {
  const std::vector<Material> material{{1e6, 0.3, 1000}};
  const std::vector<VolumeMesh> nested = nested_levels(box_mesh({2, 1, 1}, {4, 2, 2}), 2);
  const auto held_end = test::nodes_where(nested[0], [](const Vec3& p) { return p.x == 0; });
  const ElasticRest rest = make_elastic_rest(nested[0], material, held_end);
  const double of_nested = cycle_factor(rest, std::span(nested).subspan(1));

  const SurfaceMesh surface = boundary_surface(nested[0]);
  HierarchyParams params;
  params.levels = 3;
  params.finest = static_cast<Index>(nested[0].element_count());
  const MeshHierarchy others = build_hierarchy(surface, SignedDistance(surface), params);
  const double of_others = cycle_factor(rest, std::span(others.levels).subspan(1));
  EXPECT_LT(of_nested, 0.6);
  EXPECT_NEAR(of_others, of_nested, 0.06);
}

TEST(TetMultigrid, the_levels_of_a_torus_converge_as_those_of_a_box) {
  const SurfaceMesh torus = test::torus(40, 16);
  HierarchyParams params;
  params.levels = 3;
  params.finest = 3000;
  const MeshHierarchy hierarchy = build_hierarchy(torus, SignedDistance(torus), params);
  const auto held_side = test::nodes_where(hierarchy.levels[0], [](const Vec3& p) { return p.x < -2; });
  const std::vector<Material> material{{1e6, 0.3, 1000}};
  EXPECT_LT(cycle_factor(make_elastic_rest(hierarchy.levels[0], material, held_side),
                         std::span(hierarchy.levels).subspan(1)),
            0.6);
}

TEST(TetMultigrid, a_node_between_two_coarse_ones_follows_just_those_two) {
  const VolumeMesh coarse = box_mesh({1, 1, 1}, {2, 2, 2}), fine = refine_nested(coarse);
  const Interpolation P = interpolation_between(coarse, fine.positions, {});
  for (Index i = 0; i < P.fine_nodes(); ++i) {
    const Index entries = P.row_start[i + 1] - P.row_start[i];
    EXPECT_EQ(entries, i < coarse.node_count() ? 1 : 2);
    Vec3 place;
    for (Index at = P.row_start[i]; at < P.row_start[i + 1]; ++at)
      place += double(P.weight[at]) * coarse.positions[P.column[at]];
    EXPECT_LT(distance(place, fine.positions[i]), 1e-7);
  }
}

TEST(TetMultigrid, held_nodes_do_not_follow_the_coarse_level) {
  const VolumeMesh coarse = box_mesh({1, 1, 1}, {2, 2, 2});
  const std::vector<char> held{1, 0, 0};
  const Interpolation P = interpolation_between(coarse, std::span(coarse.positions).first(3), held);
  EXPECT_EQ(P.row_start, (UnsetVector<Index>{0, 0, 1, 2}));
}

}  // namespace
}  // namespace sinew
