#include "haptics/scaled_patch.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "linalg/inverse3.h"

namespace sinew {

namespace {

// Lower triangle of a Cholesky factorisation; none if the matrix is not positive definite.
std::optional<Mat3> cholesky(const Mat3& S) {
  Mat3 L;
  for (int c = 0; c < 3; ++c) {
    double pivot = S(c, c);
    for (int k = 0; k < c; ++k) pivot -= L(c, k) * L(c, k);
    if (!(pivot > 0) || !std::isfinite(pivot)) return {};
    L(c, c) = std::sqrt(pivot);
    for (int r = c + 1; r < 3; ++r) {
      double sum = S(r, c);
      for (int k = 0; k < c; ++k) sum -= L(r, k) * L(c, k);
      L(r, c) = sum / L(c, c);
    }
  }
  return L;
}

// Barycentric weights of the point of a segment or triangle that is nearest to p.
Vec3 nearest_on_edge(const Vec3& a, const Vec3& b, const Vec3& p) {
  const Vec3 ab = b - a;
  const double length = squared_norm(ab);
  const double t = length > 0 ? std::clamp(dot(p - a, ab) / length, 0.0, 1.0) : 0;
  return {1 - t, t, 0};
}

// The regions of a triangle, in the order of Ericson, Real-Time Collision Detection, 5.1.5.
Vec3 nearest_weights(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
  const Vec3 ab = b - a, ac = c - a;
  const double d1 = dot(ab, p - a), d2 = dot(ac, p - a);
  if (d1 <= 0 && d2 <= 0) return {1, 0, 0};
  const double d3 = dot(ab, p - b), d4 = dot(ac, p - b);
  if (d3 >= 0 && d4 <= d3) return {0, 1, 0};
  const double d5 = dot(ab, p - c), d6 = dot(ac, p - c);
  if (d6 >= 0 && d5 <= d6) return {0, 0, 1};
  const double of_c = d1 * d4 - d3 * d2, of_b = d5 * d2 - d1 * d6, of_a = d3 * d6 - d5 * d4;
  if (of_c <= 0 && d1 >= 0 && d3 <= 0) return nearest_on_edge(a, b, p);
  if (of_b <= 0 && d2 >= 0 && d6 <= 0) {
    const Vec3 w = nearest_on_edge(a, c, p);
    return {w.x, 0, w.y};
  }
  if (of_a <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const Vec3 w = nearest_on_edge(b, c, p);
    return {0, w.x, w.y};
  }
  const double sum = of_a + of_b + of_c;
  if (!(sum > 0)) return nearest_on_edge(a, b, p);  // no area
  return {of_a / sum, of_b / sum, of_c / sum};
}

double angle_at(const Vec3& corner, const Vec3& a, const Vec3& b) {
  const Vec3 u = a - corner, v = b - corner;
  return std::atan2(norm(cross(u, v)), dot(u, v));
}

bool is_usable(const LocalResponse& response) {
  const auto finite = [](const Vec3& x) { return is_finite(x); };
  return response.positions.size() <= kMostPatchVertices &&
         response.triangles.size() <= kMostPatchTriangles &&
         std::ranges::all_of(response.positions, finite) && is_finite(response.force) &&
         std::ranges::all_of(response.compliance.column, finite);
}

}  // namespace

ScaledPatch::ScaledPatch() { scaled_.reserve(kMostPatchVertices); }

bool ScaledPatch::take(const LocalResponse& response, double coupling) {
  response_ = nullptr;
  if (!is_usable(response)) return false;
  const Mat3 give = response.compliance + (1 / coupling) * Mat3::identity();
  if (!cholesky(response.compliance) && !response.triangles.empty()) return false;
  Mat3 S;
  for (int c = 0; c < 3; ++c) {
    Vec3 unit;
    unit[c] = 1;
    S.column[c] = solved(give, unit);
  }
  const std::optional<Mat3> L = cholesky(0.5 * (S + transposed(S)));
  if (!L) return false;
  L_ = *L;
  response_ = &response;
  scaled_.clear();
  for (const Vec3& x : response.positions) scaled_.push_back(scaled(x));
  return true;
}

Vec3 ScaledPatch::scaled(const Vec3& x) const { return transposed(L_) * x; }
Vec3 ScaledPatch::force_over(const Vec3& d) const { return L_ * d; }

ScaledPatch::Candidate ScaledPatch::on_triangle(Index triangle, const Vec3& p) const {
  const Triangle& t = response_->triangles[triangle];
  const SurfacePoint point{triangle, nearest_weights(scaled_[t[0]], scaled_[t[1]], scaled_[t[2]], p)};
  const Vec3 there = place(point);
  return {point, there, squared_norm(p - there)};
}

ScaledPatch::Nearest ScaledPatch::nearest(const Vec3& p) const {
  Candidate best = on_triangle(0, p);
  for (std::size_t t = 1; t < response_->triangles.size(); ++t) {
    const Candidate next = on_triangle(static_cast<Index>(t), p);
    if (next.squared < best.squared) best = next;
  }
  return with_side(best, p);
}

ScaledPatch::Nearest ScaledPatch::nearest_from(Index triangle, const Vec3& p) const {
  Candidate best = on_triangle(triangle, p);
  for (std::size_t moves = 0; moves < kMostPatchTriangles; ++moves) {
    const Index before = best.point.triangle;
    for (const Index v : response_->triangles[before])
      for (Index k = response_->first[v]; k < response_->first[v + 1]; ++k) {
        const Candidate next = on_triangle(response_->around[k], p);
        if (next.squared < best.squared * (1 - 1e-14)) best = next;
      }
    if (best.point.triangle == before) break;
  }
  return with_side(best, p);
}

Index ScaledPatch::find(Index on_surface) const {
  const auto found = std::ranges::lower_bound(response_->on_surface, on_surface);
  if (found == response_->on_surface.end() || *found != on_surface) return -1;
  return static_cast<Index>(found - response_->on_surface.begin());
}

ScaledPatch::Nearest ScaledPatch::with_side(const Candidate& candidate, const Vec3& p) const {
  const bool behind = dot(p - candidate.place, normal_at(candidate.point)) < 0;
  return {candidate.point, candidate.place, candidate.squared, behind, is_at_rim(candidate.point)};
}

bool ScaledPatch::is_at_rim(const SurfacePoint& point) const {
  const Triangle& t = response_->triangles[point.triangle];
  const Vec3& w = point.weight;
  for (int c = 0; c < 3; ++c) {
    const bool on_edge = w[(c + 2) % 3] == 0;
    if (on_edge && (response_->open_edges[point.triangle] >> c & 1) != 0) return true;
    if (w[c] == 1 && response_->is_at_rim[t[c]] != 0) return true;
  }
  return false;
}

Vec3 ScaledPatch::normal_of(Index triangle) const {
  const Triangle& t = response_->triangles[triangle];
  return normalized(cross(scaled_[t[1]] - scaled_[t[0]], scaled_[t[2]] - scaled_[t[0]]));
}

// The mean of the triangles at the point, weighted by their angles there: its sign is right for every point that
// the feature is nearest to (Baerentzen, Aanaes, 2005).
Vec3 ScaledPatch::normal_at(const SurfacePoint& point) const {
  const Triangle& t = response_->triangles[point.triangle];
  int zeros = 0;
  for (int c = 0; c < 3; ++c) zeros += point.weight[c] == 0 ? 1 : 0;
  if (zeros == 0) return normal_of(point.triangle);
  int corner = 0;
  while (point.weight[corner] == 0) ++corner;
  const int second =
      zeros == 1 ? (point.weight[(corner + 1) % 3] != 0 ? (corner + 1) % 3 : (corner + 2) % 3) : -1;
  Vec3 sum;
  for (Index k = response_->first[t[corner]]; k < response_->first[t[corner] + 1]; ++k) {
    const Triangle& near = response_->triangles[response_->around[k]];
    const auto here = static_cast<int>(std::ranges::find(near, t[corner]) - near.begin());
    if (second >= 0 && std::ranges::find(near, t[second]) == near.end()) continue;
    const double share = second >= 0 ? 1
                                     : angle_at(scaled_[near[here]], scaled_[near[(here + 1) % 3]],
                                                scaled_[near[(here + 2) % 3]]);
    sum += share * normal_of(response_->around[k]);
  }
  return sum;
}

}  // namespace sinew
