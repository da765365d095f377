#include "greens/solver/contact_patch.h"

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {

ContactPatch::ContactPatch(const Responses& responses, Index points, Index vertices)
    : compliance_(responses, points, vertices), solver_(points) {
  moved_.reserve(static_cast<std::size_t>(points));
  is_moved_.assign(static_cast<std::size_t>(points), 0);
}

Index ContactPatch::add(const WeightedPoint& point, const Mat3& axes, const ContactGap& contact,
                        double softness) {
  if (!(softness >= 0)) throw Error("the softness of a contact is negative");
  require_contact(contact);
  const Index p = compliance_.add(point, axes, softness);
  if (p >= 0) solver_.set(p, contact);
  return p;
}

bool ContactPatch::move(Index p, const WeightedPoint& point, const Mat3& axes, const ContactGap& contact) {
  require_contact(contact);
  if (!compliance_.replace(p, point, axes)) return false;
  if (!is_moved_[p]) moved_.push_back(p), is_moved_[p] = 1;
  solver_.set(p, contact);
  return true;
}

void ContactPatch::remove(Index p) {
  solver_.remove(p, compliance_);
  compliance_.remove(p);
  if (is_moved_[p]) moved_.erase(std::find(moved_.begin(), moved_.end(), p)), is_moved_[p] = 0;
}

ContactReport ContactPatch::solve(const ContactLimits& limits) {
  if (!moved_.empty()) solver_.moved(moved_, compliance_);
  for (const Index p : moved_) is_moved_[p] = 0;
  moved_.clear();
  return solver_.solve(compliance_, limits);
}

Vec3 ContactPatch::force(Index p) const { return compliance_.axes(p) * solver_.force(p); }

// The gap that is left, less what it was without forces, less the way of the spring.
Vec3 ContactPatch::displacement(Index p) const {
  const ContactGap& contact = solver_.contact(p);
  const Vec3 start{contact.gap, contact.slip[0], contact.slip[1]};
  return compliance_.axes(p) * (solver_.gap(p) - start - compliance_.softness(p) * solver_.force(p));
}

}  // namespace sinew
