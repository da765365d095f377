#pragma once

#include <vector>

#include "shape/solid.h"
#include "sinew/base/geometry.h"

namespace sinew {

// A body modelled from solids, as a signed distance: negative inside, metres, with a slope of at most 1.
// Operations act one after the other: add a solid, carve it away, or keep only a part, each with the radius
// within which the joint is smoothed (0: a crease). Except for those smoothings the value is the distance to
// the surface, and it is never larger than that.
class Distance {
 public:
  enum class Stroke : std::uint8_t { kAdd, kCarve, kKeep };

  Distance& add(const Solid& solid, double blend = 0) { return apply(Stroke::kAdd, solid, blend); }
  Distance& carve(const Solid& solid, double blend = 0) { return apply(Stroke::kCarve, solid, blend); }
  Distance& keep(const Solid& solid, double blend = 0) { return apply(Stroke::kKeep, solid, blend); }

  double operator()(const Vec3& p) const;
  // By differences over `step`; close to a unit vector near the surface.
  Vec3 gradient(const Vec3& p, double step) const;
  // A box around everything that was added, not tight.
  Box3 box() const { return {box_.lower + offset_, box_.upper + offset_}; }

  // The same function inside a ball, with only the solids that matter there.
  Distance near(const Vec3& center, double radius) const;
  // Copies, moved as a whole; later operations still act in the original coordinates.
  Distance moved(const Vec3& by) const;
  Distance scaled(double factor) const;

 private:
  struct Part {
    Solid solid;
    Stroke stroke;
    double blend;
    double applied(double d, double other) const;
  };
  Distance& apply(Stroke stroke, const Solid& solid, double blend);

  std::vector<Part> parts_;
  Box3 box_;     // before the move
  Vec3 offset_;  // where the sculpture's origin was moved to
};

// The smaller of a and b, rounded where they differ by less than k: it falls at most k / 4 below.
double smooth_min(double a, double b, double k);

}  // namespace sinew
