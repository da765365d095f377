#pragma once

#include <optional>
#include <span>
#include <vector>

#include "collision/pair_filter.h"
#include "contact/attachments.h"
#include "contact/collider.h"
#include "contact/contact_point.h"
#include "contact/near_features.h"
#include "contact/pair_rules.h"
#include "contact/plane_contact.h"

namespace sinew {

// Finds what may touch in a step: pairs of features that are near each other when it begins, or come near on the
// way. Contacts are those of their closest points then.
class ContactDetection {
 public:
  // Replaces the contacts, in the order of their keys, without forces. Features nearer than `reach` gaps count.
  // The colliders must have begun the step.
  // What attachments join does not collide.
  void find(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
            double reach, std::vector<ContactPoint>& contacts);
  // Adds, to contacts so found, those that pressed in the last step and are still near: of a surface with
  // itself all, of two surfaces those that stick.
  void append_pressing(std::span<const ContactPoint> last, std::span<const Collider> colliders,
                       const PairRules& rules, const Attachments& attachments, double reach,
                       std::vector<ContactPoint>& contacts);
  // Pairs that cross on the way of this step, or come nearer than a small part of their gap: their first times,
  // from 0 to 1. If `hits` are those of the last call in the same step, only paths that have changed since are searched.
  struct Hit {
    FeaturePair pair;
    double time;
  };
  void find_hits(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
                 std::vector<Hit>& hits);
  void find_plane_hits(std::span<const Collider> colliders, const PairRules& rules,
                       const Attachments& attachments, std::vector<PlaneHit>& hits) const;
  // A hit as a contact of the closest points at its time.
  ContactPoint contact_of(const Hit& hit, std::span<const Collider> colliders, const PairRules& rules) const;

  PairFilter& filter() { return filter_; }
  // What boxes are relative to, m; none before the first step.
  const std::optional<Vec3>& origin() const { return near_.origin(); }
  void set_origin(const std::optional<Vec3>& origin) { near_.set_origin(origin); }

 private:
  PairFilter filter_;
  std::vector<std::int64_t> known_surfaces_;  // per collider: the revision that the filter knows
  NearFeatures near_;
  bool has_looked_for_hits_ = false;  // in this step

  // Work space.
  std::vector<std::vector<ContactPoint>> found_contacts_;
  std::vector<ContactPoint> pressing_;
  std::vector<std::vector<Hit>> found_hits_;
};

}  // namespace sinew
