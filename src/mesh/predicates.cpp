#include "mesh/predicates.h"

#include <array>
#include <cmath>

// Exact sums of doubles follow Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust
// Geometric Predicates (1997): a number is kept as an expansion, a list of doubles that do not overlap in
// their bits, so that the sign of the largest is the sign of all. A determinant is expanded into products of
// its entries' parts and these are added one by one. That takes more additions than the staged original,
// but the filter leaves few calls, and most parts are zero there and skipped.

namespace sinew {

namespace {

constexpr double kRoundoff = 0x1p-53;

// A number as the unevaluated sum high + low.
struct Pair {
  double high, low;
};

Pair two_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

Pair two_difference(double a, double b) { return two_sum(a, -b); }

Pair two_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

class ExactSum {
 public:
  void add(double value) {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      const Pair sum = two_sum(value, terms_[i]);
      if (sum.low != 0) terms_[kept++] = sum.low;
      value = sum.high;
    }
    if (value != 0) terms_[kept++] = value;
    size_ = kept;
  }
  void add_product(double a, double b, double c) {
    const Pair ab = two_product(a, b);
    for (const double part : {ab.high, ab.low}) {
      const Pair abc = two_product(part, c);
      add(abc.high);
      add(abc.low);
    }
  }
  void add_product(const Pair& a, const Pair& b, const Pair& c) {
    for (const double i : {a.high, a.low})
      for (const double j : {b.high, b.low})
        for (const double k : {c.high, c.low})
          if (i != 0 && j != 0 && k != 0) add_product(i, j, k);
  }
  int sign() const { return size_ == 0 ? 0 : terms_[size_ - 1] > 0 ? 1 : -1; }

 private:
  // Six products of three pairs, eight times four terms each: the largest sum made here.
  std::array<double, 6 * 8 * 4> terms_;
  int size_ = 0;
};

int sign(double value) { return (value > 0) - (value < 0); }

Pair negated(const Pair& a) { return {-a.high, -a.low}; }

int exact_orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Pair u[3], v[3], w[3];
  for (int axis = 0; axis < 3; ++axis) {
    u[axis] = two_difference(b[axis], a[axis]);
    v[axis] = two_difference(c[axis], a[axis]);
    w[axis] = two_difference(d[axis], a[axis]);
  }
  ExactSum determinant;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    determinant.add_product(u[i], v[j], w[k]);
    determinant.add_product(negated(u[i]), v[k], w[j]);
  }
  return determinant.sign();
}

int exact_cross_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int i, int j) {
  constexpr Pair kOne{1, 0};
  ExactSum determinant;
  determinant.add_product(two_difference(b[i], a[i]), two_difference(d[j], c[j]), kOne);
  determinant.add_product(negated(two_difference(b[j], a[j])), two_difference(d[i], c[i]), kOne);
  return determinant.sign();
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  const double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
  const double determinant = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
  const double magnitude = (std::abs(yz) + std::abs(zy)) * std::abs(w.x) +
                           (std::abs(zx) + std::abs(xz)) * std::abs(w.y) +
                           (std::abs(xy) + std::abs(yx)) * std::abs(w.z);
  // Shewchuk's bound is (7 + 56 roundoff) roundoff.
  if (std::abs(determinant) > 8 * kRoundoff * magnitude) return sign(determinant);
  return exact_orientation(a, b, c, d);
}

int cross_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double left = (b[i] - a[i]) * (d[j] - c[j]), right = (b[j] - a[j]) * (d[i] - c[i]);
  // Shewchuk's bound is (3 + 16 roundoff) roundoff.
  if (std::abs(left - right) > 4 * kRoundoff * (std::abs(left) + std::abs(right))) return sign(left - right);
  return exact_cross_sign(a, b, c, d, i, j);
}

int projected_orientation(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
  return cross_sign(a, b, a, c, axis);
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return projected_orientation(a, b, c, 0) == 0 && projected_orientation(a, b, c, 1) == 0 &&
         projected_orientation(a, b, c, 2) == 0;
}

}  // namespace sinew
