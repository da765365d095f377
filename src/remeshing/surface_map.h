#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A point of a triangulated surface: a triangle and the barycentric weights of its corners.
struct SurfacePoint {
  Index triangle = -1;
  Vec3 weights;
};

inline Vec3 position_of(const SurfaceMesh& surface, const SurfacePoint& p) {
  const auto [a, b, c] = surface.corners(p.triangle);
  return p.weights.x * a + p.weights.y * b + p.weights.z * c;
}

struct Vec2 {
  double x = 0, y = 0;
};

inline Vec2 operator-(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
inline double cross(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }

// A small disk of the surface laid flat and triangulated twice, before and after a change of connectivity
// (an edge collapse, an edge flip). Both triangulations cover the same polygon, so the chart carries points
// of one to the other.
struct Chart {
  struct Face {
    Index triangle;                       // its number in the changing mesh
    std::array<std::uint16_t, 3> corner;  // in `points`, in the order of the triangle's corners
  };
  std::vector<Vec2> points;
  std::vector<Face> before, after;

  void clear() { points.clear(), before.clear(), after.clear(); }
};

// 1 for an equilateral triangle, 0 for one without area, negative for one that turns clockwise.
double flat_quality(const Vec2& a, const Vec2& b, const Vec2& c);

// The chain of charts from a fine surface to a coarse one: a homeomorphism between them, as the composition
// of maps that are linear on each chart's triangles [Lee et al. 1998]. It is stored as it came about, and
// followed backwards.
class SurfaceMap {
 public:
  void append(const Chart& chart);
  Index chart_count() const { return static_cast<Index>(starts_.size()); }

  struct PullBack {
    std::vector<SurfacePoint> points;
    Index outside = 0;  // points outside every triangle of a chart by rounding, put on the nearest
  };
  // Where points of the coarse surface lie on the fine one. `triangle_slots` is the fine triangle count.
  PullBack pull_back(std::vector<SurfacePoint> points, Index triangle_slots) const;

 private:
  struct Start {
    Index point, before, after;
  };
  std::vector<Start> starts_;
  std::vector<Vec2> points_;
  std::vector<Chart::Face> before_, after_;
};

}  // namespace sinew
