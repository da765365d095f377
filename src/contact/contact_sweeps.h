#pragma once

#include <span>
#include <vector>

#include "contact/collider.h"
#include "contact/contact_point.h"
#include "contact/sweep_order.h"

namespace sinew {

// Projected Gauss-Seidel over the contacts of one island, in the metrics of its bodies: each contact in turn gets
// the force that closes its gap and stops its slip, within Coulomb's cone |f_t| <= friction f_n, f_n >= 0.
//
// Sweeps are accelerated as in nonsmooth nonlinear conjugate gradients (Silcowitz, Niebe, Erleben, 2010): what a
// sweep forward and backward changes is taken for a gradient, and forces go on along the conjugate direction as long
// as these changes become smaller.
class ContactSweeps {
 public:
  // Makes the points of these contacts, by their numbers, in the metrics of these bodies. Refers to the colliders and
  // to `bodies` until the next call.
  void set(std::span<const Index> numbers, std::span<const ContactPoint> contacts,
           std::span<Collider> colliders, std::span<const Index> bodies);
  // Begins a round: takes the present ends of the bodies' ways, which the forces so far have led to. If a body has
  // changed its operators, it makes all points again. A contact is solved if it moves by less than `tolerance` of the
  // gap that it keeps or, if it slips in the step by more than a few gaps, of a part of that.
  void begin(std::span<const ContactPoint> contacts, double tolerance);
  // Sweeps, forward and backward in turn, until all contacts are solved or a sweep changes less than this share of
  // the energy that the greatest one did (J, of those before too), and at most this often.
  void sweep(int most, double share, double& greatest);
  // How far a force that has changed since the round began alone moves its contact at most, over what is tolerated.
  double change() const;
  // What the forces that have changed since the round began do together: the work of the changes (J), and how far they
  // move a contact that presses at most, over what is tolerated. Contacts beside each other share a load in many
  // ways, so that their forces may still change when the bodies hardly move.
  struct Motion {
    double work = 0, farthest = 0;
  };
  // Adds the work on each body to that of its collider.
  Motion motion(std::span<double> work_by_collider) const;
  // Sets the forces of the contacts.
  void give_forces(std::span<ContactPoint> contacts) const;

 private:
  // A contact as the sweeps see it.
  struct Row {
    ContactMetric* of[2];  // null: an obstacle
    Index collider[2];
    Index point[2];
    Vec3 normal;
    double gap, keeps, friction;
    double tolerance = 0;          // m
    Mat3 compliance;               // W: how far p - q moves by a force on p and its opposite on q, m/N
    double normal_compliance = 0;  // n . W n
    double tangential = 0;         // the largest eigenvalue of W across n
    Vec3 slip;                     // by all but the forces of these sweeps
    Vec3 force;
    Vec3 at_begin;   // the force when the round began
    Vec3 at_last;    // when the last direction was made
    Vec3 direction;  // conjugate
    Index contact;   // its number
    bool is_glue = false;
    bool is_quiet = false;  // did not change when it was last visited, and may be left out for a while
  };

  void make_rows(std::span<const ContactPoint> contacts);
  // What a sweep changed: the energies of all contacts, each by itself (J), and the farthest motion of one.
  struct Swept {
    double energy = 0, farthest = 0;
  };
  void set_order();
  static void visit(Row& row, Swept& swept);
  static Vec3 moved(const Row& row);
  static double count(const Row& row, const Vec3& change, Swept& swept);
  double sweep_once(bool forward, bool all);
  static void push(Row& row, const Vec3& change);
  void start_directions();
  void accelerate();

  std::span<const Index> numbers_;
  std::span<Collider> colliders_;
  std::span<const Index> bodies_;
  std::vector<Row> rows_;
  double last_size_ = 0;  // of the last change of the forces, J
  double swept_ = 0;      // what the last sweep changed, J
  SweepOrder order_;
  std::vector<Swept> swept_by_group_;
  std::vector<std::array<Index, 2>> bodies_of_;  // work space: of the rows
};

}  // namespace sinew
