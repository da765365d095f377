#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "contact/collider.h"
#include "contact/contact_detection.h"
#include "contact/contact_point.h"
#include "contact/contact_sweeps.h"
#include "contact/pair_rules.h"
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

  // Makes the candidates of all bodies. Throws BodyFailure, of the first body that failed; its own state is then
  // that before the step.
  void predict(double time, double dt, const SideBySide& side_by_side);

  // Of the last step.
  std::span<const ContactPoint> contacts() const { return contacts_; }
  // Adds obstacles as tools and forces as arrows to a frame that has its bodies.
  void publish(const FrameContents& contents, Frame& frame) const;

  // What a step takes over from the one before, between steps.
  BodyState state() const;
  // Throws Error (nothing changed) if the state is not one of these bodies and obstacles.
  void restore(const BodyState& state);

 private:
  struct Island {
    std::vector<Index> bodies;
    std::vector<Index> contacts;
  };

  void make_candidates(double time, double dt, const SideBySide& side_by_side);
  void publish(const FrameContents& contents, ContactFrame& frame) const;
  std::vector<ContactSum> sums() const;
  void take_contacts_to_end();
  void for_each_body(const SideBySide& side_by_side, const std::function<void(Body&)>& act);
  void find_contacts();
  void relax_all(const SideBySide& side_by_side);
  void keep_from_crossing(const SideBySide& side_by_side);
  // Adds contacts for them; returns whether there was a new one.
  bool add_hits();
  void hold_back(bool wholly);
  std::vector<Index> find_islands(std::vector<Island>& islands);
  void solve(const Island& island);
  bool relax(const Island& island, bool is_first);
  void apply(const Island& island, std::span<const ContactPoint> contacts);

  ContactParams params_;
  std::vector<Collider> colliders_;
  PairRules rules_;
  bool rules_known_ = false;
  ContactDetection detection_;
  std::vector<ContactPoint> contacts_;       // by key
  std::vector<ContactDetection::Hit> hits_;  // of this step
  std::vector<ContactDetection::PlaneHit> plane_hits_;
  std::vector<char> is_new_;  // per collider: has contacts that were not there when it was last relaxed
  std::int64_t held_back_ = 0, blocked_ = 0;
};

}  // namespace sinew
