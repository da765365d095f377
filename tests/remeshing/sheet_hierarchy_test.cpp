#include "sinew/remeshing/sheet_hierarchy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "remeshing/collapse_mesh.h"
#include "shape/structured.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

double worst_quality(const SurfaceMesh& mesh) {
  double worst = 1;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    worst = std::min(worst, triangle_quality(a, b, c));
  }
  return worst;
}

// Whether triangle t of `inner` lies in one triangle of `outer`; both sheets are flat, with normals up.
bool lies_in_one_triangle(const SurfaceMesh& inner, Index t, const SurfaceMesh& outer) {
  const auto contains = [](const std::array<Vec3, 3>& triangle, const Vec3& p) {
    for (int k = 0; k < 3; ++k)
      if (cross(triangle[(k + 1) % 3] - triangle[k], p - triangle[k]).y < -1e-12) return false;
    return true;
  };
  const auto corners = inner.corners(t);
  for (Index o = 0; o < outer.triangle_count(); ++o)
    if (std::ranges::all_of(corners, [&](const Vec3& p) { return contains(outer.corners(o), p); }))
      return true;
  return false;
}

TEST(SheetHierarchy, structured_sheets_of_four_times_the_triangles_are_nested) {
  for (const Index count : {2, 8, 32}) {
    const SurfaceMesh coarse = structured_sheet(1, 1, count), fine = structured_sheet(1, 1, 4 * count);
    ASSERT_EQ(fine.triangle_count(), 4 * count);
    for (Index t = 0; t < fine.triangle_count(); ++t) EXPECT_TRUE(lies_in_one_triangle(fine, t, coarse));
  }
}

TEST(SheetHierarchy, two_triangles_become_the_cloth_of_the_paper) {
  const auto levels = nested_sheet_levels(structured_sheet(1, 1, 2), 7);
  ASSERT_EQ(levels.size(), 7U);
  EXPECT_EQ(levels[0].triangle_count(), 8192);
  EXPECT_EQ(levels[0].vertex_count(), 4225);
  EXPECT_EQ(levels[6].triangle_count(), 2);
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    for (Index v = 0; v < levels[l + 1].vertex_count(); ++v)
      EXPECT_EQ(levels[l].positions[v], levels[l + 1].positions[v]);
}

TEST(SheetHierarchy, decimated_levels_of_a_rectangle_cover_it_with_sound_triangles) {
  SurfaceMesh sheet = structured_sheet(2, 1, 4000);
  // No vertex inside on a line with others.
  Random random(1);
  for (Vec3& p : sheet.positions)
    if (std::abs(p.x) < 0.99 && std::abs(p.z) < 0.49)
      p += random.in_box({-0.005, 0, -0.005}, {0.005, 0, 0.005});
  const auto levels = sheet_levels(sheet, 5, 20);
  ASSERT_EQ(levels.size(), 5U);
  for (std::size_t l = 1; l < levels.size(); ++l) {
    EXPECT_LT(levels[l].triangle_count(), 0.35 * levels[l - 1].triangle_count());
    EXPECT_GT(levels[l].triangle_count(), 0.2 * levels[l - 1].triangle_count());
    EXPECT_NEAR(surface_area(levels[l]), 2, 1e-6);
    EXPECT_GT(worst_quality(levels[l]), 0.1);
    for (Index t = 0; t < levels[l].triangle_count(); ++t) EXPECT_GT(levels[l].area_vector(t).y, 0);
  }
  EXPECT_LE(levels[4].triangle_count(), 20);
}

TEST(SheetHierarchy, there_are_fewer_levels_where_a_mesh_cannot_be_coarser) {
  EXPECT_EQ(sheet_levels(structured_sheet(1, 1, 2), 4, 2).size(), 1U);
  const auto levels = sheet_levels(structured_sheet(1, 1, 32), 16, 1);
  EXPECT_LT(levels.size(), 16U);
  EXPECT_GE(levels.back().triangle_count(), 2);
}

TEST(SheetHierarchy, nonsense_is_refused) {
  const SurfaceMesh sheet = structured_sheet(1, 1, 32);
  EXPECT_THROW(sheet_levels(sheet, 0, 10), Error);
  EXPECT_THROW(sheet_levels(sheet, 3, 0), Error);
  EXPECT_THROW(sheet_levels({}, 3, 10), Error);
  EXPECT_THROW(nested_sheet_levels(sheet, 0), Error);
  EXPECT_THROW(nested_sheet_levels(sheet, 17), Error);
}

}  // namespace
}  // namespace sinew
