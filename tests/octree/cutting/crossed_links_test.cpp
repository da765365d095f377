#include "octree/cutting/crossed_links.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/parallel.h"
#include "octree/cutting/link_crossing.h"
#include "octree/deformed_octree.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

using namespace test;

std::vector<CutLink> crossed(const DeformedOctree& octree, const Blade& blade, std::int32_t cut = 1) {
  return crossed_links(octree.voxels, octree.cells, octree.vertices, octree.positions, blade, cut);
}

// A square of that half width, as a strip of several quads.
Blade square(const Vec3& centre, const Vec3& u, const Vec3& v, double half, int quads = 3) {
  std::vector<Vec3> before, after;
  for (int i = 0; i <= quads; ++i) {
    const Vec3 along = centre + half * (2.0 * i / quads - 1) * u;
    before.push_back(along - half * v);
    after.push_back(along + half * v);
  }
  return swept_blade(before, after);
}

Blade random_square(Random& random, const Vec3& centre, double half) {
  const Vec3 u = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  const Vec3 v = normalized(cross(u, random.in_box({-1, -1, -1}, {1, 1, 1})));
  return square(centre, u, v, half);
}

// All links against all triangles, by the letter of the header.
class BruteForce {
 public:
  BruteForce(const DeformedOctree& octree, const Blade& blade) : octree_(octree), blade_(blade) {
    for (const Brick& brick : octree.voxels.bricks())
      for (int v = 0; v < kBrickVoxels; ++v) {
        const LatticePoint voxel = kBrickSide * brick.place + LatticePoint{v & 7, v >> 3 & 7, v >> 6};
        for (int axis = 0; axis < 3 && octree.voxels.inside(voxel); ++axis) {
          cross_link(voxel, axis);
          if (!octree.voxels.inside(voxel - unit_step(axis))) cross_link(voxel - unit_step(axis), axis);
        }
      }
  }

  std::map<std::uint64_t, CutLink> links;

 private:
  Vec3 mapped(const LatticePoint& voxel, const Vec3& point) const {
    const Index cell = octree_.cells.at(octree_.voxels, voxel);
    const CellPlace& place = octree_.cells.places[cell];
    Vec3 sum;
    for (int i = 0; i < 8; ++i) {
      double weight = 1;
      for (int axis = 0; axis < 3; ++axis) {
        const double t = (point[axis] - place.lower()[axis]) / place.side();
        weight *= i >> axis & 1 ? t : 1 - t;
      }
      sum += weight * octree_.positions[octree_.vertices.corners[cell][i]];
    }
    return sum;
  }

  std::vector<double> crossings(const Vec3& p, const Vec3& q) const {
    std::vector<double> found;
    for (Index t = 0; t < blade_.triangle_count(); ++t)
      if (blade_crosses(blade_.corners(t), p, q)) found.push_back(blade_crossing(blade_.corners(t), p, q));
    return found;
  }

  static void see(LinkEnd& end, double distance) {
    if (end.cut < 0 || distance < end.distance) end.distance = static_cast<float>(distance);
    end.cut = 1;
  }

  void cross_link(const LatticePoint& voxel, int axis) {
    const LatticePoint next = voxel + unit_step(axis);
    const Vec3 lower{voxel.x + 0.5, voxel.y + 0.5, voxel.z + 0.5};
    Vec3 upper = lower, face = lower;
    upper[axis] += 1, face[axis] += 0.5;
    CutLink link{voxel, axis, {}, {}};
    if (octree_.voxels.joined(voxel, axis)) {
      const Vec3 middle = mapped(voxel, face);
      for (const double t : crossings(mapped(voxel, lower), middle))
        see(link.lower, t / 2), see(link.upper, 1 - t / 2);
      for (const double t : crossings(middle, mapped(next, upper)))
        see(link.lower, 0.5 + t / 2), see(link.upper, 0.5 - t / 2);
    } else {
      const CutLink& old = octree_.voxels.cut_links()[octree_.voxels.find_cut_link(voxel, axis)];
      if (octree_.voxels.inside(voxel))
        for (const double t : crossings(mapped(voxel, lower), mapped(voxel, upper)))
          if (t < old.lower.distance) see(link.lower, t);
      if (octree_.voxels.inside(next))
        for (const double t : crossings(mapped(next, upper), mapped(next, lower)))
          if (t < old.upper.distance) see(link.upper, t);
    }
    if (link.lower.cut >= 0 || link.upper.cut >= 0) links[link_key(voxel, axis)] = link;
  }

  const DeformedOctree& octree_;
  const Blade& blade_;
};

void expect_as_brute_force(const DeformedOctree& octree, const Blade& blade, std::size_t at_least) {
  const std::vector<CutLink> links = crossed(octree, blade);
  const BruteForce expected(octree, blade);
  ASSERT_EQ(links.size(), expected.links.size());
  EXPECT_GE(links.size(), at_least);
  auto known = expected.links.begin();
  for (const CutLink& link : links) {
    ASSERT_EQ(link_key(link.voxel, link.axis), known->first);
    for (const auto& [end, other] :
         {std::pair{link.lower, known->second.lower}, {link.upper, known->second.upper}}) {
      ASSERT_EQ(end.cut, other.cut);
      ASSERT_NEAR(end.distance, other.distance, 1e-6);
    }
    ++known;
  }
}

TEST(CrossedLinks, of_bent_bodies_with_holes_and_cuts_are_those_of_brute_force) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    const DeformedOctree octree(cut_box(seed, 22), 3, bent);
    Blade blade;
    for (int k = 0; k < 4; ++k)
      append(blade, random_square(random, random.in_box({4, 4, 4}, {18, 18, 18}), random.uniform(1, 14)));
    expect_as_brute_force(octree, blade, 100);
  }
}

TEST(CrossedLinks, of_a_soup_of_small_triangles_are_those_of_brute_force) {
  Random random(7);
  const DeformedOctree octree(cut_box(3, 16), 3, bent);
  Blade blade;
  for (int k = 0; k < 150; ++k)
    append(blade, random_square(random, random.in_box({0, 0, 0}, {16, 16, 16}), random.uniform(0, 0.8)));
  expect_as_brute_force(octree, blade, 100);
}

TEST(CrossedLinks, of_an_aligned_plane_are_one_in_every_row) {
  Random random(8);
  const DeformedOctree octree(LinkedVoxels(box_grid(17, 20, 18)), 3, at_rest);
  for (int turn = 0; turn < 12; ++turn) {
    const int axis = turn % 3, j = (axis + 1) % 3, k = (axis + 2) % 3;
    // Through centres (whole numbers), faces (halves) and between, edges at random quarters.
    Vec3 centre{8 + random.below(9) / 4.0, 8 + random.below(9) / 4.0, 8 + random.below(9) / 4.0};
    centre[axis] = 2 + turn / 2.0;
    Vec3 u, v;
    u[j] = v[k] = 1;
    const std::vector<CutLink> links = crossed(octree, square(centre, u, v, 24, 13));
    std::set<std::pair<int, int>> rows;
    for (const CutLink& link : links) {
      EXPECT_EQ(link.axis, axis);
      EXPECT_EQ(link.voxel[axis], static_cast<int>(std::floor(centre[axis])));
      EXPECT_EQ(link.lower.distance, centre[axis] - std::floor(centre[axis]));
      EXPECT_EQ(link.upper.distance, 1 - link.lower.distance);
      EXPECT_EQ(std::abs(link.lower.normal[axis]), 1);
      rows.emplace(link.voxel[j], link.voxel[k]);
    }
    const auto& counts = std::array{17, 20, 18};
    EXPECT_EQ(static_cast<int>(links.size()), counts[j] * counts[k]);
    EXPECT_EQ(rows.size(), links.size());
  }
}

TEST(CrossedLinks, of_a_diagonal_plane_through_centres_are_one_in_every_row_it_leaves) {
  const DeformedOctree octree(LinkedVoxels(box_grid(16, 16, 5)), 3, at_rest);
  const Vec3 u = Vec3{1, -1, 0}, v{0, 0, 1};
  const std::vector<CutLink> links = crossed(octree, square({7, 7, 2}, u, v, 32, 16));
  std::map<std::array<int, 3>, int> rows;
  for (const CutLink& link : links) {
    ASSERT_NE(link.axis, 2);
    if (link.lower.cut < 0 || link.upper.cut < 0) continue;
    LatticePoint row = link.voxel;
    row[link.axis] = link.axis;
    ++rows[{row.x + 100 * link.axis, row.y, row.z}];
  }
  for (const auto& [row, count] : rows) EXPECT_EQ(count, 1);
  EXPECT_EQ(rows.size(), 2U * 15 * 5);
}

TEST(CrossedLinks, of_a_closed_surface_part_what_is_in_it_from_what_is_not) {
  const DeformedOctree octree(LinkedVoxels(box_grid(20, 20, 20)), 3, at_rest);
  SurfaceMesh ball = make_model("sphere", 500, {});
  for (Vec3& p : ball.positions) p = Vec3{9.5, 9.5, 9.5} + 70.0 * p;
  const SignedDistance solid(ball);
  std::set<std::uint64_t> parted;
  for (const CutLink& link : crossed(octree, make_blade(ball)))
    parted.insert(link_key(link.voxel, link.axis));
  const auto is_in = [&](const LatticePoint& voxel) {
    return solid(octree.voxels.lattice().voxel_centre(voxel)) < 0;
  };
  int crossing = 0;
  for (int z = 0; z < 20; ++z)
    for (int y = 0; y < 20; ++y)
      for (int x = 0; x < 20; ++x)
        for (int axis = 0; axis < 3; ++axis) {
          const LatticePoint voxel{x, y, z};
          if (!octree.voxels.joined(voxel, axis)) continue;
          if (is_in(voxel) == is_in(voxel + unit_step(axis))) continue;
          ++crossing;
          EXPECT_TRUE(parted.contains(link_key(voxel, axis)));
        }
  EXPECT_GT(crossing, 300);
}

// The faces of a box, each of two triangles.
Blade box_blade(const Box3& box) {
  const std::array<Vec3, 8> corners = corners_of(box);
  Blade blade;
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {0, 1}) {
      const int first = side << axis, u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
      append(blade, swept_blade(std::array{corners[first], corners[first + u]},
                                std::array{corners[first + v], corners[first + u + v]}));
    }
  return blade;
}

TEST(CrossedLinks, of_a_box_whose_edges_run_along_links_part_its_voxels_from_the_rest) {
  const DeformedOctree octree(LinkedVoxels(box_grid(16, 16, 16)), 3, at_rest);
  // Faces through centres, moved up by less than anything, have centres 4 to 9 between them; those of
  // voxels, 5 to 10.
  for (const double lower : {3.0, 4.5}) {
    const int first = lower == 3.0 ? 4 : 5, last = first + 5;
    const Vec3 ones{1, 1, 1};
    const std::vector<CutLink> links = crossed(octree, box_blade({lower * ones, (lower + 6) * ones}));
    const auto is_in = [&](const LatticePoint& p) {
      return std::min({p.x, p.y, p.z}) >= first && std::max({p.x, p.y, p.z}) <= last;
    };
    EXPECT_EQ(links.size(), 6U * 36);
    for (const CutLink& link : links) EXPECT_NE(is_in(link.voxel), is_in(link.voxel + unit_step(link.axis)));
  }
}

TEST(CrossedLinks, of_a_closed_surface_in_a_bent_body_part_its_components) {
  LinkedVoxels voxels(box_grid(24, 24, 24));
  const DeformedOctree octree(voxels, 3, bent);
  const Vec3 centre = bent({11.5, 11.5, 11.5});
  const Box3 box{centre - Vec3{5, 5, 5}, centre + Vec3{5, 5, 5}};
  voxels.cut(crossed(octree, box_blade(box)));
  // No way leads out of the box.
  std::set<std::array<int, 3>> seen{{11, 11, 11}};
  std::vector<LatticePoint> way{{11, 11, 11}};
  while (!way.empty()) {
    const LatticePoint p = way.back();
    way.pop_back();
    for (int axis = 0; axis < 3; ++axis)
      for (const int step : {1, -1}) {
        const LatticePoint next = p + step * unit_step(axis);
        if (!voxels.joined(step > 0 ? p : next, axis)) continue;
        if (seen.insert({next.x, next.y, next.z}).second) way.push_back(next);
      }
  }
  EXPECT_GT(seen.size(), 500U);
  EXPECT_LT(seen.size(), 2000U);
}

TEST(CrossedLinks, of_a_linear_deformation_are_the_same_for_coarse_and_fine_cells) {
  const auto sheared = [](const Vec3& p) { return Vec3{p.x + 0.5 * p.y, 2 * p.y, p.z - 0.25 * p.x}; };
  const LinkedVoxels voxels(box_grid(24, 24, 24));
  const DeformedOctree fine(voxels, 0, sheared), coarse(voxels, 3, sheared);
  ASSERT_LT(coarse.cells.count(), fine.cells.count() / 2);
  Random random(9);
  for (int turn = 0; turn < 5; ++turn) {
    const Blade blade = random_square(random, {16, 24, 10}, 12);
    const std::vector<CutLink> a = crossed(fine, blade), b = crossed(coarse, blade);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i].voxel, b[i].voxel);
      ASSERT_EQ(a[i].axis, b[i].axis);
      EXPECT_NEAR(a[i].lower.distance, b[i].lower.distance, 1e-6);
    }
  }
}

TEST(CrossedLinks, bring_normals_back_to_rest) {
  const auto stretched = [](const Vec3& p) { return Vec3{2 * p.x, -p.z, p.y}; };
  const DeformedOctree octree(LinkedVoxels(box_grid(10, 10, 10)), 3, stretched);
  const Vec3 n = normalized({1, 2, -1});  // in the current state
  const Vec3 u = normalized(cross(n, {0, 0, 1}));
  const std::vector<CutLink> links = crossed(octree, square(stretched({5, 5, 5}), u, cross(n, u), 40));
  ASSERT_FALSE(links.empty());
  const Vec3 expected = normalized({2 * n.x, n.z, -n.y});
  for (const CutLink& link : links) {
    const std::array<float, 3>& m = (link.lower.cut >= 0 ? link.lower : link.upper).normal;
    EXPECT_NEAR(std::abs(dot({m[0], m[1], m[2]}, expected)), 1, 1e-6);
  }
}

TEST(CrossedLinks, each_end_sees_the_nearest_of_several_blades) {
  const DeformedOctree octree(LinkedVoxels(box_grid(8, 8, 8)), 3, at_rest);
  Blade blade;
  for (const double x : {3.75, 3.25, 3.625}) append(blade, square({x, 3.5, 3.5}, {0, 1, 0}, {0, 0, 1}, 20));
  const std::vector<CutLink> links = crossed(octree, blade);
  ASSERT_EQ(links.size(), 64U);
  for (const CutLink& link : links) {
    EXPECT_EQ(link.lower.distance, 0.25F);
    EXPECT_EQ(link.upper.distance, 0.25F);
  }
}

TEST(CrossedLinks, a_cut_in_the_same_place_again_is_nothing_new) {
  LinkedVoxels voxels(box_grid(12, 12, 12));
  const Blade blade = square({5.5, 5.25, 5.25}, {1, 0, 0}, {0, 1, 0}, 30);
  EXPECT_EQ(voxels.cut(crossed(DeformedOctree(voxels, 3, at_rest), blade)), 144);
  EXPECT_TRUE(crossed(DeformedOctree(voxels, 3, at_rest), blade, 2).empty());
}

TEST(CrossedLinks, a_cut_in_the_same_place_of_a_turned_body_is_nothing_new_whatever_rounding_says) {
  const auto turned = [](const Vec3& p) {
    return Vec3{1.3 * (0.6 * p.x - 0.8 * p.y) + 0.1 * p.z, 0.8 * p.x + 0.6 * p.y, 0.7 * p.z + 0.3};
  };
  Random random(11);
  for (int turn = 0; turn < 5; ++turn) {
    LinkedVoxels voxels(box_grid(14, 14, 14));
    const Blade blade = random_square(random, turned({6.3, 6.4, 6.6}), random.uniform(4, 20));
    EXPECT_GT(voxels.cut(crossed(DeformedOctree(voxels, 3, turned), blade)), 50);
    EXPECT_TRUE(crossed(DeformedOctree(voxels, 3, turned), blade, 2).empty());
  }
}

TEST(CrossedLinks, a_later_cut_comes_nearer_to_one_end_or_to_none) {
  LinkedVoxels voxels(box_grid(12, 12, 12));
  const auto plane = [](double z) { return square({5.5, 5.5, z}, {1, 0, 0}, {0, 1, 0}, 30); };
  voxels.cut(crossed(DeformedOctree(voxels, 3, at_rest), plane(5.5)));
  // Both ends go on by their own map, so that either sees what is on its side.
  const std::vector<CutLink> links = crossed(DeformedOctree(voxels, 3, at_rest), plane(5.25), 2);
  ASSERT_EQ(links.size(), 144U);
  for (const CutLink& link : links) {
    EXPECT_EQ(link.lower.distance, 0.25F);
    EXPECT_EQ(link.lower.cut, 2);
    EXPECT_EQ(link.upper.cut, -1);
  }
  EXPECT_EQ(voxels.cut(links), 0);
}

TEST(CrossedLinks, halves_that_a_cut_has_parted_are_crossed_where_they_are_now) {
  LinkedVoxels voxels(box_grid(8, 8, 8));
  const auto plane = [](double z) { return square({3.5, 3.5, z}, {1, 0, 0}, {0, 1, 0}, 30); };
  voxels.cut(crossed(DeformedOctree(voxels, 3, at_rest), plane(3.5)));
  // Lift what is above the cut: points of the cut belong to both parts.
  DeformedOctree octree(voxels, 3, at_rest);
  for (Index c = 0; c < octree.cells.count(); ++c)
    for (int i = 0; i < 8; ++i)
      if (octree.cells.places[c].z >= 4) {
        Vec3& p = octree.positions[octree.vertices.corners[c][i]];
        p.z = voxels.lattice().point(octree.vertices.points[octree.vertices.corners[c][i]]).z + 10;
      }
  // Between the parts, and just above and below what is left of a half.
  EXPECT_TRUE(crossed(octree, plane(8)).empty());
  EXPECT_TRUE(crossed(octree, plane(13.375)).empty());
  const std::vector<CutLink> above = crossed(octree, plane(13.875));
  ASSERT_EQ(above.size(), 64U);
  EXPECT_EQ(above[0].upper.distance, 0.125F);
  EXPECT_EQ(above[0].lower.cut, -1);
  EXPECT_EQ(crossed(octree, plane(3.25)).size(), 64U);
}

TEST(CrossedLinks, at_the_boundary_the_inside_end_sees_a_blade_before_it) {
  const DeformedOctree octree(LinkedVoxels(box_grid(8, 8, 8)), 3, at_rest);
  const std::vector<CutLink> links = crossed(octree, square({7.25, 3.5, 3.5}, {0, 1, 0}, {0, 0, 1}, 30));
  ASSERT_EQ(links.size(), 64U);
  for (const CutLink& link : links) {
    EXPECT_EQ(link.voxel.x, 7);
    EXPECT_EQ(link.lower.distance, 0.25F);
    EXPECT_EQ(link.upper.cut, -1);
  }
  EXPECT_TRUE(crossed(octree, square({7.75, 3.5, 3.5}, {0, 1, 0}, {0, 0, 1}, 30)).empty());
  EXPECT_EQ(crossed(octree, square({-0.375, 3.5, 3.5}, {0, 1, 0}, {0, 0, 1}, 30)).size(), 64U);
}

TEST(CrossedLinks, a_blade_that_ends_within_cuts_so_far_and_no_farther) {
  const DeformedOctree octree(LinkedVoxels(box_grid(16, 16, 16)), 3, at_rest);
  const std::vector<CutLink> links = crossed(octree, square({8, 8, 8.25}, {1, 0, 0}, {0, 1, 0}, 3.25));
  EXPECT_EQ(links.size(), 49U);
}

TEST(CrossedLinks, blades_elsewhere_without_area_or_without_triangles_cross_nothing) {
  const DeformedOctree octree(LinkedVoxels(box_grid(9, 9, 9)), 3, bent);
  EXPECT_TRUE(crossed(octree, {}).empty());
  EXPECT_TRUE(crossed(octree, square({100, 4, 4}, {0, 1, 0}, {0, 0, 1}, 30)).empty());
  EXPECT_TRUE(
      crossed(octree, {{{-9, 4, 4}, {4, 4, 4}, {20, 4, 4}}, {{0, 1, 2}, {0, 0, 2}, {1, 1, 1}}}).empty());
}

TEST(CrossedLinks, are_the_same_for_any_number_of_threads) {
  const DeformedOctree octree(cut_box(5, 40), 3, bent);
  Random random(10);
  Blade blade;
  for (int k = 0; k < 5; ++k) append(blade, random_square(random, {20, 20, 20}, 20));
  const std::vector<CutLink> expected = crossed(octree, blade);
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(crossed(octree, blade), expected);
  }
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
