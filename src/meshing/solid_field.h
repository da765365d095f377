#pragma once

#include <vector>

#include "mesh/triangle_tree.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

// A solid as a mesher sees it: negative inside, positive outside, and roughly a distance.
class SolidField {
 public:
  virtual ~SolidField() = default;
  virtual double operator()(const Vec3& p) const = 0;
  // The same for many points; `values` is as long as `points`.
  virtual void evaluate(std::span<const Vec3> points, std::span<double> values) const;
  // Whether the ball about p, where the field has this value, lies wholly on one side. False when unsure.
  virtual bool same_side(const Vec3& p, double value, double radius) const = 0;
  // Everything inside is in this box.
  virtual Box3 box() const = 0;
};

// The inside of a surface grown by `offset`, united with balls around some of its points, so that a mesh
// contains surface vertices that would otherwise be outside.
class GrownSolid : public SolidField {
 public:
  struct Ball {
    Vec3 center;
    double radius;
  };
  // The distance must outlive this object.
  GrownSolid(const SignedDistance& distance, double offset, std::vector<Ball> balls = {});

  double operator()(const Vec3& p) const override;
  void evaluate(std::span<const Vec3> points, std::span<double> values) const override;
  bool same_side(const Vec3& p, double value, double radius) const override;
  Box3 box() const override;

 private:
  double ball_distance(const Vec3& p, double within) const;

  const SignedDistance& distance_;
  double offset_;
  std::vector<Ball> balls_;
  double largest_ball_ = 0;
  TriangleTree ball_tree_;
};

}  // namespace sinew
