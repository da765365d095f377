#pragma once

#include <vector>

#include "haptics/local_response.h"

namespace sinew {

// The patch of a response in coordinates in which forces are distances. With the compliance C of the body and the
// coupling k in series,
//
//   S = (C + I / k)^-1 = L L^T,   x' = L^T x,
//
// a tool at p that is connected to the surface point s has the energy V = |p' - s'|^2 / 2, and the force on the body
// is L (p' - s'). The point without friction is therefore the nearest one of the scaled surface, and the force is
// the gradient of V: a response that does not change gives back what it got, no more.
//
// It is made once for all ticks, and take() allocates nothing.
class ScaledPatch {
 public:
  // A nearest point, and on which side of the surface the other point is.
  struct Nearest {
    SurfacePoint point;
    Vec3 place{};            // scaled
    double squared = 0;      // distance, J
    bool is_behind = false;  // against the normals of the triangles there
    bool is_at_rim = false;  // at an edge that has no triangle beyond it
  };

  ScaledPatch();

  // `coupling`: k, N/m. The response must stay as it is until the next call. A response that is invalid (a patch
  // that is too large, numbers that are not finite, C not positive definite) is taken for an empty one; returns
  // whether it was valid.
  bool take(const LocalResponse& response, double coupling);
  void forget() { response_ = nullptr; }

  bool is_empty() const { return response_ == nullptr || response_->triangles.empty(); }
  const LocalResponse& response() const { return *response_; }

  Vec3 scaled(const Vec3& x) const;           // L^T x
  Vec3 force_over(const Vec3& scaled) const;  // L d
  Vec3 place(const SurfacePoint& point) const { return at(point, response_->triangles, scaled_); }

  // Over all triangles; and by a walk from one triangle to those around it as long as that comes nearer. Both take
  // scaled points. The patch must not be empty.
  Nearest nearest(const Vec3& p) const;
  Nearest nearest_from(Index triangle, const Vec3& p) const;
  // The triangle of the patch with this number on the whole surface; -1: it is not part of it.
  Index find(Index on_surface) const;

 private:
  struct Candidate {
    SurfacePoint point;
    Vec3 place;
    double squared;
  };

  Candidate on_triangle(Index triangle, const Vec3& p) const;
  Nearest with_side(const Candidate& candidate, const Vec3& p) const;
  bool is_at_rim(const SurfacePoint& point) const;
  Vec3 normal_at(const SurfacePoint& point) const;
  Vec3 normal_of(Index triangle) const;

  const LocalResponse* response_ = nullptr;
  Mat3 L_{};
  std::vector<Vec3> scaled_;
};

}  // namespace sinew
