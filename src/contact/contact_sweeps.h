#pragma once

#include <span>
#include <vector>

#include "contact/collider.h"
#include "contact/contact_point.h"

namespace sinew {

// Projected Gauss-Seidel over the contacts of one island, in the metrics of its bodies: each contact in turn gets
// the force that closes its gap and stops its slip, within Coulomb's cone |f_t| <= friction f_n, f_n >= 0.
class ContactSweeps {
 public:
  // Makes the points of all contacts in the metrics of these bodies. Refers to all of them until the next call.
  void set(std::span<ContactPoint> contacts, std::span<Collider> colliders, std::span<const Index> bodies);
  // Begins a round: takes the present ends of the bodies' ways, which the forces so far have led to. If a body has
  // changed its operators, it makes all points again.
  void begin();
  // Sweeps, forward and backward in turn, until no contact moves by more than `tolerance` (m), and at most this
  // often. The forces of the contacts change. Returns how far the last sweep moved one, m.
  double sweep(int most, double tolerance);
  // How far forces that have changed since then move a contact at most, m.
  double change_since(std::span<const ContactPoint> before) const;
  int swept() const { return swept_; }

 private:
  // A contact as the sweeps see it. Own axes: those of a body.
  struct Row {
    Index contact;
    ContactMetric* of[2];  // null: an obstacle
    Index point[2];
    Mat3 rotation[2];  // from own axes to the world
    double load[2];
    Mat3 compliance;                    // W: how far p - q moves by a force on p and its opposite on q, m/N
    double normal = 0, tangential = 0;  // n . W n, and the largest eigenvalue across it
    Vec3 slip;                          // by all but the forces of these sweeps
    bool is_quiet = false;              // neither pressed nor near it when it was last visited
  };

  void make_rows();
  double visit(Row& row);
  double sweep_once(bool forward, bool all);

  std::span<ContactPoint> contacts_;
  std::span<Collider> colliders_;
  std::span<const Index> bodies_;
  std::vector<Row> rows_;
  int swept_ = 0;
};

}  // namespace sinew
