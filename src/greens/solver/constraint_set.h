#pragma once

#include "greens/solver/capacitance_matrix.h"
#include "greens/solver/point_compliance.h"

namespace sinew {

// What is given of a constraint along one of its axes; the other of the two is what is solved for.
enum class Given : char { kDisplacement, kForce };

// Boundary values at a place of the surface, by component [JamesPai03, sec. 3.1.2]: all three along x, y, z; along the
// normal a displacement and no force along the tangents (frictionless); or any other mix. A traction is given as force:
// traction times the area that it acts on.
struct Constraint {
  WeightedPoint point;
  Mat3 axes = Mat3::identity();
  std::array<Given, 3> given = {Given::kDisplacement, Given::kDisplacement, Given::kDisplacement};
  Vec3 value = {};      // along the axes, m or N
  double softness = 0;  // m/N, of a spring between the point and what holds it
};

// Constraints that come and go, and the forces that meet them: the capacitance matrix algorithm for the places of the
// constraints alone [JamesPai03, Eq. 13-20, 43, 44]. With S the rows whose displacement w is given, and v0 what the
// displacements there would be without the constraints' unknown forces, the forces are x = C_SS^-1 (w - v0_S).
// All memory is allocated when it is made.
class ConstraintSet {
 public:
  // For so many constraints over so many different vertices at a time. The responses must outlive it.
  ConstraintSet(const Responses& responses, Index constraints, Index vertices);

  struct Outcome {
    Index id;     // -1 if it was refused
    Added added;  // kRedundant: the constraints that are there move the point already
  };
  // Throws Error if the constraint is invalid (PointCompliance::add) or its value is not finite.
  Outcome add(const Constraint& constraint);
  void remove(Index id);
  void set_value(Index id, const Vec3& value);

  // Sets forces and displacements. `v0` (m, x y z) has, for each id below size(), the displacement of its point under
  // all that acts on the body besides the constraints.
  void solve(std::span<const Vec3> v0);
  // Of the last solve, along x, y, z.
  Vec3 force(Index id) const { return compliance_.axes(id) * force_[id]; }
  Vec3 displacement(Index id) const { return compliance_.axes(id) * displacement_[id]; }

  Index size() const { return compliance_.size(); }  // all ids are below it
  bool has(Index id) const { return compliance_.has(id); }
  const WeightedPoint& point(Index id) const { return compliance_.point(id); }
  const Mat3& axes(Index id) const { return compliance_.axes(id); }
  const std::array<Given, 3>& given(Index id) const { return given_[id]; }
  const Vec3& value(Index id) const { return value_[id]; }
  const PointCompliance& compliance() const { return compliance_; }
  const CapacitanceMatrix& matrix() const { return matrix_; }

 private:
  int held_rows(Index id, std::array<Index, 3>& rows) const;
  void multiply();

  PointCompliance compliance_;
  CapacitanceMatrix matrix_;
  std::vector<std::array<Given, 3>> given_;
  std::vector<Vec3> value_, force_, displacement_;
  std::vector<double> f_, u_, w_, x_;  // scratch memory; f and u by rows of C
  std::vector<Index> all_;             // 0, 1, 2, ...
};

}  // namespace sinew
