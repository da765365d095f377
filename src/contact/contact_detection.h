#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/scratch_pool.h"
#include "collision/overlapping_boxes.h"
#include "collision/pair_filter.h"
#include "contact/attachments.h"
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
  // What attachments join does not collide.
  void find(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
            double reach, std::vector<ContactPoint>& contacts);
  // Adds, to contacts so found, those of a surface with itself that pressed in the last step and are still near.
  void append_pressing(std::span<const ContactPoint> last, std::span<const Collider> colliders,
                       const PairRules& rules, const Attachments& attachments, double reach,
                       std::vector<ContactPoint>& contacts);
  // Pairs that cross on the way of this step, or come nearer than a small part of their gap: their first times,
  // from 0 to 1.
  struct Hit {
    FeaturePair pair;
    double time;
  };
  void find_hits(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
                 std::vector<Hit>& hits);
  // The same for vertices that a plane has behind it when the step ends.
  struct PlaneHit {
    Index body, plane, vertex;
    double time;
  };
  void find_plane_hits(std::span<const Collider> colliders, const PairRules& rules,
                       const Attachments& attachments, std::vector<PlaneHit>& hits);
  // A hit as a contact of the closest points at its time.
  ContactPoint contact_of(const Hit& hit, std::span<const Collider> colliders, const PairRules& rules) const;
  static ContactPoint contact_of(const PlaneHit& hit, std::span<const Collider> colliders,
                                 const PairRules& rules);

  PairFilter& filter() { return filter_; }
  // What boxes are relative to, m; none before the first step.
  const std::optional<Vec3>& origin() const { return origin_; }
  void set_origin(const std::optional<Vec3>& origin) { origin_ = origin; }

 private:
  // The pairs of features of two colliders, or of one with itself, whose boxes overlap.
  struct NearPair {
    Index a, b;
    std::vector<FeaturePair> features;
  };
  // Memory of a search in one pair.
  struct Scratch {
    OverlapScratch overlaps;
    std::vector<TrianglePair> triangles;
  };

  // Which features are near enough to be looked at.
  struct Search {
    double margin_in_gaps;  // half of how near they are
    bool with_neighbours;   // whether triangles that share a vertex count, if they may cross
  };
  // Sets pairs_.
  void find_pairs(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
                  const Search& search);
  void choose_origin(std::span<const Collider> colliders);
  void find_features_within(std::span<Collider> colliders, const PairRules& rules, const Search& search);
  void fit(std::span<Collider> colliders, const Search& search);
  void find_features_between(std::span<Collider> colliders, const Search& search, NearPair& pair);
  // How much larger boxes of a collider are made, m.
  double margin_of(const Collider& collider, const Search& search) const;
  // Calls judge(features, what it finds) for all features of all pairs, in parts side by side, and puts together
  // what was found in order.
  template <typename Found, typename Judge>
  void judge_features(std::vector<std::vector<Found>>& parts, std::vector<Found>& all, const Judge& judge);

  PairFilter filter_;
  std::vector<std::int64_t> known_surfaces_;  // per collider: the revision that the filter knows
  std::optional<Vec3> origin_;

  // Work space.
  BoxSweep sweep_;
  ScratchPool<Scratch> scratch_;
  std::vector<Box3> boxes_;
  std::vector<char> fits_;  // per collider: it stays, and its boxes fit with a margin that is large enough
  double largest_gap_ = 0;
  std::vector<std::array<Index, 2>> near_;
  std::vector<std::vector<FeaturePair>>
      within_;                   // per collider: features of its own that are near each other
  std::vector<NearPair> pairs_;  // the first pair_count_ count
  std::size_t pair_count_ = 0;
  std::vector<Index> first_feature_;  // of each pair, among all of them
  std::vector<std::vector<ContactPoint>> found_contacts_;
  std::vector<ContactPoint> pressing_;
  std::vector<std::vector<Hit>> found_hits_;
};

}  // namespace sinew
