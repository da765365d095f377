#include "mesh/volume_diagnosis.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/parallel.h"
#include "mesh/hexahedron_quality.h"

namespace sinew {
namespace {

// n^3 unit cells, each one hexahedron or, cut along its main diagonal, six tetrahedra.
VolumeMesh block(Index n, bool hexahedra) {
  VolumeMesh mesh;
  for (Index k = 0; k <= n; ++k)
    for (Index j = 0; j <= n; ++j)
      for (Index i = 0; i <= n; ++i) mesh.positions.push_back({double(i), double(j), double(k)});
  auto at = [&](Index i, Index j, Index k) { return (k * (n + 1) + j) * (n + 1) + i; };
  for (Index k = 0; k < n; ++k)
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) {
        const Hexahedron h{
            at(i, j, k),     at(i + 1, j, k),     at(i + 1, j + 1, k),     at(i, j + 1, k),
            at(i, j, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)};
        if (hexahedra) {
          mesh.hexahedra.push_back(h);
          continue;
        }
        const int ring[7] = {1, 2, 3, 7, 4, 5, 1};
        for (int s = 0; s < 6; ++s) mesh.tetrahedra.push_back({h[0], h[ring[s]], h[ring[s + 1]], h[6]});
      }
  return mesh;
}

TEST(VolumeDiagnosis, a_block_of_tetrahedra_is_sound) {
  const VolumeDiagnosis d = diagnose(block(3, false));
  EXPECT_EQ(d.tetrahedra, 162);
  EXPECT_NEAR(d.volume, 27, 1e-12);
  EXPECT_EQ(d.inverted_elements + d.degenerate_elements + d.duplicate_elements + d.overfull_faces, 0);
  EXPECT_EQ(d.components, 1);
  EXPECT_NEAR(d.min_dihedral_angle.value, 45, 1e-12);
  EXPECT_NEAR(d.max_dihedral_angle.value, 90, 1e-12);
  EXPECT_EQ(d.boundary.triangles, 108);
  EXPECT_EQ(d.boundary.vertices, 56);
  EXPECT_EQ(d.boundary.topology.genus, 0);
  EXPECT_NEAR(d.boundary.volume, 27, 1e-12);
  EXPECT_EQ(std::accumulate(d.quality_histogram.begin(), d.quality_histogram.end(), 0), 162);
}

TEST(VolumeDiagnosis, a_block_of_hexahedra_is_sound) {
  const VolumeDiagnosis d = diagnose(block(2, true));
  EXPECT_NEAR(d.volume, 8, 1e-12);
  EXPECT_DOUBLE_EQ(d.min_scaled_jacobian.value, 1);
  EXPECT_EQ(d.inverted_elements + d.degenerate_elements, 0);
  EXPECT_EQ(d.components, 1);
  EXPECT_EQ(d.boundary.triangles, 48);
  EXPECT_TRUE(d.boundary.topology.closed && d.boundary.topology.manifold());
  EXPECT_EQ(d.min_dihedral_angle.element, -1);
}

TEST(VolumeDiagnosis, inverted_flat_and_duplicate_elements_are_counted) {
  VolumeMesh mesh = block(1, false);
  std::swap(mesh.tetrahedra[2][0], mesh.tetrahedra[2][1]);
  mesh.tetrahedra.push_back({0, 1, 3, 2});  // the bottom face, flat
  mesh.tetrahedra.push_back({0, 1, 1, 5});
  mesh.tetrahedra.push_back(mesh.tetrahedra[0]);
  mesh.positions.push_back({9, 9, 9});
  const VolumeDiagnosis d = diagnose(mesh);
  EXPECT_EQ(d.inverted_elements, 1);
  EXPECT_EQ(d.degenerate_elements, 2);
  EXPECT_EQ(d.duplicate_elements, 1);
  EXPECT_EQ(d.unused_nodes, 1);
  EXPECT_EQ(d.min_quality.element, 2);
  EXPECT_LT(d.min_quality.value, 0);
  EXPECT_EQ(d.quality_histogram[0], 2);
  EXPECT_GT(d.overfull_faces, 0);
  EXPECT_EQ(d.box.upper.x, 1);
}

TEST(VolumeDiagnosis, tetrahedra_hinged_at_an_edge_are_two_components_with_a_non_manifold_edge) {
  VolumeMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0, 0, -1}};
  mesh.tetrahedra = {{0, 1, 2, 3}, {0, 1, 4, 5}};
  const VolumeDiagnosis d = diagnose(mesh);
  EXPECT_EQ(d.inverted_elements, 0);
  EXPECT_EQ(d.components, 2);
  EXPECT_EQ(d.boundary.topology.nonmanifold_edges, 1);
}

TEST(VolumeDiagnosis, a_sheared_hexahedron_has_the_jacobian_of_its_angle_and_a_crossed_one_is_inverted) {
  VolumeMesh mesh = block(1, true);
  for (Vec3& p : mesh.positions) p.x += p.z;  // 45 degrees
  EXPECT_NEAR(diagnose(mesh).min_scaled_jacobian.value, std::sqrt(0.5), 1e-15);
  std::swap(mesh.hexahedra[0][0], mesh.hexahedra[0][1]);
  EXPECT_EQ(diagnose(mesh).inverted_elements, 1);
}

TEST(VolumeDiagnosis, the_report_is_the_same_for_1_2_and_4_threads) {
  const VolumeMesh mesh = block(4, false);
  set_thread_count(1);
  const VolumeDiagnosis one = diagnose(mesh);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    const VolumeDiagnosis d = diagnose(mesh);
    EXPECT_EQ(d.boundary, one.boundary);
    EXPECT_EQ(d.min_quality, one.min_quality);
    EXPECT_EQ(d.mean_quality, one.mean_quality);
  }
  set_thread_count(0);
}

TEST(VolumeDiagnosis, an_empty_mesh_has_nothing_wrong) {
  const VolumeDiagnosis d = diagnose(VolumeMesh{});
  EXPECT_EQ(d.components, 0);
  EXPECT_EQ(d.min_quality.element, -1);
}

}  // namespace
}  // namespace sinew
