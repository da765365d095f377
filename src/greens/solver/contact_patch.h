#pragma once

#include "greens/solver/contact_solver.h"

namespace sinew {

// Contact on a neighbourhood of the surface, for a servo thread at 1 kHz and for bodies in each step: points come, move
// and go, and the forces between the body and what touches them are solved for, without the rest of the surface.
//
// Nothing is allocated or locked after it is made, and all calls are bounded, if the responses' extract() is so: that
// of DenseResponses is; CompressedResponses takes a lock for its scratch memory, and allocates that in its first calls.
// With P points, V vertices in use, s held rows (at most 3 P), k vertices of a point, multiplications:
//   add, move   27 k (V + P), and 2 k V blocks of G extracted at most, those that are new
//   solve       per change of the set 2 s^2 (a row added) or s^2 (let go); per change and friction pass, s^2 + 3 P s
//               for the forces and gaps. ContactLimits bounds both numbers. Every 256th change checks the inverse,
//               s^2, and computes it again if it has drifted, 2/3 s^3
// One thread at a time.
class ContactPatch {
 public:
  ContactPatch(const Responses& responses, Index points, Index vertices);

  // A point and what touches it. The first axis is the direction in which contact pushes the body; softness (m/N) is
  // that of a spring in between, which bounds the stiffness that a hand feels by its inverse. -1 if there is no room.
  // Throws Error as PointCompliance::add() and ContactSolver::set() do.
  Index add(const WeightedPoint& point, const Mat3& axes, const ContactGap& contact, double softness = 0);
  // Moves it; the forces of the last solve are where the next one starts. False, and nothing is changed, if there is no
  // room for the vertices.
  bool move(Index p, const WeightedPoint& point, const Mat3& axes, const ContactGap& contact);
  void set(Index p, const ContactGap& contact) { solver_.set(p, contact); }
  void remove(Index p);

  ContactReport solve(const ContactLimits& limits = {});

  // Of the last solve, along x, y, z: the force on the body, N; how far the point is moved by all of them, m.
  Vec3 force(Index p) const;
  Vec3 displacement(Index p) const;

  const ContactSolver& solver() const { return solver_; }
  const PointCompliance& compliance() const { return compliance_; }

 private:
  PointCompliance compliance_;
  ContactSolver solver_;
  std::vector<Index> moved_;  // since the last solve
  std::vector<char> is_moved_;
};

}  // namespace sinew
