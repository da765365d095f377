#include "meshing/fitted_mesh.h"

#include <gtest/gtest.h>

#include <string>

#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_quality.h"
#include "sinew/base/error.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

// Twelve long triangles.
SurfaceMesh plank() {
  SurfaceMesh box;
  for (const Vec3& p : corners_of(Box3{{0, 0, 0}, {6, 0.5, 1}})) box.positions.push_back(p);
  box.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                   {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return box;
}

void expect_fits(const SurfaceMesh& surface, const FittedMesh& fitted) {
  ASSERT_GE(fitted.mesh.positions.size(), surface.positions.size());
  const std::vector<char> used = used_nodes(fitted.mesh);
  for (std::size_t i = 0; i < surface.positions.size(); ++i) {
    EXPECT_EQ(fitted.mesh.positions[i], surface.positions[i]) << i;
    EXPECT_TRUE(used[i]) << i;
  }
  for (Index t = 0; t < fitted.mesh.tetrahedron_count(); ++t)
    EXPECT_GT(tetrahedron_volume(fitted.mesh, t), 0);
  EXPECT_EQ(face_components(face_neighbours(fitted.mesh.tetrahedra)).count, 1);
}

TEST(FittedMesh, every_vertex_of_a_rabbit_is_a_node_of_its_elements) {
  const SurfaceMesh rabbit = make_model("rabbit", 3000);
  const FittedMesh fitted = fit_tetrahedra(rabbit);
  expect_fits(rabbit, fitted);
  EXPECT_LT(fitted.volume_error, 2e-3);
  for (Index t = 0; t < fitted.mesh.tetrahedron_count(); ++t) {
    const auto [a, b, c, d] = fitted.mesh.corners(t);
    EXPECT_LT(dihedral_range(a, b, c, d).most, 175);
  }
}

TEST(FittedMesh, a_plank_of_twelve_triangles_is_filled) {
  const FittedMesh fitted = fit_tetrahedra(plank());
  expect_fits(plank(), fitted);
  EXPECT_LT(fitted.volume_error, 1e-6);
}

TEST(FittedMesh, elements_grow_inwards) {
  const SurfaceMesh rabbit = make_model("rabbit", 3000);
  EXPECT_LT(fit_tetrahedra(rabbit, {.growth = 3}).mesh.tetrahedra.size(),
            0.7 * static_cast<double>(fit_tetrahedra(rabbit, {.growth = 0.5}).mesh.tetrahedra.size()));
}

std::string complaint(const SurfaceMesh& surface) {
  try {
    fit_tetrahedra(surface);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(FittedMesh, a_surface_that_has_no_inside_is_refused) {
  SurfaceMesh open = plank();
  open.triangles.pop_back();
  EXPECT_NE(complaint(open).find("not closed"), std::string::npos) << complaint(open);
  SurfaceMesh inside_out = plank();
  for (Triangle& t : inside_out.triangles) std::swap(t[0], t[1]);
  EXPECT_NE(complaint(inside_out).find("not oriented outwards"), std::string::npos);
  EXPECT_NE(complaint({}).find("not closed"), std::string::npos);
}

}  // namespace
}  // namespace sinew
