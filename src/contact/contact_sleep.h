#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/collider.h"
#include "contact/contact_point.h"

namespace sinew {

// Which bodies sleep. Bodies that touch each other fall asleep together, once none of them has moved by more than a
// small part of its gap in a step for 30 steps, and wake together: when something that moves comes near to one of
// them, or when one of them is pulled, cut or tuned, or its loads or holds change. What sleeps is not stepped. Its
// contacts keep their forces.
class ContactSleep {
 public:
  // Of the colliders of the next step; new ones are awake.
  void set_count(std::size_t colliders);
  bool is_asleep(Index collider) const { return asleep_[collider] != 0; }
  std::int64_t count() const { return std::ranges::count(asleep_, char{1}); }

  // Wakes bodies that something was done to since the last step, and those that sleep with them.
  void wake_disturbed(std::span<const Collider> colliders, std::span<const ContactPoint> contacts);
  // Wakes these, and those that sleep with them.
  void wake(std::span<const Index> bodies, std::span<const Collider> colliders,
            std::span<const ContactPoint> contacts);
  // Wakes bodies on which other loads or holds act dt after `time`, and those that sleep with them.
  void wake_unsteady(std::span<const Collider> colliders, std::span<const ContactPoint> contacts, double time,
                     double dt);
  // Wakes bodies that touch something awake or in motion, and those that sleep with them. Puts them into `woken`,
  // ascending.
  void wake_touched(std::span<const Collider> colliders, std::span<const ContactPoint> contacts,
                    std::vector<Index>& woken);
  // Counts the steps at rest of the bodies that are awake, at the end of a step, and lets those sleep that may.
  void end_step(std::span<const Collider> colliders, std::span<const ContactPoint> contacts);

  // Per collider: how many steps it has been at rest, and -1 if it sleeps. What a step takes over from the one before.
  std::vector<double> state() const;
  // Throws Error (nothing changed) if they are no such numbers.
  void restore(std::span<const double> state, std::span<const Collider> colliders);

 private:
  template <typename Wakes>
  void wake_if(std::span<const Collider> colliders, std::span<const ContactPoint> contacts, Wakes&& wakes);
  void spread(std::span<const Collider> colliders, std::span<const ContactPoint> contacts);

  std::vector<char> asleep_, wakes_;
  std::vector<int> rested_;                 // steps
  std::vector<std::uint64_t> disturbance_;  // that the body had when it was last stepped
};

}  // namespace sinew
