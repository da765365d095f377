#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "collision/features.h"
#include "contact/anchor.h"
#include "sinew/body/frame.h"
#include "sinew/contact/attachment.h"

namespace sinew {

// The attachments of a world, each with a number of its own. Colliders are named by their numbers too.
class Attachments {
 public:
  enum class Phase { kWaiting, kGlued, kReleased };
  struct One {
    Index number = -1;
    Attachment glue;
    Index a = -1, b = -1;
    Phase phase = Phase::kWaiting;
    std::vector<Anchor> anchors = {};  // by vertex, while it is glued
    bool is_of_tool = false;           // b is a tool in a hand: input, and no part of the state
  };

  // Throws Error, with suggestions, if a name is missing, the region has no vertex of the body, or either cannot be
  // glued.
  Index add(const Attachment& attachment, std::span<const Collider> colliders);
  // Lets go from the next step on. Throws Error if there never was one of that number.
  void release(Index number);
  // Lets go of all that is attached to a tool in a hand, which is then forgotten.
  void release_from_tool(Index collider);
  std::span<const One> all() const { return all_; }

  // The bodies of attachments that begin or end in a step from `time` on, or were released since the last one.
  std::vector<Index> due(double time) const;
  std::vector<Index> released() const { return released_; }
  // Glues and releases what is due in a step from `time` on. The colliders must have begun it.
  void begin(double time, std::span<const Collider> colliders);
  // Adds the rows of the step to the contacts, which stay in the order of their keys, with the forces that they had
  // before. Those between things that stay are among the contacts already.
  void append_rows(std::span<const Collider> colliders, std::span<const ContactPoint> before,
                   std::vector<ContactPoint>& contacts) const;

  // Whether some vertices of one of them are glued to the other.
  bool join(Index a, Index b) const { return glued_.contains({a, b}) || glued_.contains({b, a}); }
  // Whether the features may not collide, since one of them has a vertex that is glued to the other's surface.
  bool exclude(const FeaturePair& pair) const;
  bool exclude(Index body, Index vertex, Index plane) const;

  // The sums of the forces of all, by the contacts of the last step, which are in the order of their keys.
  std::vector<AttachmentForce> forces(std::span<const Collider> colliders,
                                      std::span<const ContactPoint> contacts) const;

  // What the state of a world has of them; tools are left out.
  void add_to_state(BodyState& state) const;
  // What a state has of them, and how to take it: attachments to tools are forgotten. Throws Error if it does not fit.
  std::vector<One> restored(const BodyState& state, std::span<const Collider> colliders) const;
  void take(std::vector<One> restored);

 private:
  void glue(One& one, std::span<const Collider> colliders);
  bool knows_surface(Index number, const Collider& collider) const;
  void note_glued();
  void note_released(const One& one);

  Index next_number_ = 0;
  std::vector<Index> released_;  // bodies that were let go since the last step
  std::vector<One> all_;
  // Per collider: the revision of the surface that anchors were made for; none after a restore.
  std::vector<std::int64_t> known_surfaces_;
  std::map<std::pair<Index, Index>, std::vector<Index>> glued_;  // of a to b: the vertices of a, ascending
};

// The vertices of a collider's contact surface that are in the region at rest.
std::vector<Index> vertices_in(const Region& region, const Collider& body);

}  // namespace sinew
