#include "haptics/touch.h"

#include <cmath>

namespace sinew {

bool Touch::take(const LocalResponse& response) {
  if (!patch_.take(response, params_.coupling)) {
    forget();
    return false;
  }
  if (patch_.is_empty()) {
    // Nothing of the body is near.
    side_ = Side::kUnknown;
    phase_ = Phase::kOutside;
  }
  if (touches()) place_again();
  return true;
}

void Touch::forget() {
  patch_.forget();
  phase_ = Phase::kUnknown;
  side_ = Side::kUnknown;
}

// Finds the proxy on a new patch: in the same triangle of the surface or, if that was cut or is not part of the patch,
// at the nearest point to where it was.
void Touch::place_again() {
  const LocalResponse& response = patch_.response();
  const Index same = response.surface == surface_ ? patch_.find(on_surface_) : -1;
  if (same >= 0)
    proxy_.triangle = same;
  else
    proxy_ = patch_.nearest(patch_.scaled(last_place_)).point;
  free_ = proxy_;
  last_scaled_place_ = patch_.place(proxy_);
}

Touch::Force Touch::tick(const Vec3& tool) {
  if (patch_.is_empty()) return {};
  const Vec3 scaled = patch_.scaled(tool);
  const ScaledPatch::Nearest nearest =
      touches() ? patch_.nearest_from(free_.triangle, scaled) : patch_.nearest(scaled);
  if (!is_inside(nearest)) {
    phase_ = Phase::kOutside;
    return {};
  }
  if (!touches() && begins(nearest, tool)) {
    phase_ = Phase::kTouches;
    proxy_ = nearest.point;
    last_tool_ = scaled, last_scaled_place_ = nearest.place;
  }
  if (touches()) return slide(scaled, nearest);
  phase_ = Phase::kBuried;
  return {};
}

// Beyond a rim there is no inside. A tool near a sheet stays on its side of it until it leaves.
bool Touch::is_inside(const ScaledPatch::Nearest& nearest) {
  if (!touches() && nearest.is_at_rim) return false;
  if (!patch_.response().is_two_sided) return nearest.is_behind;
  if (side_ == Side::kUnknown) side_ = nearest.is_behind ? Side::kBack : Side::kFront;
  return nearest.is_behind != (side_ == Side::kBack);
}

bool Touch::begins(const ScaledPatch::Nearest& nearest, const Vec3& tool) const {
  const LocalResponse& response = patch_.response();
  return phase_ == Phase::kOutside &&
         distance(tool, at(nearest.point, response.triangles, response.positions)) <= params_.most_depth;
}

Touch::Force Touch::slide(const Vec3& scaled, const ScaledPatch::Nearest& nearest) {
  free_ = nearest.point;
  proxy_ = slid(scaled, nearest);
  const LocalResponse& response = patch_.response();
  on_surface_ = response.on_surface[proxy_.triangle];
  surface_ = response.surface;
  last_place_ = at(proxy_, response.triangles, response.positions);
  const Vec3 place = patch_.place(proxy_), d = scaled - place;
  constexpr double kFarther = 3;
  const bool jumped = distance(place, last_scaled_place_) > kFarther * distance(scaled, last_tool_);
  last_tool_ = scaled, last_scaled_place_ = place;
  return {true, with_relief(patch_.force_over(d)), proxy_, 0.5 * squared_norm(d), jumped};
}

// The part of the force along the normal pushes the hand down the slope of the bumps.
Vec3 Touch::with_relief(const Vec3& on_body) const {
  const Vec3 slope = slope_at(params_.relief, proxy_, patch_.response());
  if (slope == Vec3{}) return on_body;
  const LocalResponse& response = patch_.response();
  const auto& [a, b, c] = response.triangles[proxy_.triangle];
  const Vec3 n = normalized(
      cross(response.positions[b] - response.positions[a], response.positions[c] - response.positions[a]));
  return on_body + std::abs(dot(on_body, n)) * slope;
}

// In a plane a single pass is exact, since f - f* is proportional to the way that is left to s*.
SurfacePoint Touch::slid(const Vec3& scaled, const ScaledPatch::Nearest& nearest) const {
  constexpr int kPasses = 4;
  constexpr double kSlack = 1e-9;
  if (params_.friction <= 0) return nearest.point;
  const Vec3 normal_force = patch_.force_over(scaled - nearest.place);
  const double most = params_.friction * norm(normal_force);
  SurfacePoint proxy = proxy_;
  for (int pass = 0; pass < kPasses; ++pass) {
    const Vec3 place = patch_.place(proxy);
    const double rubbing = norm(patch_.force_over(nearest.place - place));
    if (rubbing <= most * (1 + kSlack)) return proxy;
    const SurfacePoint next =
        patch_.nearest_from(proxy.triangle, lerp(nearest.place, place, most / rubbing)).point;
    const double before = squared_norm(scaled - place);
    if (!(squared_norm(scaled - patch_.place(next)) <= before)) break;
    proxy = next;
  }
  // A curved surface may need more passes, or stop them: without friction, V is least.
  return norm(patch_.force_over(nearest.place - patch_.place(proxy))) <= 1.05 * most ? proxy : nearest.point;
}

}  // namespace sinew
