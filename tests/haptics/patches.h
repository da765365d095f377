#pragma once

#include <cmath>
#include <functional>

#include "base/random.h"
#include "haptics/local_response.h"

namespace sinew {

// A square of n x n cells about the origin with this side, m, whose height is h(x, y); +z is outside.
inline LocalResponse height_patch(int n, double side, const std::function<double(double, double)>& h) {
  LocalResponse r;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double x = side * (double(i) / n - 0.5), y = side * (double(j) / n - 0.5);
      r.positions.push_back({x, y, h(x, y)});
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const Index a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      r.triangles.push_back({a, b, d});
      r.triangles.push_back({a, d, c});
    }
  for (std::size_t t = 0; t < r.triangles.size(); ++t) r.on_surface.push_back(static_cast<Index>(t));
  r.step = 0;
  r.compliance = (1.0 / 1000) * Mat3::identity();
  connect(r);
  return r;
}

inline LocalResponse flat_patch() {
  return height_patch(10, 0.1, [](double, double) { return 0.0; });
}
inline LocalResponse bumpy_patch() {
  return height_patch(14, 0.1,
                      [](double x, double y) { return 0.004 * std::sin(90 * x) * std::cos(70 * y); });
}

// Symmetric, positive definite, with eigenvalues between 0.2 and 3 mm/N about.
inline Mat3 random_compliance(Random& random) {
  Mat3 sum = 0.0002 * Mat3::identity();
  for (int k = 0; k < 3; ++k) {
    const Vec3 v = random.in_box({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03});
    sum = sum + outer(v, v);
  }
  return sum;
}

// A smooth closed path of `ticks` ticks that starts and ends above the patch, at 2 cm: a sum of a few waves.
class ClosedPath {
 public:
  ClosedPath(Random& random, int ticks) : ticks_(ticks) {
    for (Vec3& a : amplitude_) a = random.in_box({-0.008, -0.008, -0.003}, {0.008, 0.008, 0.003});
    depth_ = random.uniform(0.004, 0.012);
  }
  Vec3 at(double tick) const {
    const double t = tick / ticks_, turn = 2 * 3.14159265358979 * t;
    const double into = std::sin(turn / 2) * std::sin(turn / 2);
    Vec3 p{0, 0, 0.02 - (0.02 + depth_) * std::min(1.0, 2 * into)};
    for (int k = 0; k < 4; ++k) p += std::sin((k + 1) * turn) * into * amplitude_[k];
    return p;
  }
  int ticks() const { return ticks_; }

 private:
  int ticks_;
  Vec3 amplitude_[4];
  double depth_;
};

}  // namespace sinew
