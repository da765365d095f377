#include "collision/crossing_pairs.h"
#include "contact/collider.h"

namespace sinew {

void Collider::follow_hand(const Vec3& hand, double speed) { hand_->target = hand, hand_->speed = speed; }

// It goes on from where it got to.
void Collider::begin_hand() {
  const Vec3 way = hand_->target - hand_->from;
  const double length = norm(way), most = hand_->speed * dt_;
  hand_->to = hand_->from + (length > most ? most / length : 1) * way;
  hand_->dt = dt_;
}

void Collider::come_into_play(std::span<const Collider> others) {
  if (!hand_ || !hand_->is_ghost) return;
  hand_->is_ghost = false;
  const Box3 box = bounding_box(start_);
  tree_.refit(start_, 0, box.center());
  OverlapScratch scratch;
  std::vector<TrianglePair> crossings;
  for (const Collider& other : others) {
    if (other.is_obstacle() || other.surface() == nullptr || !box.overlaps(bounding_box(other.start_)))
      continue;
    RefitTree tree = other.tree_;
    tree.refit(other.start_, 0, box.center());
    crossings_between(tree_, start_, tree, other.start_, scratch, crossings);
    if (!crossings.empty()) hand_->is_ghost = true;
  }
}

void Collider::settle() {
  if (!hand_) return;
  hand_->from = hand_->to = at_time({}, time_ + dt_);
  hand_->dt = 0;
}

std::optional<Vec3> Collider::hand_place() const {
  if (!hand_ || hand_->is_away) return {};
  return hand_->from;
}

}  // namespace sinew
