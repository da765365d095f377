#pragma once

#include <optional>
#include <span>
#include <vector>

#include "collision/overlapping_boxes.h"
#include "collision/pair_filter.h"
#include "contact/collider.h"
#include "contact/contact_point.h"
#include "contact/pair_rules.h"

namespace sinew {

// Finds what may touch in a step: pairs of features that are near each other when it begins, or come near on the
// way. Contacts are those of their closest points then.
class ContactDetection {
 public:
  // Replaces the contacts, in the order of their keys, without forces. Features nearer than `reach` gaps count.
  // The colliders must have begun the step.
  void find(std::span<Collider> colliders, const PairRules& rules, double reach,
            std::vector<ContactPoint>& contacts);
  // Pairs that cross on the way of this step, or come nearer than a small part of their gap: their first times,
  // from 0 to 1.
  struct Hit {
    FeaturePair pair;
    double time;
  };
  void find_hits(std::span<Collider> colliders, const PairRules& rules, std::vector<Hit>& hits);
  // The same for vertices that a plane has behind it when the step ends.
  struct PlaneHit {
    Index body, plane, vertex;
    double time;
  };
  void find_plane_hits(std::span<const Collider> colliders, const PairRules& rules,
                       std::vector<PlaneHit>& hits);
  // A hit as a contact of the closest points at its time.
  static ContactPoint contact_of(const Hit& hit, std::span<const Collider> colliders, const PairRules& rules);
  static ContactPoint contact_of(const PlaneHit& hit, std::span<const Collider> colliders,
                                 const PairRules& rules);

  const PairFilter& filter() const { return filter_; }
  // What boxes are relative to, m; none before the first step.
  const std::optional<Vec3>& origin() const { return origin_; }
  void set_origin(const std::optional<Vec3>& origin) { origin_ = origin; }

 private:
  void fit(std::span<Collider> colliders, double margin_in_gaps);
  template <typename Act>
  void for_each_pair(std::span<Collider> colliders, const PairRules& rules, int most_shared, Act&& act);

  PairFilter filter_;
  std::size_t filtered_ = 0;  // colliders that the filter knows
  std::optional<Vec3> origin_;
  BoxSweep sweep_;
  OverlapScratch scratch_;
  std::vector<Box3> boxes_;
  std::vector<std::array<Index, 2>> near_;
  std::vector<TrianglePair> triangles_;
  std::vector<FeaturePair> features_;
};

}  // namespace sinew
