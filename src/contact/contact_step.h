#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "contact/attachments.h"
#include "contact/collider.h"
#include "contact/contact_detection.h"
#include "contact/contact_point.h"
#include "contact/contact_sleep.h"
#include "contact/contact_sweeps.h"
#include "contact/contact_thinning.h"
#include "contact/impact_zones.h"
#include "contact/pair_rules.h"
#include "contact/position_contact.h"
#include "contact/tangles.h"
#include "mesh/disjoint_sets.h"
#include "sinew/base/error.h"

namespace sinew {

// Thrown if a body could not be stepped.
class BodyFailure : public Error {
 public:
  BodyFailure(std::string body, const Error& reason);
  const std::string& body() const { return body_; }

 private:
  std::string body_;
};

// The step of bodies that touch, in place of Body::predict of each. Contacts take turns with the bodies' own
// solvers:
//
//   begin every body; find what may touch, with the forces of the last step
//   for each island of bodies that may touch:
//     repeat   relax its bodies under the forces, one cycle each
//              sweep over its contacts until their gaps are closed
//              move the bodies by the change of the forces in the additive metric
//     until no gap changes
//   while something crosses on its way: solve again with what was hit; then hold back what still crosses
//   end every body
//
// The fixed point is the exact solution whatever the metric is: there the bodies are in balance with the forces,
// and the forces with the gaps.
class ContactStep {
 public:
  // Calls act(i) for i from 0 to count - 1, side by side.
  using SideBySide = std::function<void(Index count, const std::function<void(Index)>& act)>;

  void set_params(const ContactParams& params);
  const ContactParams& params() const { return params_; }
  // Refers to the body.
  void add(Body& body);
  // Throws Error if the obstacle is invalid or its name is taken.
  void add(const Obstacle& obstacle);
  std::span<const Collider> colliders() const { return colliders_; }
  // Glues, from the next step on, and lets go. Throw Error if it cannot be.
  Index attach(const Attachment& attachment) { return attachments_.add(attachment, colliders_); }
  void release(Index attachment) { attachments_.release(attachment); }
  // Takes a tool into a hand, or moves it. Throws Error if it is invalid or its name is taken.
  void hold(const HandTool& tool);
  // Takes it away and lets go of what is attached to it; nothing happens if there is none.
  void put_away(std::string_view tool);
  // Glues to it what is this near to it when the next step begins, m, and lets go again. The first throws Error if it
  // is not held.
  void grasp(std::string_view tool, double within);
  void let_go(std::string_view tool);

  // Takes the surfaces that bodies have now: to be called when one was cut. Forces of contacts stay where the surface
  // is the same.
  void take_surfaces();

  // Makes the candidates of all bodies. Throws BodyFailure, of the first body that failed; its own state is then
  // that before the step.
  void predict(double time, double dt, const SideBySide& side_by_side);

  // Whether the world's body of that number sleeps, or was stepped in the last step.
  bool was_stepped(std::size_t body) const { return was_stepped_[body_colliders_[body]] != 0; }

  // Whether it sleeps, as far as is known before the next step begins.
  bool is_asleep(std::size_t body) const;
  // As MovingParts of a body that adapts, from this time of the world on.
  void append_moving_parts(double time, double ahead, std::vector<Box3>& boxes) const;

  // Of the last step.
  std::span<const ContactPoint> contacts() const { return contacts_; }
  // Adds obstacles as tools and forces as arrows to a frame that has its bodies.
  void publish(const FrameContents& contents, Frame& frame) const;

  // What crosses between steps, at this time of the world.
  std::vector<ContactCrossings> crossings(double time) const;
  // Between steps, at this time of the world: adds the vertices of the contact surface of the world's body of that number
  // whose triangles would cross something that they do not cross now if its vertices were at these places.
  void append_new_crossings(std::size_t body, double time, std::span<const Vec3> places,
                            std::vector<Index>& vertices) const;
  // By what bodies collide, as of the last step.
  std::vector<ContactSurfaceMeasure> surfaces() const;

  // What a step takes over from the one before, between steps.
  BodyState state() const;
  // Throws Error (nothing changed) if the state is not one of these bodies and obstacles.
  void restore(const BodyState& state);

 private:
  // The most that a sweep and a round did in this step, J.
  struct Most {
    double sweep = 0, round = 0;
  };
  // Bodies that may touch each other, and their contacts.
  struct Island {
    std::vector<Index> bodies, contacts;
    ContactSweeps sweeps;
    int rounds = 0, least_rounds = 0, counted = 0, most_sweeps = 0;
    Most most;
    bool is_rough = false;  // is solved as roughly as its bodies
    bool is_solved = false, is_balanced = false;
    bool flies = false;  // touches no obstacle
  };
  // What a step changes before its candidates are whole.
  struct Before {
    std::vector<ContactPoint> contacts;
    std::vector<double> lags;
    Attachments attachments;
    std::optional<Vec3> origin;
    ContactSleep sleep;
    std::int64_t held_back = 0, blocked = 0, exempt = 0;
    std::vector<Tangles::Pair> tangles;
    std::vector<Tangles::Look> looks;
  };

  void save_before();
  void take_back();
  // Leaves everything as it was before the step if it fails.
  void try_step(bool is_careful, double time, double dt, const SideBySide& side_by_side);
  // Whether contact was solved roughly, for a body whose solver counts cycles.
  bool is_rough() const;
  void make_candidates(double time, double dt, const SideBySide& side_by_side);
  void keep_rules();
  void make_candidates_by_positions(double time, double dt, const SideBySide& side_by_side);
  void publish(const FrameContents& contents, ContactFrame& frame) const;
  struct Crossed;
  std::vector<Crossed> crossed_by(Index collider, double time, std::span<const Vec3> places) const;
  std::vector<ContactSum> sums() const;
  void add_marks(std::vector<ContactMark>& marks) const;
  void add_arrows(Frame& frame) const;
  void take_contacts_to_end();
  // Calls act(body's number) for each of these colliders, side by side, and throws the first failure.
  void for_each_of(std::span<const Index> bodies, const SideBySide& side_by_side,
                   const std::function<void(Index)>& act);
  void find_contacts();
  // Whether neither side of it may move in this step.
  bool stays(const ContactPoint& contact) const;
  // Per collider: whether it is near enough to another to be watched.
  std::vector<char> touches() const;
  void begin_contact(const SideBySide& side_by_side);
  void begin_bodies(std::span<const Index> bodies, double time, double dt, const SideBySide& side_by_side);
  bool wake_touched(double time, double dt, const SideBySide& side_by_side);
  void relax_all(const SideBySide& side_by_side);
  void solve_islands(const SideBySide& side_by_side);
  void keep_from_crossing(double time, double dt, const SideBySide& side_by_side);
  // Throws BodyFailure if a body has lost its shape.
  void require_shapes(const SideBySide& side_by_side);
  void find_hits();
  // Adds contacts for them; returns whether there was any.
  bool add_hits();
  void hold_back(bool wholly, bool obstacles_stop);
  // Whether the obstacle moves away from what hits it.
  bool goes_away(Index obstacle, const ContactPoint& hit) const;
  void report_blocked();
  // Sets islands_, those in which something is new, and free_, bodies that are in none.
  void find_islands();
  void mark_whole(DisjointSets& touching);
  void list_contacts_of_bodies();
  void begin(Island& island);
  bool is_still(Island& island, int round);
  // Whether its forces have hardly changed since it was relaxed.
  bool is_calm(Index body, int round) const;
  // Keeps the angular momentum of rigid bodies in flight.
  void balance_turning(const Island& island);
  void say_touched(Index body);
  void gather_forces(Index body, BlockVector<double>& force) const;
  void apply_change(Index body);

  ContactParams params_;
  std::vector<Collider> colliders_;
  Attachments attachments_;
  PairRules rules_;
  bool rules_known_ = false;
  ContactDetection detection_;
  Tangles tangles_;
  ContactThinning thinning_;
  ContactSleep sleep_;
  std::vector<ContactPoint> contacts_;       // by key
  std::vector<ContactDetection::Hit> hits_;  // of this step
  std::vector<PlaneHit> plane_hits_;
  std::vector<char> is_new_;  // per collider: has contacts that were not there when it was last relaxed
  std::vector<Most> most_;    // per collider, on its island
  bool is_first_solve_ = false, is_careful_ = false;
  std::int64_t held_back_ = 0, blocked_ = 0, exempt_ = 0;
  bool was_blocked_ = false;  // in this run: it is said once

  // Work space of a step, kept so that nothing is allocated.
  Before before_;
  std::vector<Island> islands_;  // the first island_count_ count
  std::size_t island_count_ = 0;
  std::vector<Index> body_colliders_;  // of the bodies of the world
  std::vector<char> was_stepped_;      // per collider
  std::vector<Index> awake_, woken_, free_, in_islands_;
  std::vector<Index> island_of_;  // per collider
  std::vector<Index> fill_;
  std::vector<char> is_relaxed_;  // per collider: its step is solved
  std::vector<double> undone_;    // per collider: the work of changes of its forces since it was relaxed, J
  std::vector<Index> first_contact_, contacts_by_body_;  // per collider: the contacts that it is part of
  std::vector<ContactPoint> more_;
  struct Slowed {
    Index obstacle;
    double share;
    auto operator<=>(const Slowed&) const = default;
  };
  std::vector<Slowed> slowed_;
  ImpactZones zones_;
  PositionContact positions_;
};

}  // namespace sinew
