#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collision/contours.h"
#include "collision/pair_filter.h"
#include "contact/collider.h"
#include "contact/contact_point.h"
#include "contact/pair_rules.h"

namespace sinew {

// Colliders that cross when a step begins: scenes that start so, and bodies that are cut while they are bent. The
// fail-safe cannot keep such surfaces apart, and closest points of what is inside of each other point the wrong
// way. So features near the crossings are left out, and contacts of another kind push along one direction per
// contour (collision/contours.h), at a bounded speed, until the surfaces have parted.
class Tangles {
 public:
  // Two colliders that are entangled, a <= b unless b is a plane. Of one that crosses itself: its number twice.
  struct Pair {
    Index a = -1, b = -1;
    Vec3 out;  // where a, or b if `a_holds_b`, goes if it is wholly inside of the other one
    bool a_holds_b = false;
  };
  // Of a collider: whether it is new, may cross others again, or was looked at.
  enum class Look : std::uint8_t { kNew, kChanged, kDone };

  // Looks for crossings of colliders that are new or have changed, and follows the entangled ones until they have
  // parted. Warns of new colliders that cross others. The colliders must have begun a step.
  void begin(std::span<Collider> colliders, const PairRules& rules);
  // Tells the filter what to leave out in this step, and where surfaces cross themselves at rest.
  void mark(std::span<Collider> colliders, PairFilter& filter) const;
  // Adds the contacts that push in this step.
  void append_contacts(std::span<const Collider> colliders, std::vector<ContactPoint>& contacts) const;

  // Pairs of triangles that cross, and vertices behind planes.
  std::int64_t count() const;
  // This one may cross others from now on.
  void look_again(Index collider);

  // What a step takes over from the one before. Saved ones must be of these colliders.
  std::span<const Pair> pairs() const { return pairs_; }
  std::span<const Look> looks() const { return looks_; }
  void restore(std::vector<Pair> pairs, std::vector<Look> looks);

 private:
  // What a pair does in this step.
  struct Found {
    Pair pair;
    std::int64_t count =
        0;  // triangles that cross, or vertices behind a plane; 1 if one is inside of the other
    std::vector<Piercing> piercings;
    bool is_inside = false;
    PairFilter::Entangled entangled;
  };

  Found look_at(std::span<Collider> colliders, const Pair& pair, bool is_listed);
  void look_at_crossings(Collider& a, Collider& b, Found& found);
  void look_inside(std::span<const Collider> colliders, bool is_listed, Found& found) const;
  void push_along_contours(std::span<const Collider> colliders, const Found& found,
                           std::vector<ContactPoint>& contacts) const;
  void push_out(std::span<const Collider> colliders, const Found& found,
                std::vector<ContactPoint>& contacts) const;

  std::vector<Pair> pairs_;  // ascending
  std::vector<Look> looks_;  // per collider
  std::vector<Found> found_;
  OverlapScratch scratch_;
};

}  // namespace sinew
