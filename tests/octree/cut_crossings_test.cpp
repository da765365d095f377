#include <gtest/gtest.h>

#include "base/random.h"
#include "body/contact_side.h"
#include "collision/crossing_pairs.h"
#include "octree/octree_bodies.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

// The surface with which a cut body collides does not cross itself at rest.

namespace sinew {
namespace {

std::size_t crossings_at_rest(OctreeBody& body) {
  const auto surface = body.contact_side()->contact_surface();
  const SurfaceState state{surface->triangles, surface->rest};
  return crossing_pairs({&state, 1}).size();
}

// About this many voxels long.
OctreeBodyModel body_model(std::string_view model, Index voxels,
                           OctreeSurface surface = OctreeSurface::kSmooth) {
  OctreeBodyModel body;
  body.surface = surface;
  body.own_surface = make_model(model, 3000);
  const Box3 box = bounding_box(body.own_surface);
  body.voxels = voxels_inside(body.own_surface, SignedDistance(body.own_surface), voxel_frame(box, voxels));
  body.materials.base = {1e5, 0.3, 1000};
  return body;
}

// Blades through a box at random, bent across the way that they go.
struct Sheet {
  Sheet(const Box3& in, std::uint64_t seed) : box(in) {
    Random random(seed);
    along = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
    across = normalized(cross(along, random.in_box({-1, -1, -1}, {1, 1, 1})));
    middle = box.center() + 0.05 * box.longest_side() * random.in_box({-1, -1, -1}, {1, 1, 1});
    bend = random.uniform(-1, 1) / box.longest_side();
  }

  Vec3 at(double u, double v, double bent) const {
    const double size = box.diagonal();
    const double x = (u - 0.5) * size, y = (v - 0.5) * size;
    return middle + x * along + y * across + bent * bend * y * y * cross(along, across);
  }
  std::vector<Vec3> line(double u, double bent) const {
    std::vector<Vec3> points;
    for (int i = 0; i <= kRows; ++i) points.push_back(at(u, double(i) / kRows, bent));
    return points;
  }
  Blade blade(double from, double until, double bent) const {
    return swept_blade(line(from, bent), line(until, bent));
  }

  static constexpr int kRows = 12;
  Box3 box;
  Vec3 along, across, middle;
  double bend = 0;
};

TEST(CutCrossings, are_none_before_a_body_is_cut) {
  for (const std::string_view model : {"liver", "rabbit", "cube"}) {
    OctreeBody body("body", body_model(model, 24), {});
    EXPECT_EQ(crossings_at_rest(body), 0U) << model;
  }
}

// Bodies, with what is seen of them: splitting cubes, or their own surface between splitting cubes along the cuts.
class CutAcross : public testing::TestWithParam<std::pair<std::string_view, OctreeSurface>> {};

TEST_P(CutAcross, has_no_crossings_along_straight_and_bent_cuts_that_end_within_or_cross_each_other) {
  const auto& [name, surface] = GetParam();
  const OctreeBodyModel model = body_model(name, 14, surface);
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    for (const double bent : {0.0, 1.0}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", bent by " << bent);
      OctreeBody body("body", model, {});
      const Box3 box = bounding_box(body.contact_side()->contact_surface()->rest);
      const Sheet sheet(box, seed), other(box, seed + 100);
      ASSERT_TRUE(body.cut(sheet.blade(0, 0.5, bent)));
      EXPECT_EQ(crossings_at_rest(body), 0U);
      ASSERT_TRUE(body.cut(other.blade(0, 0.6, bent)));
      EXPECT_EQ(crossings_at_rest(body), 0U);
      ASSERT_TRUE(body.cut(sheet.blade(0.5, 1, bent)));
      EXPECT_EQ(crossings_at_rest(body), 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Bodies, CutAcross,
                         testing::Values(std::pair{"liver", OctreeSurface::kSmooth},
                                         std::pair{"cube", OctreeSurface::kSmooth},
                                         std::pair{"liver", OctreeSurface::kOwn},
                                         std::pair{"rabbit", OctreeSurface::kOwn}));

TEST(CutCrossings, are_none_while_a_stroke_grows) {
  OctreeBody body("body", body_model("liver", 16), {});
  const Sheet sheet(bounding_box(body.contact_side()->contact_surface()->rest), 5);
  constexpr int kSweeps = 12;
  for (int k = 0; k < kSweeps; ++k) {
    const auto line = [&](int i) { return sheet.line(double(i) / kSweeps, 1); };
    body.sweep({1, {line(k), line(k + 1)}, k == 0, k + 1 == kSweeps});
    test::take_steps(body, 1, 0.01, k * 0.01);
    EXPECT_EQ(crossings_at_rest(body), 0U) << "after sweep " << k;
  }
}

}  // namespace
}  // namespace sinew
