#include "greens/sources/element_integrals.h"

#include <algorithm>
#include <span>

namespace sinew {

namespace {

constexpr double kFar = 6, kMiddle = 2.5;  // distances over the longest edge
constexpr int kMostSplits = 5;

struct TrianglePoint {
  double weight;  // they add up to 1
  std::array<double, 3> hat;
};

// Exact for polynomials of degree 2 and 5 [Radon 1948].
constexpr double kA = 0.101286507323456, kB = 0.470142064105115, kWa = 0.125939180544827,
                 kWb = 0.132394152788506;
constexpr std::array<TrianglePoint, 3> kThreePoints{{{1 / 3.0, {2 / 3.0, 1 / 6.0, 1 / 6.0}},
                                                     {1 / 3.0, {1 / 6.0, 2 / 3.0, 1 / 6.0}},
                                                     {1 / 3.0, {1 / 6.0, 1 / 6.0, 2 / 3.0}}}};
constexpr std::array<TrianglePoint, 7> kSevenPoints{{{0.225, {1 / 3.0, 1 / 3.0, 1 / 3.0}},
                                                     {kWa, {1 - 2 * kA, kA, kA}},
                                                     {kWa, {kA, 1 - 2 * kA, kA}},
                                                     {kWa, {kA, kA, 1 - 2 * kA}},
                                                     {kWb, {1 - 2 * kB, kB, kB}},
                                                     {kWb, {kB, 1 - 2 * kB, kB}},
                                                     {kWb, {kB, kB, 1 - 2 * kB}}}};

struct LinePoint {
  double at, weight;
};
// Gauss on [0, 1], exact for polynomials of degree 23.
constexpr std::array<LinePoint, 12> kLinePoints{{{0.009219682876640378, 0.023587668193256},
                                                 {0.047941371814763, 0.053469662997659},
                                                 {0.115048662902848, 0.080039164271673},
                                                 {0.206341022856691, 0.101583713361533},
                                                 {0.316084250500910, 0.116746268269177},
                                                 {0.437383295744266, 0.124573522906701},
                                                 {0.562616704255734, 0.124573522906701},
                                                 {0.683915749499090, 0.116746268269177},
                                                 {0.793658977143309, 0.101583713361533},
                                                 {0.884951337097152, 0.080039164271673},
                                                 {0.952058628185237, 0.053469662997659},
                                                 {0.990780317123359622, 0.023587668193256}}};

void add(Mat3& sum, double factor, const Mat3& term) {
  for (int column = 0; column < 3; ++column) sum.column[column] += factor * term.column[column];
}

// A triangle with a constant normal and its parts, given by the hats at their corners.
class ApartIntegrator {
 public:
  ApartIntegrator(const Kelvin& kelvin, const Vec3& x, const Corners& corners)
      : kelvin_(kelvin), x_(x), corners_(corners) {
    const Vec3 area_vector = cross(corners[1] - corners[0], corners[2] - corners[0]);
    normal_ = normalized(area_vector);
    area_ = 0.5 * norm(area_vector);
    for (int k = 0; k < 3; ++k) longest_ = std::max(longest_, distance(corners[k], corners[(k + 1) % 3]));
  }

  ElementIntegrals run() {
    split({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, 0);
    return sums_;
  }

 private:
  using Hats = std::array<double, 3>;
  using Part = std::array<Hats, 3>;  // the hats at each corner of a part

  static Hats mean(const Hats& a, const Hats& b) {
    return {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
  }

  void split(const Part& part, int depth) {
    const double part_size = longest_ / (1 << depth), part_area = area_ / (1 << 2 * depth);
    Hats centre{};
    for (const Hats& corner : part)
      for (int k = 0; k < 3; ++k) centre[k] += corner[k] / 3;
    const double away = distance(x_, position(centre)) / part_size;
    if (away > kFar) return sum_over(kThreePoints, part, part_area);
    if (away > kMiddle || depth == kMostSplits) return sum_over(kSevenPoints, part, part_area);
    const auto& [a, b, c] = part;
    const Hats ab = mean(a, b), bc = mean(b, c), ca = mean(c, a);
    for (const Part& child : {Part{a, ab, ca}, Part{ab, b, bc}, Part{ca, bc, c}, Part{bc, ca, ab}})
      split(child, depth + 1);
  }

  Vec3 position(const Hats& hats) const {
    return hats[0] * corners_[0] + hats[1] * corners_[1] + hats[2] * corners_[2];
  }

  void sum_over(std::span<const TrianglePoint> rule, const Part& part, double part_area) {
    for (const TrianglePoint& point : rule) {
      Hats hats{};
      for (int corner = 0; corner < 3; ++corner)
        for (int k = 0; k < 3; ++k) hats[k] += point.hat[corner] * part[corner][k];
      const Vec3 r = position(hats) - x_;
      const double over_r = 1 / norm(r), weight = point.weight * part_area * over_r;
      const Vec3 e = over_r * r;
      const Mat3 U = kelvin_.displacement(e), T = kelvin_.traction(e, normal_);
      for (int k = 0; k < 3; ++k) {
        add(sums_.Q[k], weight * hats[k], U);
        add(sums_.H[k], weight * over_r * hats[k], T);
      }
    }
  }

  const Kelvin& kelvin_;
  Vec3 x_, normal_;
  Corners corners_;
  double area_ = 0, longest_ = 0;
  ElementIntegrals sums_;
};

}  // namespace

ElementIntegrals integrate_apart(const Kelvin& kelvin, const Vec3& x, const Corners& corners) {
  return ApartIntegrator(kelvin, x, corners).run();
}

// Duffy's coordinates, with x = A:   y = A + s d(t),   d = (1 - t)(B - A) + t (C - A),   dA = 2 area s ds dt
// The hats are 1 - s, s (1 - t) and s t; on a flat triangle e and n do not depend on s, so that the integrals over s
// are polynomials:
//   U ~ 1/s:    1/2 for the hat of A,  (1 - t) / 2,  t / 2          T ~ 1/s^2:    -,  1 - t,  t
ElementIntegrals integrate_at_corner(const Kelvin& kelvin, const Corners& corners, int at) {
  const int b = (at + 1) % 3, c = (at + 2) % 3;
  const Vec3 to_b = corners[b] - corners[at], to_c = corners[c] - corners[at];
  const Vec3 area_vector = cross(to_b, to_c);
  const Vec3 normal = normalized(area_vector);
  const double twice_area = norm(area_vector);
  ElementIntegrals sums;
  for (const LinePoint& point : kLinePoints) {
    const double t = point.at;
    const Vec3 d = (1 - t) * to_b + t * to_c;
    const double over_d = 1 / norm(d), weight = point.weight * twice_area * over_d;
    const Mat3 U = kelvin.displacement(over_d * d), T = kelvin.traction(over_d * d, normal);
    add(sums.Q[at], 0.5 * weight, U);
    add(sums.Q[b], 0.5 * weight * (1 - t), U);
    add(sums.Q[c], 0.5 * weight * t, U);
    add(sums.H[b], weight * over_d * (1 - t), T);
    add(sums.H[c], weight * over_d * t, T);
  }
  return sums;
}

}  // namespace sinew
