#pragma once

#include "haptics/relief.h"
#include "haptics/scaled_patch.h"

namespace sinew {

struct TouchParams {
  double coupling = 2000;    // k of the virtual coupling in series with the body, N/m
  double friction = 0.3;     // Coulomb's coefficient
  double most_depth = 0.01;  // m: a tool that is first seen deeper than this is not in contact
  Relief relief{};
};

// The proxy (god-object) of a tool on a body that gives way: a point s of the surface that stays with the material
// while friction holds it. A tick finds it for a tool at p,
//
//   V(p, s) = (p - s) . S (p - s) / 2,   S = (C + I / k)^-1,     f = S (p - s) on the body,
//
//        p                     s* is the point that minimises V: the proxy without friction, found by a local walk.
//       /|                     f* = S (p - s*) takes the place of the normal force. The proxy sticks while
//      / |  f*                   |f - f*| <= friction |f*|
//   __s__s*___ surface         and else slides along the surface towards s*, as far as it takes.
//
// V only falls when the proxy slides, and f is its gradient in p. A response that stays the same therefore gives back
// no more than it got; without friction, exactly that.
class Touch {
 public:
  // A tick's answer.
  struct Force {
    bool touches = false;
    Vec3 on_body{};     // N
    SurfacePoint at{};  // the proxy, on the patch
    double energy = 0;  // V, J
    // The proxy went farther than the tool: from inside, the nearest triangle of a convex edge changes at once.
    bool jumped = false;
  };

  explicit Touch(const TouchParams& params) : params_(params) {}

  // Takes a new response; a proxy stays at its place of the material. Returns whether it was valid; an invalid one
  // ends the contact.
  bool take(const LocalResponse& response);
  // There is no response any longer.
  void forget();
  // The next tick, m.
  Force tick(const Vec3& tool);

  // Whether the tool was seen outside of the body in the last tick.
  bool is_outside() const { return phase_ == Phase::kOutside; }
  bool touches() const { return phase_ == Phase::kTouches; }
  // The triangle of the proxy on the whole surface; -1: no contact.
  Index surface_triangle() const { return touches() ? on_surface_ : -1; }

 private:
  // Buried: inside, and never seen to come in.
  enum class Phase { kUnknown, kOutside, kTouches, kBuried };
  // Of a sheet.
  enum class Side { kUnknown, kFront, kBack };

  void place_again();
  bool is_inside(const ScaledPatch::Nearest& nearest);
  bool begins(const ScaledPatch::Nearest& nearest, const Vec3& tool) const;
  Force slide(const Vec3& scaled, const ScaledPatch::Nearest& nearest);
  Vec3 with_relief(const Vec3& on_body) const;
  SurfacePoint slid(const Vec3& scaled, const ScaledPatch::Nearest& nearest) const;

  TouchParams params_;
  ScaledPatch patch_;
  Phase phase_ = Phase::kUnknown;
  Side side_ = Side::kUnknown;
  SurfacePoint proxy_, free_;  // s and s*, on the patch
  Index on_surface_ = -1;      // the proxy's triangle
  std::uint64_t surface_ = 0;  // the surface that has it
  Vec3 last_place_{};          // of the proxy, m
  Vec3 last_tool_{}, last_scaled_place_{};
};

}  // namespace sinew
