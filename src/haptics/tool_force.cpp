#include <algorithm>

#include "haptics/hand_tool.h"

namespace sinew {

namespace {

// The part of d that is left if a spring that is pulled so far can hold `most` N.
Vec3 within(const Vec3& d, double stiffness, double most) {
  const double length = norm(d), farthest = most / stiffness;
  return length > farthest ? (farthest / length) * d : d;
}

}  // namespace

Touch::Force ToolForce::tick(const HandReading& hand, double now) {
  const ToolResponse* newest = exchange_.responses.newest();
  const bool is_new = newest != nullptr && newest->step != response_.step;
  if (is_new) response_ = *newest;
  age_ = newest != nullptr ? std::max(0.0, now - response_.time) : 0;
  Vec3 on_hand;
  if (response_.job == HandJob::kCut)
    on_hand = of_blade(hand.position);
  else if (response_.job != HandJob::kTouch)
    on_hand = of_ball(hand.position);
  if (response_.job != HandJob::kCut) blade_ = hand.position, knows_blade_ = true;
  is_outside_ = response_.force == Vec3{} && response_.across == 0 && response_.along == 0;
  exchange_.places.writers() = {true, blade_, hand.buttons};
  exchange_.places.offer();
  return {on_hand != Vec3{}, -on_hand, {}, 0, is_new};
}

// A blade sticks by a spring and gives way where that would hold more than the body does: the work that it takes is the
// resistance times the way of the blade.
Vec3 ToolForce::of_blade(const Vec3& tool) {
  if (!knows_blade_) blade_ = tool;
  knows_blade_ = true;
  const Vec3 d = tool - blade_, along = dot(d, response_.edge) * response_.edge;
  const Vec3 held =
      within(along, stiffness_, response_.along) + within(d - along, stiffness_, response_.across);
  blade_ = tool - held;
  return -stiffness_ * held;
}

// What only pushes never pulls.
Vec3 ToolForce::of_ball(const Vec3& tool) const {
  const Vec3 force = response_.force - response_.stiffness * (tool - response_.place);
  return response_.job == HandJob::kPush && dot(force, response_.force) <= 0 ? Vec3{} : force;
}

}  // namespace sinew
