#include "mesh/tetrahedron_locator.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

// So many unit tetrahedra along x, squeezed by `thickness` along y and z.
VolumeMesh row_of_tetrahedra(Index count, double thickness) {
  VolumeMesh mesh;
  for (Index t = 0; t < count; ++t) {
    for (const Vec3& p : {Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
      mesh.positions.push_back({p.x + 2.0 * t, thickness * p.y, thickness * p.z});
    mesh.tetrahedra.push_back({4 * t, 4 * t + 1, 4 * t + 2, 4 * t + 3});
  }
  return mesh;
}

TEST(TetrahedronLocator, a_mesh_without_elements_takes_one_box_and_holds_nothing) {
  for (const VolumeMesh& mesh : {VolumeMesh{}, VolumeMesh{{{1, 2, 3}, {4, 5, 6}}, {}, {}, {}, {}}}) {
    const TetrahedronLocator locator(mesh);
    EXPECT_EQ(locator.cell_count(), 1U);
    EXPECT_EQ(locator.find({1, 2, 3}).tetrahedron, -1);
    EXPECT_EQ(count_outside(mesh, std::vector<Vec3>{{0, 0, 0}, {1, 2, 3}}), 2);
  }
}

TEST(TetrahedronLocator, flat_meshes_take_a_number_of_boxes_in_proportion_to_their_elements) {
  for (const double thickness : {1.0, 1e-3, 1e-9})
    for (const Index count : {1, 10, 1000}) {
      const VolumeMesh mesh = row_of_tetrahedra(count, thickness);
      const TetrahedronLocator locator(mesh);
      EXPECT_LE(locator.cell_count(), 1000U + 8U * static_cast<std::size_t>(count)) << thickness;
      for (const Index t : {Index{0}, count / 2, count - 1})
        EXPECT_EQ(locator.find({2.0 * t + 0.2, 0.2 * thickness, 0.2 * thickness}).tetrahedron, t);
      EXPECT_EQ(locator.find({1.5, 0.1 * thickness, 0.1 * thickness}).tetrahedron, -1);
    }
}

}  // namespace
}  // namespace sinew
