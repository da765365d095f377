#include "greens/wavelets/surface_wavelets.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/error_of.h"
#include "base/random.h"
#include "greens/wavelets/round_bodies.h"

namespace sinew {
namespace {

using Kind = WaveletKind;
using Boundary = WaveletBoundary;

std::vector<WaveletParams> all_wavelets() {
  std::vector<WaveletParams> all;
  for (const Kind kind : {Kind::kLinear, Kind::kButterfly})
    for (const bool lifted : {false, true})
      for (const Boundary boundary : {Boundary::kZero, Boundary::kRenormalised})
        all.push_back({kind, lifted, boundary});
  return all;
}

std::vector<double> random_field(std::size_t size) {
  Random random(3);
  std::vector<double> field(size);
  for (double& value : field) value = random.uniform(-1, 1);
  return field;
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

TEST(SurfaceWavelets, fields_come_back_from_every_transform) {
  const ReferenceProblem problem = held_sphere(3);
  for (const WaveletParams& params : all_wavelets()) {
    const SurfaceWavelets wavelets(problem, params);
    for (const Index components : {1, 3, 9}) {
      const std::vector<double> field = random_field(static_cast<std::size_t>(components * wavelets.count()));
      std::vector<double> transformed = field;
      wavelets.forward(transformed, components);
      EXPECT_GT(largest_difference(transformed, field), 0.1);
      wavelets.inverse(transformed, components);
      EXPECT_LT(largest_difference(transformed, field), 1e-14);
    }
  }
}

TEST(SurfaceWavelets, components_do_not_mix) {
  const SurfaceWavelets wavelets(held_sphere(2), {});
  std::vector<double> nine = random_field(static_cast<std::size_t>(9 * wavelets.count())), one;
  for (std::size_t i = 4; i < nine.size(); i += 9) one.push_back(nine[i]);
  wavelets.forward(nine, 9);
  wavelets.forward(one, 1);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(nine[9 * i + 4], one[i]);
}

TEST(SurfaceWavelets, lifting_keeps_the_integral_on_every_level) {
  const ReferenceProblem problem = held_sphere(3);
  for (const WaveletParams& params : all_wavelets()) {
    const SurfaceWavelets wavelets(problem, params);
    const Index L = wavelets.domain().levels();
    const std::vector<double> field = random_field(static_cast<std::size_t>(wavelets.count()));
    std::vector<double> transformed = field;
    wavelets.forward(transformed, 1);
    const auto integral = [&](Index level) {
      std::vector<double> coarse = transformed;
      wavelets.inverse(coarse, 1, level);
      const std::span<const double> I = wavelets.integrals(level);
      return std::inner_product(I.begin(), I.end(), coarse.begin(), 0.0);
    };
    for (Index l = 0; l < L; ++l)
      if (params.lifted)
        EXPECT_NEAR(integral(l), integral(L), 1e-13) << "level " << l;
      else
        EXPECT_GT(std::abs(integral(l) - integral(L)), 1e-3) << "level " << l;
  }
}

TEST(SurfaceWavelets, integrals_are_areas_and_add_up_on_every_level_if_no_weight_leaves_the_domain) {
  const ReferenceProblem problem = held_sphere(3, -2);
  const std::vector<double> areas = vertex_areas(problem.surface);
  const double area = std::accumulate(areas.begin(), areas.end(), 0.0);
  for (const WaveletParams& params : all_wavelets()) {
    const SurfaceWavelets wavelets(problem, params);
    for (Index l = 0; l <= 3; ++l) {
      const std::span<const double> I = wavelets.integrals(l);
      EXPECT_EQ(I.size(), static_cast<std::size_t>(problem.levels.count[l]));
      EXPECT_NEAR(std::accumulate(I.begin(), I.end(), 0.0), area, 1e-13);
    }
  }
}

TEST(SurfaceWavelets, linear_fields_have_no_detail_on_flat_surfaces) {
  const ReferenceProblem square = flat_square(5, 3);
  for (const WaveletParams& params : all_wavelets()) {
    const SurfaceWavelets wavelets(square, params);
    std::vector<double> field;
    for (const Vec3& p : square.surface.positions) field.push_back(2 * p.x - 3 * p.y + 1);
    wavelets.forward(field, 1);
    for (Index m = square.levels.count[0]; m < wavelets.count(); ++m) EXPECT_NEAR(field[m], 0, 1e-13);
    for (Index k = 0; k < square.levels.count[0]; ++k) {
      const Vec3& p = square.surface.positions[k];
      EXPECT_NEAR(field[k], 2 * p.x - 3 * p.y + 1, 1e-13);
    }
  }
}

// The butterfly stencil reproduces polynomials up to degree three, the mean of two ends only linear ones.
TEST(SurfaceWavelets, cubic_fields_have_no_detail_inside_for_butterflies_alone) {
  const ReferenceProblem square = flat_square(7, 1);
  const auto largest_detail_inside = [&](Kind kind) {
    const SurfaceWavelets wavelets(square, {kind, false, Boundary::kZero});
    std::vector<double> field;
    for (const Vec3& p : square.surface.positions) field.push_back(p.x * p.x * p.x - p.x * p.y * p.y + p.y);
    wavelets.forward(field, 1);
    double largest = 0;
    for (Index m = square.levels.count[0]; m < wavelets.count(); ++m) {
      const Vec3& p = square.surface.positions[m];
      const double row = p.y / std::sqrt(0.75), column = p.x - 0.5 * row;
      if (row > 1.9 && row < 5.1 && column > 1.9 && column < 5.1)
        largest = std::max(largest, std::abs(field[m]));
    }
    return largest;
  };
  EXPECT_LT(largest_detail_inside(Kind::kButterfly), 1e-12);
  EXPECT_GT(largest_detail_inside(Kind::kLinear), 0.1);
}

TEST(SurfaceWavelets, fields_that_vanish_at_the_support_have_less_detail_with_zero_extension) {
  const ReferenceProblem problem = held_sphere(3);
  const std::vector<Index> free = free_vertices(problem);
  const auto detail = [&](Boundary boundary) {
    const SurfaceWavelets wavelets(problem, {Kind::kLinear, true, boundary});
    std::vector<double> field;
    for (const Index v : free) field.push_back(problem.surface.positions[v].y + 0.6);
    wavelets.forward(field, 1);
    double sum = 0;
    for (Index m = wavelets.domain().count(2); m < wavelets.count(); ++m) sum += field[m] * field[m];
    return sum;
  };
  EXPECT_LT(detail(Boundary::kZero), 0.7 * detail(Boundary::kRenormalised));
}

TEST(SurfaceWavelets, constant_fields_stay_constant_if_weights_are_renormalised) {
  const SurfaceWavelets wavelets(held_sphere(3), {Kind::kLinear, true, Boundary::kRenormalised});
  std::vector<double> field(static_cast<std::size_t>(wavelets.count()), 1);
  wavelets.forward(field, 1);
  for (Index m = 0; m < wavelets.count(); ++m) EXPECT_EQ(field[m], m < wavelets.domain().counts[0] ? 1 : 0);
}

TEST(SurfaceWavelets, rows_of_the_inverse_are_sparse_and_make_the_same_field) {
  const ReferenceProblem problem = held_sphere(3);
  for (const WaveletParams& params : all_wavelets()) {
    const SurfaceWavelets wavelets(problem, params);
    const SparseRows rows = wavelets.inverse_rows();
    const std::vector<double> coefficients = random_field(static_cast<std::size_t>(wavelets.count()));
    std::vector<double> field = coefficients;
    wavelets.inverse(field, 1);
    ASSERT_EQ(rows.count(), wavelets.count());
    for (Index i = 0; i < rows.count(); ++i) {
      const auto columns = rows.columns_of(i);
      EXPECT_TRUE(std::is_sorted(columns.begin(), columns.end()));
      double value = 0;
      for (std::size_t e = 0; e < columns.size(); ++e)
        value += rows.weights_of(i)[e] * coefficients[columns[e]];
      EXPECT_NEAR(value, field[i], 1e-14);
    }
    if (params.kind == Kind::kLinear && !params.lifted) {
      EXPECT_LT(rows.columns.size(), 10U * rows.offsets.size());
    }
  }
}

TEST(SurfaceWavelets, butterflies_refuse_triangles_that_are_not_in_the_order_of_subdivision) {
  ReferenceProblem problem = held_sphere(2);
  std::swap(problem.surface.triangles[4], problem.surface.triangles[9]);
  EXPECT_NE(error_of([&] {
              SurfaceWavelets(problem, {Kind::kButterfly, true, Boundary::kZero});
            }).find("are not the four children of one triangle"),
            std::string::npos);
  EXPECT_EQ(error_of([&] { SurfaceWavelets(problem, {}); }), "");
  problem.surface.triangles.pop_back();
  EXPECT_NE(error_of([&] {
              SurfaceWavelets(problem, {Kind::kButterfly, true, Boundary::kZero});
            }).find("127 triangles of a level"),
            std::string::npos);
}

TEST(SurfaceWavelets, surfaces_without_area_are_refused) {
  ReferenceProblem problem = held_sphere(1);
  for (Vec3& p : problem.surface.positions) p = {0, 1, 0};
  EXPECT_NE(error_of([&] { SurfaceWavelets(problem, {}); }).find("has the integral 0"), std::string::npos);
}

}  // namespace
}  // namespace sinew
