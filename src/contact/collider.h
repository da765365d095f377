#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "body/contact_side.h"
#include "collision/features.h"
#include "collision/normal_cones.h"
#include "collision/star_check.h"
#include "contact/contact_metric.h"
#include "contact/seen_obstacle.h"
#include "sinew/body/body.h"
#include "sinew/contact/attachment.h"

namespace sinew {

// What may touch others: a body, or an obstacle, which no force moves.
class Collider {
 public:
  explicit Collider(Body& body);
  explicit Collider(const Obstacle& obstacle) : Collider(obstacle, curve_tolerance(obstacle.shape)) {}
  explicit Collider(const HandTool& tool);

  // Takes the surface that its body has now. If it took another one before, returns for each vertex of that one the
  // same vertex of the new one, or -1; otherwise nothing.
  std::vector<Index> take_surface();
  // Of a body: the next surface that it takes is the first one again.
  void forget_surface() {
    if (side_ != nullptr) surface_.reset();
  }

  // Takes the positions for a step that has begun, from `time` on for dt.
  void begin(double time, double dt);
  // Of a body that is not stepped: takes its surface and where it is, if it is not known.
  void stay();
  // Of another state: where it is has to be found again.
  void forget_place() { is_placed_ = stays_ = false; }
  // Whether it may move in the step that has begun: a body that is stepped, or an obstacle in motion.
  bool is_active() const { return !stays_; }
  // Of an obstacle: whether it may move from this time of the world on within `ahead` seconds.
  bool will_move(double time, double ahead) const { return may_move(time - lag_, time - lag_ + ahead); }
  // Takes the positions at the end of the step again, after the body was relaxed or moved.
  void update_end();

  // Of an obstacle: goes only this share of its way in the step, and stays behind its motion from then on.
  void hold_back(double share);

  // Of a tool in a hand: goes there from the next step on, or is taken away.
  bool is_hand() const { return hand_.has_value(); }
  void follow_hand(const Vec3& hand, double speed);
  void take_away() { hand_->is_away = true; }
  // Bodies may be anywhere now.
  void leave_play() { hand_->is_ghost = true; }
  // Where it is, m; none while it is away.
  std::optional<Vec3> hand_place() const;
  // One that appeared within a body, or half within it, is felt when it has left all of them. The step must have
  // begun.
  void come_into_play(std::span<const Collider> others);
  // To be called when a step has succeeded.
  void settle();

  // Of an obstacle: how far it is behind its motion, s.
  double lag() const { return lag_; }
  void set_lag(double lag) { lag_ = lag; }

  const std::string& name() const { return name_; }
  bool is_obstacle() const { return body_ == nullptr; }
  Body* body() const { return body_; }
  ContactSide* side() const { return side_; }
  // Of an obstacle: what frames show; empty if there is nothing to show.
  const std::optional<SeenObstacle>& seen() const { return seen_; }
  const Obstacle* obstacle() const { return obstacle_ ? &*obstacle_ : nullptr; }
  // Null: a plane, or nothing collides.
  const ContactSurface* surface() const { return is_out_of_play() ? nullptr : surface_.get(); }
  const PlaneShape* plane() const { return obstacle_ ? std::get_if<PlaneShape>(&obstacle_->shape) : nullptr; }
  // Of the vertices, in the world, m.
  std::span<const Vec3> start() const { return start_; }
  std::span<const Vec3> end() const { return end_; }
  // How near others may come to it, m; and half of its thickness if it is a sheet. No less than what it deviates from
  // what is seen.
  double gap() const { return gap_; }
  // Sets it; 0: by the edges of its surface.
  void set_gap(double gap);
  // The speed at which it is pushed out of what it crosses when a step begins, m/s.
  double easing_speed() const { return easing_speed_; }
  // And how far that is in this step, m.
  double easing() const { return easing_speed_ * dt_; }
  double half_thickness() const { return surface_ ? surface_->thickness / 2 : 0; }
  // Fits the boxes of its triangles around their paths in the step, relative to the origin.
  void fit_boxes(double margin, const Vec3& origin) { flight_.fit(tree_, start_, end_, margin, origin); }
  // Marks the triangles of these vertices in its tree.
  void mark(std::span<const char> vertices) { tree_.mark(vertices); }
  // A tree of its own that is fitted to the start of the step.
  RefitTree tree_at_start(const Vec3& origin) const {
    RefitTree tree = tree_;
    tree.refit(start_, 0, origin);
    return tree;
  }
  Flight flight() const { return {tree_, flight_}; }
  FeatureSide features(Index number) const { return {number, flight(), owners_}; }
  const NormalCones& cones() const { return cones_; }
  const RefitTree& tree() const { return tree_; }
  // Adds the pairs of its triangles with a common vertex that may cross on their way in the step.
  void append_unproven_neighbours(std::vector<TrianglePair>& pairs) {
    stars_.append_unproven(start_, end_, pairs);
  }
  // Of an obstacle: where a point of it that is at `at` when the step begins is when the step ends, m.
  Vec3 carried(const Vec3& at) const;
  // Of an obstacle: the point, as it is described, that is at `at` when the step begins; and where such a point is
  // when the step ends.
  Vec3 described(const Vec3& at) const;
  Vec3 at_end(const Vec3& described) const { return at_time(described, time_ + dt_); }
  // Where the axes in which it is described are when the step begins, and when it ends.
  Placement placed_at_start() const { return placed_at(time_); }
  Placement placed_at_end() const { return placed_at(time_ + dt_); }
  // Of a plane: a point on it and its normal, of length 1, when the step begins.
  PlaneShape plane_at_start() const { return plane_moved(time_); }
  // Between steps, at this time of the world: the same, and the vertices of what collides, which is returned.
  PlaneShape plane_at(double time) const { return plane_moved(time - lag_); }
  std::shared_ptr<const ContactSurface> vertices_at(double time, std::vector<Vec3>& vertices) const;
  // Per vertex: whether triangles around it cross at rest, which is a fault of the surface; empty if there is none.
  const std::vector<char>& faults();
  // Another number for another surface, or another gap.
  std::int64_t surface_revision() const { return surface_revision_; }

  // Of bodies, during a step.
  ContactMetric metric;
  BlockVector<double> force;          // of all contacts, N, in own axes; a block per unknown
  BlockVector<double> change, moves;  // work space: of the force, and what it moves
  AdditiveCycle additive;

 private:
  Collider(const Obstacle& obstacle, double curve_tolerance);
  void set_surface(std::shared_ptr<const ContactSurface> surface);
  void begin_obstacle();
  bool may_move(double from, double until) const;
  void keep_tree();
  void move_obstacle();
  bool is_out_of_play() const { return hand_ && (hand_->is_away || hand_->is_ghost); }
  void begin_hand();
  Vec3 at_time(const Vec3& rest, double time) const;
  PlaneShape plane_moved(double time) const;
  Placement placed_at(double time) const;

  std::string name_;
  Body* body_ = nullptr;
  ContactSide* side_ = nullptr;
  std::optional<Obstacle> obstacle_;
  std::optional<SeenObstacle> seen_;
  struct Hand {
    Vec3 target;           // m
    double speed = 0;      // m/s, at most
    Vec3 from, to;         // in this step, without being held back, m
    double dt = 0;         // of this step, s
    bool is_away = false;  // neither seen nor felt
    bool is_ghost = true;  // seen, but not felt: it is still within a body where it appeared
  };
  std::optional<Hand> hand_;
  std::shared_ptr<const ContactSurface> surface_;
  std::int64_t surface_revision_ = 0;
  std::optional<std::vector<char>> faults_;
  std::vector<Vec3> start_, end_;
  RefitTree tree_;
  FlightBoxes flight_;
  FeatureOwners owners_;
  NormalCones cones_;
  StarCheck stars_;
  double gap_ = 0, wanted_gap_ = 0, easing_speed_ = 0;
  double time_ = 0, dt_ = 0;
  double lag_ = 0;
  bool is_placed_ = false;  // of an obstacle: rests where start_ has it
  bool stays_ = false;      // does not move in this step
};

}  // namespace sinew
