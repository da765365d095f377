#pragma once

#include "greens/solver/capacitance_matrix.h"
#include "greens/solver/point_compliance.h"

namespace sinew {

// What touches the body at one point, whose first axis is the direction in which contact pushes the body.
struct ContactGap {
  double gap = 0;       // m, without contact forces; negative where the other has come in
  double slip[2] = {};  // m, along the other two axes, without contact forces: how far from where it stuck
  double friction = 0;  // Coulomb's coefficient
};

// Throws Error if a number is not finite or the coefficient is negative.
void require_contact(const ContactGap& contact);

struct ContactLimits {
  int changes = 256;         // of the set of rows that are held, in one call
  int friction_passes = 64;  // over the directions in which points slide
  double tolerance = 1e-9;   // of the largest gap or slip, and of forces
};

struct ContactReport {
  int changes = 0, friction_passes = 0;
  bool finished =
      false;        // all conditions are met, but for those of points refused; otherwise a limit came first
  int refused = 0;  // points whose rows the others determine already, or that have no room
};

// Contact of points by an active set on their compliance C [JamesPai03, sec. 3.2.4]. With the gaps g = g_0 + C_nn f_n
// + C_nt f_t and the slips w likewise:
//
//   f_n >= 0,  g >= 0,  f_n g = 0                                       (Signorini)
//   |f_t| <= mu f_n,  and where the point slides f_t = -mu f_n w / |w|   (Coulomb)
//
// Held rows (normals that touch, tangents that stick) are those of a CapacitanceMatrix; tangents that slide have their
// force given. Forces go from where they are to the solution on the held rows, until the first normal would pull: it is
// let go. If none does, the point that is deepest inside is added. Each step lowers the energy, so that no set comes
// twice without friction [Lawson and Hanson 1974, ch. 23], and forces never pull, even where a limit ends the call.
// Then friction: points beyond the cone slide, with the force of
//   f_t <- (f_t - w / c) cut to the length mu f_n,   c: the largest compliance of the point's own tangents,
// and those that come inside of it stick. Starts from the last call's forces. Allocates only when it is made.
class ContactSolver {
 public:
  // For points of a PointCompliance of this capacity.
  explicit ContactSolver(Index points);

  // Says what touches point p; it may touch from now on.
  void set(Index p, const ContactGap& contact);
  // Forgets a point: before it leaves the compliance or changes its place there.
  void remove(Index p, const PointCompliance& compliance);
  // Says that the points' rows of C have changed: they were moved. What touches goes on touching, with the same forces
  // to start from. Rows are replaced one by one, or all are added again if that is less work.
  void moved(std::span<const Index> points, const PointCompliance& compliance);
  // Lets all go and forgets the forces, but not what touches.
  void release();

  ContactReport solve(const PointCompliance& compliance, const ContactLimits& limits = {});

  bool has(Index p) const { return state_[p] != State::kAbsent; }
  bool touches(Index p) const { return state_[p] == State::kSticks || state_[p] == State::kSlides; }
  bool slides(Index p) const { return state_[p] == State::kSlides; }
  const ContactGap& contact(Index p) const { return contact_[p]; }
  // Along the axes of the point, of the last solve: N; and the gap and the slip that remain, m.
  Vec3 force(Index p) const { return {f_[3 * p], f_[3 * p + 1], f_[3 * p + 2]}; }
  Vec3 gap(Index p) const { return {w_[3 * p], w_[3 * p + 1], w_[3 * p + 2]}; }
  const CapacitanceMatrix& matrix() const { return matrix_; }

 private:
  enum class State : char { kAbsent, kApart, kSticks, kSlides };

  std::span<const Index> held_rows(Index p);
  bool hold(Index p, SymmetricView C);
  void start(SymmetricView C, const ContactLimits& limits);
  void cut_to_cones();
  bool exchange(Index p, SymmetricView C);
  void let_go(Index p, SymmetricView C);
  void change_friction(Index p, State state, SymmetricView C);
  void find_gaps(SymmetricView C);
  Index walk(SymmetricView C);
  Index deepest() const;
  void solve_normals(SymmetricView C, const ContactLimits& limits, ContactReport& report);
  bool slide(Index p, SymmetricView C, const ContactLimits& limits, ContactReport& report);
  bool pass_friction(SymmetricView C, const ContactLimits& limits, ContactReport& report);

  CapacitanceMatrix matrix_;
  Index size_ = 0;
  double tolerance_ = 0;  // m
  bool rubs_ = false;     // some point has friction
  std::array<Index, 3> rows_;
  std::vector<ContactGap> contact_;
  std::vector<State> state_;
  std::vector<char> refused_;      // in this pass over normals
  std::vector<double> f_, w_;      // per row: forces; gaps and slips under them
  std::vector<Index> acting_;      // scratch memory: rows with forces
  std::vector<double> right_, x_;  // scratch memory, by held rows
};

}  // namespace sinew
