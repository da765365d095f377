#include "mesh/predicates.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "base/random.h"

namespace sinew {
namespace {

using Integers = std::array<long long, 3>;

// Grid points whose determinants fit 64 bits: |coordinate| < 2^19 makes products below 6 * 2^60.
Integers random_integers(Random& random, long long range) {
  Integers p;
  for (long long& x : p)
    x = static_cast<long long>(random.below(static_cast<std::uint32_t>(2 * range))) - range;
  return p;
}

long long determinant(const Integers& a, const Integers& b, const Integers& c, const Integers& d) {
  long long u[3], v[3], w[3];
  for (int i = 0; i < 3; ++i) u[i] = b[i] - a[i], v[i] = c[i] - a[i], w[i] = d[i] - a[i];
  return (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
         (u[0] * v[1] - u[1] * v[0]) * w[2];
}

int sign(long long value) { return (value > 0) - (value < 0); }

// The grid shifted far away in x and shrunk: differences lose nothing, but plain doubles round the rest.
Vec3 placed(const Integers& p, double scale, double shift) {
  return {double(p[0]) * scale + shift, double(p[1]) * scale, double(p[2]) * scale};
}

TEST(Predicates, orientation_equals_integer_arithmetic_on_nearly_flat_points) {
  Random random(11);
  int flat = 0, wrong_in_double = 0;
  for (int i = 0; i < 20000; ++i) {
    const Integers a = random_integers(random, 1 << 17), b = random_integers(random, 1 << 17),
                   c = random_integers(random, 1 << 17);
    // d = b + c - a is in the plane; a unit step leaves it by the least a grid allows.
    Integers d{b[0] + c[0] - a[0], b[1] + c[1] - a[1], b[2] + c[2] - a[2]};
    if (i % 2 == 0) d[i % 3] += i % 4 == 0 ? 1 : -1;
    const int expected = sign(determinant(a, b, c, d));
    const Vec3 p = placed(a, 0x1p-30, 1), q = placed(b, 0x1p-30, 1), r = placed(c, 0x1p-30, 1),
               s = placed(d, 0x1p-30, 1);
    ASSERT_EQ(orientation(p, q, r, s), expected);
    ASSERT_EQ(orientation(q, p, r, s), -expected);
    ASSERT_EQ(orientation(s, r, q, p), expected);
    flat += expected == 0;
    const double plain = six_volume(p, q, r, s);
    wrong_in_double += ((plain > 0) - (plain < 0)) != expected;
  }
  EXPECT_GE(flat, 10000);
  EXPECT_GT(wrong_in_double, 0) << "too easy: plain doubles get all of them right";
}

TEST(Predicates, orientation_is_exact_where_differences_round) {
  // Points on the plane x + y + z = 1 + 2^-52 k: their differences from one another need more than 53 bits.
  const double tiny = 0x1p-80;
  const Vec3 a{1, 0, 0}, b{0, 1, 0}, c{0, 0, 1};
  EXPECT_EQ(orientation(a, b, c, {tiny, -tiny, 1}), 0);
  EXPECT_EQ(orientation(a, b, c, {tiny, 0, 1}), 1);
  EXPECT_EQ(orientation(a, b, c, {-tiny, 0, 1}), -1);
  EXPECT_EQ(orientation(a, b, {tiny, tiny, 1}, c), -1);
}

TEST(Predicates, every_even_permutation_agrees_on_rounded_points_of_a_plane) {
  Random random(12);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 o = random.in_box({-1, -1, -1}, {1, 1, 1}), u = random.in_box({-1, -1, -1}, {1, 1, 1}),
               v = random.in_box({-1, -1, -1}, {1, 1, 1});
    Vec3 p[4];
    for (Vec3& q : p) q = o + random.uniform() * u + random.uniform() * v;
    const int s = orientation(p[0], p[1], p[2], p[3]);
    EXPECT_EQ(orientation(p[1], p[2], p[0], p[3]), s);
    EXPECT_EQ(orientation(p[1], p[0], p[3], p[2]), s);
    EXPECT_EQ(orientation(p[3], p[2], p[1], p[0]), s);
    EXPECT_EQ(orientation(p[0], p[1], p[3], p[2]), -s);
  }
}

TEST(Predicates, projected_orientation_equals_integer_arithmetic) {
  Random random(13);
  for (int i = 0; i < 5000; ++i) {
    const Integers a = random_integers(random, 1 << 20), b = random_integers(random, 1 << 20);
    Integers c{2 * b[0] - a[0], 2 * b[1] - a[1], 2 * b[2] - a[2]};
    if (i % 2 == 0) c[i % 3] += 1;
    const Vec3 p = placed(a, 0x1p-28, 3), q = placed(b, 0x1p-28, 3), r = placed(c, 0x1p-28, 3);
    for (int axis = 0; axis < 3; ++axis) {
      const int x = (axis + 1) % 3, y = (axis + 2) % 3;
      const long long exact = (b[x] - a[x]) * (c[y] - a[y]) - (b[y] - a[y]) * (c[x] - a[x]);
      ASSERT_EQ(projected_orientation(p, q, r, axis), sign(exact));
    }
  }
}

TEST(Predicates, cross_sign_equals_integer_arithmetic_on_nearly_parallel_differences) {
  Random random(14);
  int parallel = 0;
  for (int i = 0; i < 5000; ++i) {
    const Integers a = random_integers(random, 1 << 20), b = random_integers(random, 1 << 20),
                   c = random_integers(random, 1 << 20);
    Integers d{2 * (b[0] - a[0]) + c[0], 2 * (b[1] - a[1]) + c[1], 2 * (b[2] - a[2]) + c[2]};
    if (i % 2 == 0) d[i % 3] += i % 4 == 0 ? 1 : -1;
    const Vec3 p = placed(a, 0x1p-28, 3), q = placed(b, 0x1p-28, 3), r = placed(c, 0x1p-28, 3),
               s = placed(d, 0x1p-28, 3);
    for (int axis = 0; axis < 3; ++axis) {
      const int x = (axis + 1) % 3, y = (axis + 2) % 3;
      const long long exact = (b[x] - a[x]) * (d[y] - c[y]) - (b[y] - a[y]) * (d[x] - c[x]);
      ASSERT_EQ(cross_sign(p, q, r, s, axis), sign(exact));
      ASSERT_EQ(cross_sign(r, s, p, q, axis), -sign(exact));
      parallel += exact == 0;
    }
  }
  EXPECT_GE(parallel, 7500);
}

TEST(Predicates, three_points_on_a_line_are_collinear_and_a_hair_beside_it_not) {
  EXPECT_TRUE(collinear({0, 0, 0}, {1, 2, 3}, {2, 4, 6}));
  EXPECT_TRUE(collinear({.1, .1, .1}, {.1, .1, .1}, {5, 6, 7}));
  EXPECT_FALSE(collinear({0, 0, 0}, {1, 2, 3}, {2, 4, 6 + 0x1p-50}));
  EXPECT_FALSE(collinear({0, 0, 0}, {1, 0, 0}, {2, 1e-60, 0}));
}

}  // namespace
}  // namespace sinew
