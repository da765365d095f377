#pragma once

#include "greens/responses/known_responses.h"
#include "greens/solver/contact_patch.h"
#include "haptics/direct_touch.h"

namespace sinew {

struct RoundTipParams {
  double radius = 0.005;      // m, of the tip
  double coupling = 2000;     // N/m: the tip feels no stiffer, whatever it touches
  double most_depth = 0.003;  // m: a tip that is first seen deeper than this is not in contact
  Index contacts = 24;        // vertices that can touch at once
};

// A round tip of a tool, without friction, on a body that is known by its responses: each tick solves the contact of all
// vertices that the tip reaches by their capacitance matrix [JamesPai03, sec. 3.2.4, 9.3].
//
//          . c .        Vertex v is pushed along its inward normal m. With q = x - c, q_t = q - (q . m) m:
//         |     |
//   ______|     |______   gap_v(c) = q . m - sqrt(r^2 - |q_t|^2),    f >= 0,  gap + C f >= 0,  f (gap + C f) = 0
//        v `-.-' surface
//
// The force on the hand is the gradient of the elastic energy in c, so that a closed path gives nothing back. Each contact has a spring of coupling / contacts beside the body's own compliance. Held vertices are not felt.
class RoundTip final : public DirectTouch {
 public:
  // Stands in the body's own axes, at rest. The responses must outlive it, and their extract() may neither allocate nor
  // lock (DenseResponses). Throws Error if a number is invalid.
  RoundTip(const KnownResponses& known, const RoundTipParams& params);

  Touch::Force tick(const HandReading& hand, double now) override;
  // The same for a tool at this place, m.
  Touch::Force touch(const Vec3& tool);
  bool is_outside() const override { return phase_ == Phase::kOutside; }

  // Vertices with a force in the last tick.
  Index contacts() const { return touching_; }
  // Ticks so far, by that number.
  std::span<const std::int64_t> ticks_by_contacts() const { return ticks_; }
  const ContactPatch& patch() const { return patch_; }

 private:
  enum class Phase { kUnknown, kOutside, kTouches, kBuried };
  struct Point {
    Index id, vertex;
  };

  double gap_of(Index v, const Vec3& tool) const;
  Vec3 gap_gradient(Index v, const Vec3& tool) const;
  void follow(const Vec3& tool);
  void find_near(const Vec3& tool);
  void exchange_points(const Vec3& tool);
  Touch::Force sum_of_forces(const Vec3& tool);

  RoundTipParams params_;
  std::vector<Vec3> x_, inward_;  // of free vertices
  std::vector<Index> first_, neighbours_, triangle_;
  ContactPatch patch_;
  Phase phase_ = Phase::kUnknown;
  Vec3 last_tool_{};
  Index nearest_ = 0, touching_ = 0;
  std::vector<Point> points_;  // in the patch
  std::vector<Index> near_;    // scratch memory: vertices within reach
  std::vector<std::int64_t> visited_, ticks_;
  std::vector<char> is_point_;
  std::int64_t search_ = 0;
};

}  // namespace sinew
