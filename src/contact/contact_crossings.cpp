#include <algorithm>
#include <map>

#include "collision/crossing_pairs.h"
#include "contact/contact_step.h"

namespace sinew {

namespace {

std::int64_t count_behind(const PlaneShape& plane, std::span<const Vec3> vertices) {
  return std::ranges::count_if(vertices,
                               [&](const Vec3& p) { return dot(p - plane.point, plane.normal) < 0; });
}

}  // namespace

// The search builds trees of its own and tests exactly: it shares no state with the steps that it checks.
std::vector<ContactCrossings> ContactStep::crossings(double time) const {
  const PairRules rules(params_, colliders_);
  std::vector<std::vector<Vec3>> positions(colliders_.size());
  std::vector<SurfaceState> surfaces(colliders_.size());
  std::vector<char> is_rigid(colliders_.size(), 0);
  for (std::size_t c = 0; c < colliders_.size(); ++c) {
    const std::shared_ptr<const ContactSurface> surface = colliders_[c].vertices_at(time, positions[c]);
    if (!surface) continue;
    surfaces[c] = {surface->triangles, positions[c]};
    is_rigid[c] = surface->is_rigid ? 1 : 0;
  }

  std::map<std::array<Index, 2>, std::int64_t> counts;
  for (const Crossing& crossing : crossing_pairs(surfaces)) {
    const auto [a, b] = crossing.surface;
    if (a == b && is_rigid[a] != 0) continue;
    if (rules.collide(a, b)) ++counts[{a, b}];
  }
  for (Index p = 0; p < static_cast<Index>(colliders_.size()); ++p) {
    if (colliders_[p].plane() == nullptr) continue;
    const PlaneShape plane = colliders_[p].plane_at(time);
    for (Index b = 0; b < static_cast<Index>(colliders_.size()); ++b)
      if (rules.collide(b, p))
        if (const std::int64_t behind = count_behind(plane, positions[b])) counts[{b, p}] += behind;
  }

  std::vector<ContactCrossings> found;
  for (const auto& [pair, count] : counts)
    found.push_back({colliders_[pair[0]].name(), colliders_[pair[1]].name(), count});
  return found;
}

}  // namespace sinew
