#include "haptics/felt_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "body/contact_side.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// Of the share of its compliance by which a pull is softer than what it pulls at (stepping/pull_forces.cpp).
constexpr double kPullGive = 0.25;
// A place that cannot move gets this share of the coupling's compliance.
constexpr double kSkin = 1e-3;

void require_positive(double value, const char* what, const char* unit) {
  if (value > 0 && std::isfinite(value)) return;
  throw Error(fmt::format("the {} of a touch is {} {}", what, value, unit), "", "it must be more than 0");
}

const BodyFrame& frame_of(const World& world, const std::string& body) {
  const auto& frames = world.frame().bodies;
  return *std::ranges::find(frames, body, &BodyFrame::body);
}

}  // namespace

FeltBody::FeltBody(FeltParams params) : params_(std::move(params)) {
  require_positive(params_.patch, "radius", "m");
  require_positive(params_.reach, "reach", "m");
  require_positive(params_.coupling, "coupling", "N/m");
  require_positive(params_.most_force, "largest force", "N");
}

void FeltBody::after_step(World& world, const TouchState& touch, double now, LocalResponse& response) {
  Body& body = world.body(params_.body);
  Pullable& pullable = require_pullable(body);
  const BodyFrame& frame = frame_of(world, params_.body);
  surface_.take(frame);
  const bool touches = touch.touches && touch.surface == surface_.number() && surface_.has(touch.at);
  response.step = world.step_count(), response.time = now;
  response.surface = surface_.number();
  response.is_two_sided = is_sheet(body, frame);
  response.force = pulls_ && !pullable.pull_forces().empty() ? pullable.pull_forces().front() : Vec3{};
  const SurfacePoint centre = touches ? touch.at : surface_.nearest_vertex(touch.tool);
  const bool is_near = !surface_.is_empty() && centre.triangle >= 0 &&
                       distance(surface_.place(centre), touch.tool) <= params_.reach;
  response.positions.clear(), response.rest.clear();
  response.triangles.clear(), response.on_surface.clear();
  response.compliance = {};
  if (!touches && pulls_) release(world);
  if (!is_near && !touches) return connect(response);

  // Make the response, without the force that acts.
  Pull pull = surface_.patch_at(centre, params_.patch, frame.positions);
  const Mat3 C = pullable.step_compliance(pull);
  response.compliance = C + (kSkin / params_.coupling) * Mat3::identity();
  surface_.cut_out(centre, params_.reach, response);
  for (Vec3& x : response.positions) x -= response.compliance * response.force;
  if (!touches) return;

  // Let the touch act on the next step.
  const Vec3 place = surface_.place(centre), offset = place - pull.target;
  const double wanted = norm(touch.on_body);
  const double share = wanted > params_.most_force ? params_.most_force / wanted : 1;
  pull.target = place + share * (touch.tool - place) - offset + kPullGive * (C * response.force);
  pull.stiffness = params_.coupling;
  pullable.set_pulls({pull});
  pulls_ = true;
}

void FeltBody::release(World& world) {
  require_pullable(world.body(params_.body)).set_pulls({});
  pulls_ = false;
}

// Rigid bodies have triangles for elements too. What collides is asked for only where it is what is seen.
bool FeltBody::is_sheet(Body& body, const BodyFrame& frame) const {
  ContactSide* side = body.contact_side();
  if (frame.topology.elements == nullptr || frame.topology.elements->triangles.empty() || side == nullptr)
    return false;
  const std::shared_ptr<const ContactSurface> surface = side->contact_surface();
  return surface != nullptr && surface->thickness > 0;
}

}  // namespace sinew
