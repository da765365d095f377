#include "shape/distance.h"

#include <limits>

namespace sinew {

double smooth_min(double a, double b, double k) {
  const double overlap = k - std::abs(a - b);
  if (overlap <= 0) return std::min(a, b);
  return std::min(a, b) - overlap * overlap / (4 * k);
}

double Distance::Part::applied(double d, double other) const {
  if (stroke == Stroke::kAdd) return smooth_min(d, other, blend);
  return -smooth_min(-d, stroke == Stroke::kCarve ? other : -other, blend);
}

// A stroke leaves the value as it is where its solid is far: adding needs a solid nearer than d + blend,
// carving one nearer than blend - d. The ball around the solid tells this without evaluating it.
double Distance::operator()(const Vec3& at) const {
  const Vec3 p = at - offset_;
  double d = std::numeric_limits<double>::infinity();
  for (const Part& part : parts_) {
    if (part.stroke != Stroke::kKeep) {
      const double within = part.blend + (part.stroke == Stroke::kAdd ? d : -d) + part.solid.reach();
      const Vec3 from_center = part.solid.folded(p) - part.solid.center();
      if (within <= 0 || squared_norm(from_center) > within * within) continue;
    }
    d = part.applied(d, part.solid.distance(p));
  }
  return d;
}

// The same reasoning for a whole ball: both the value and the solid's distance change by at most the radius.
Distance Distance::near(const Vec3& center, double radius) const {
  const Vec3 p = center - offset_;
  Distance copy;
  copy.box_ = box_, copy.offset_ = offset_;
  double d = std::numeric_limits<double>::infinity();
  for (const Part& part : parts_) {
    const double other = part.solid.distance(p), slack = part.blend + 2 * radius;
    const bool matters = part.stroke == Stroke::kAdd     ? other < d + slack
                         : part.stroke == Stroke::kCarve ? other < slack - d
                                                         : other > d - slack;
    if (matters) copy.parts_.push_back({part.solid.near(p, radius), part.stroke, part.blend});
    d = part.applied(d, other);
  }
  return copy;
}

// Four points at the corners of a tetrahedron do for a gradient what central differences do with six.
Vec3 Distance::gradient(const Vec3& p, double step) const {
  constexpr Vec3 kCorners[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  Vec3 g;
  for (const Vec3& corner : kCorners) g += (*this)(p + step * corner) * corner;
  return g / (4 * step);
}

Distance& Distance::apply(Stroke stroke, const Solid& solid, double blend) {
  parts_.push_back({solid, stroke, blend});
  if (stroke == Stroke::kAdd) box_.extend(solid.box().inflated(blend));
  return *this;
}

Distance Distance::moved(const Vec3& by) const {
  Distance copy = *this;
  copy.offset_ += by;
  return copy;
}

Distance Distance::scaled(double factor) const {
  Distance copy;
  for (const Part& part : parts_) copy.apply(part.stroke, part.solid.scaled(factor), factor * part.blend);
  copy.offset_ = factor * offset_;
  return copy;
}

}  // namespace sinew
