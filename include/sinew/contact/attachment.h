#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "sinew/contact/contact.h"
#include "sinew/model/motion.h"
#include "sinew/model/region.h"

namespace sinew {

// Glue between a body and something else: vertices of the body's contact surface keep the places on the other that
// they have when it begins, along all directions, whatever it takes. What is glued does not collide with what it
// is glued to. No thing between them is needed: the distance that there is then is kept.
struct Attachment {
  std::string name =
      {};  // for its force in frames; empty: "attachment0", "attachment1", ... by its place in the list
  std::string body;    // whose vertices are glued
  Region region = {};  // of these vertices at rest, in the world
  std::string to;      // another body, an obstacle, or a tool in a hand
  // Only vertices that are this near to the other when it begins, m.
  double within = std::numeric_limits<double>::infinity();
  TimeInterval during = {};  // s
};

// Stands for an attachment of a world.
struct AttachmentHandle {
  Index number = -1;
  bool operator==(const AttachmentHandle&) const = default;
};

// A rigid thing in a hand: an obstacle that goes to where the hand is, straight and without turning. What is in its
// way and cannot give way holds it back. It passes through obstacles.
struct HandTool {
  std::string name;
  ObstacleShape shape;                                     // about the hand, m; not a plane
  Vec3 hand{};                                             // where the hand is, m
  double speed = std::numeric_limits<double>::infinity();  // m/s, at most
  std::optional<double> friction = {};                     // coefficient; default: that of the world
};

// Throw Error if a number is invalid; `where` says where it came from.
void require_valid(const Attachment& attachment, std::string_view where);
void require_valid(const HandTool& tool, std::string_view where);

}  // namespace sinew
