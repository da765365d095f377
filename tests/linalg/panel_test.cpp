#include "linalg/panel.h"

#include <gtest/gtest.h>

#include "linalg/colouring.h"
#include "linalg/direct_solver.h"
#include "linalg/panel_gradients.h"
#include "linalg/small_systems.h"

namespace sinew {
namespace {

template <typename Real>
using PanelIn = std::span<const PanelRow<Real>>;
template <typename Real>
using PanelOut = std::span<PanelRow<Real>>;

// The slow twin of everything here is the verb for one vector, side after side.
template <typename Real>
class PanelTest : public testing::Test {
 protected:
  static constexpr Index kRows = 71;
  static constexpr double kRounding = std::is_same_v<Real, float> ? 2e-5 : 1e-13;

  BlockPattern pattern = test::chain_pattern(kRows);
  BlockMatrix<Real> A = test::random_matrix<Real>(pattern, 1);
  std::vector<Real> inverse;

  PanelTest() { invert_diagonal(A, inverse); }

  static BlockVector<Real> side(int s, int seed) { return test::random_vector<Real>(kRows, 100 * seed + s); }
  static Panel<Real> panel(int seed) {
    Panel<Real> x(kRows);
    for (int s = 0; s < kSides; ++s) {
      const BlockVector<Real> one = side(s, seed);
      for (Index i = 0; i < kRows; ++i) x[i].x[s] = one[i].x, x[i].y[s] = one[i].y, x[i].z[s] = one[i].z;
    }
    return x;
  }
  static double difference(const Panel<Real>& x, int s, const BlockVector<Real>& y) {
    double most = 0;
    for (Index i = 0; i < kRows; ++i)
      most = std::max({most, std::abs(double(x[i].x[s]) - y[i].x), std::abs(double(x[i].y[s]) - y[i].y),
                       std::abs(double(x[i].z[s]) - y[i].z)});
    return most;
  }
  // Every side of the panel is what `one` makes of that side alone.
  template <typename One>
  void expect_sides(const Panel<Real>& got, One&& one) {
    for (int s = 0; s < kSides; ++s) EXPECT_LE(difference(got, s, one(s)), kRounding) << "side " << s;
  }
};

using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(PanelTest, Reals);

TYPED_TEST(PanelTest, products_and_residuals_are_those_of_each_side) {
  using Real = TypeParam;
  const Panel<Real> x = this->panel(1), b = this->panel(2);
  Panel<Real> y(x.size()), r(x.size());
  multiply<Real>(this->A, x, y);
  residual<Real>(this->A, b, x, r);
  this->expect_sides(y, [&](int s) {
    BlockVector<Real> one = this->side(s, 1), product(one.size());
    multiply<Real>(this->A, one, product);
    return product;
  });
  this->expect_sides(r, [&](int s) {
    BlockVector<Real> one = this->side(s, 2);
    residual<Real>(this->A, one, this->side(s, 1), one);
    return one;
  });
}

TYPED_TEST(PanelTest, products_are_the_same_however_rows_are_gone_through) {
  using Real = TypeParam;
  const Panel<Real> x = this->panel(1);
  Panel<Real> y(x.size()), sliced(x.size());
  const std::vector<Index> colours{0, 20, 21, 50, 71};
  multiply<Real>(this->A, x, y);
  multiply<Real>(this->A, x, sliced, colours);
  for (Index i = 0; i < this->kRows; ++i)
    for (int s = 0; s < kSides; ++s) EXPECT_EQ(y[i].y[s], sliced[i].y[s]);
}

TYPED_TEST(PanelTest, sweeps_are_those_of_each_side) {
  using Real = TypeParam;
  const Panel<Real> b = this->panel(1);
  const Real omega = Real(1.2);
  Panel<Real> x(b.size()), r(b.size());
  relax_rows_from_zero<Real>(this->A, this->inverse, omega, b, x, 0, this->kRows);
  residual_after_sweep_from_zero<Real>(this->A, omega, x, r);
  Panel<Real> again = x;
  relax_rows<Real>(this->A, this->inverse, omega, b, again, 0, this->kRows);
  const auto swept = [&](int s, bool twice, BlockVector<Real>* left) {
    BlockVector<Real> one(b.size());
    relax_rows_from_zero<Real>(this->A, this->inverse, omega, this->side(s, 1), one, 0, this->kRows);
    if (left != nullptr) residual_after_sweep_from_zero<Real>(this->A, omega, one, *left);
    if (twice) relax_rows<Real>(this->A, this->inverse, omega, this->side(s, 1), one, 0, this->kRows);
    return one;
  };
  this->expect_sides(x, [&](int s) { return swept(s, false, nullptr); });
  this->expect_sides(again, [&](int s) { return swept(s, true, nullptr); });
  this->expect_sides(r, [&](int s) {
    BlockVector<Real> left(b.size());
    swept(s, false, &left);
    return left;
  });
}

TYPED_TEST(PanelTest, sums_have_a_number_for_each_side) {
  using Real = TypeParam;
  const Panel<Real> x = this->panel(1), y = this->panel(2);
  const PerSide sums = dot<Real>(x, y);
  for (int s = 0; s < kSides; ++s) {
    const BlockVector<Real> a = this->side(s, 1), b = this->side(s, 2);
    EXPECT_NEAR(sums[s], dot<Real>(a, b), 1e-9) << s;
  }
}

TYPED_TEST(PanelTest, sides_come_back_as_they_were_put_in_and_the_others_are_zero) {
  using Real = TypeParam;
  std::vector<BlockVector<double>> x;
  for (int s = 0; s < 5; ++s) x.push_back(test::random_vector<double>(this->kRows, s));
  PerSide twice;
  twice.fill(2);
  Panel<Real> panel(this->kRows);
  set_sides<Real>(twice, x, panel);
  EXPECT_EQ(panel[7].z[3], static_cast<Real>(2 * x[3][7].z));
  EXPECT_EQ(panel[7].z[5], 0);
  std::vector<BlockVector<double>> back = x;
  get_sides<Real>(twice, panel, true, back);
  for (int s = 0; s < 5; ++s) EXPECT_NEAR(back[s][9].x, 5 * x[s][9].x, 1e-6);
}

TYPED_TEST(PanelTest, factors_solve_for_every_side) {
  using Real = TypeParam;
  DirectSolver solver;
  solver.factor(this->A);
  const Panel<Real> b = this->panel(1);
  Panel<Real> x(b.size());
  std::vector<double> work;
  solver.solve<Real>(b, x, work);
  this->expect_sides(x, [&](int s) {
    BlockVector<Real> one(b.size());
    solver.solve<Real>(this->side(s, 1), one);
    return one;
  });
}

TYPED_TEST(PanelTest, conjugate_gradients_stop_at_each_sides_own_tolerance) {
  using Real = TypeParam;
  Panel<Real> b = this->panel(1);
  for (PanelRow<Real>& row : b) row.x[2] = row.y[2] = row.z[2] = 0;
  Panel<Real> x(b.size()), r(b.size());
  PerSide tolerance;
  tolerance.fill(1e-4);
  tolerance[4] = 0.3, tolerance[5] = 1;
  PanelGradientsWork<Real> work;
  conjugate_gradients<Real>(
      [&](PanelIn<Real> p, PanelOut<Real> q) { multiply<Real>(this->A, p, q); }, PanelIn<Real>(b),
      PanelOut<Real>(x),
      [&](PanelIn<Real> from, PanelOut<Real> to) { multiply_diagonal<Real>(this->inverse, from, to); },
      {tolerance, 100}, work);
  residual<Real>(this->A, b, x, r);
  const PerSide left = norm<Real>(r), size = norm<Real>(b);
  for (int s = 0; s < kSides; ++s) {
    EXPECT_LE(left[s], 1.05 * tolerance[s] * size[s]) << s;
  }
  EXPECT_EQ(left[2], 0);
  EXPECT_EQ(left[5], size[5]);
  EXPECT_GT(left[4], 1e-3 * size[4]);
}

}  // namespace
}  // namespace sinew
