#include "contact/collider.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "collision/crossing_pairs.h"
#include "mesh/mean_edge.h"

namespace sinew {

namespace {

constexpr double kGapOverEdge = 0.02;  // how near surfaces come, over the mean edge
constexpr double kHandCurve = 10;      // how much coarser tools in a hand are than other obstacles
constexpr double kGapOverSize = 1e-5;  // and at least over the size, so that rounding does not matter
// At most over the size of a rigid body, whose triangles may be few and large.
constexpr double kRigidGapOverSize = 1e-3;
constexpr double kEasingSpeed = 5;  // of surfaces that cross when a step begins: edges per second

// Per vertex of the first surface: the vertex of the second one that is in the same place at rest, or -1. The two
// sides of a cut are apart at rest, so that no place is taken twice but by chance; then by the first vertex.
std::vector<Index> same_places(std::span<const Vec3> before, std::span<const Vec3> after) {
  const auto order = [](std::span<const Vec3> points) {
    std::vector<Index> sorted(points.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::sort(sorted, {},
                      [&](Index v) { return std::tuple(points[v].x, points[v].y, points[v].z, v); });
    return sorted;
  };
  const auto place = [](const Vec3& p) { return std::tuple(p.x, p.y, p.z); };
  const std::vector<Index> old = order(before), now = order(after);
  std::vector<Index> found(before.size(), -1);
  auto at = now.begin();
  for (const Index v : old) {
    while (at != now.end() && place(after[*at]) < place(before[v])) ++at;
    if (at != now.end() && place(after[*at]) == place(before[v])) found[v] = *at;
  }
  return found;
}

double gap_by_edges(const ContactSurface& surface, double edge) {
  const double size = bounding_box(surface.rest).diagonal();
  double gap = kGapOverEdge * edge;
  if (surface.is_rigid) gap = std::min(gap, kRigidGapOverSize * size);
  return std::max(gap, kGapOverSize * size);
}

}  // namespace

Collider::Collider(Body& body) : name_(body.name()), body_(&body), side_(body.contact_side()) {}

Collider::Collider(const Obstacle& obstacle, double curve_tolerance)
    : name_(obstacle.name), obstacle_(obstacle), seen_(SeenObstacle::of(obstacle, curve_tolerance)) {
  if (plane() != nullptr) return;
  SurfaceMesh mesh = surface_of(obstacle.shape, curve_tolerance);
  auto surface = std::make_shared<ContactSurface>();
  surface->triangles = std::move(mesh.triangles);
  surface->rest = std::move(mesh.positions);
  set_surface(std::move(surface));
}

std::vector<Index> Collider::take_surface() {
  std::shared_ptr<const ContactSurface> next = side_ != nullptr ? side_->contact_surface() : surface_;
  if (next == surface_) return {};
  std::vector<Index> number;
  if (surface_ && next) number = same_places(surface_->rest, next->rest);
  set_surface(std::move(next));
  return number;
}

// A ball in a hand has 360 triangles instead of 3000, and meets a coarse surface with as many fewer contacts.
Collider::Collider(const HandTool& tool)
    : Collider(Obstacle{.name = tool.name, .shape = tool.shape, .friction = tool.friction},
               kHandCurve * curve_tolerance(tool.shape)) {
  hand_ = Hand{.target = tool.hand, .speed = tool.speed, .from = tool.hand, .to = tool.hand};
}

void Collider::set_surface(std::shared_ptr<const ContactSurface> surface) {
  ++surface_revision_;
  surface_ = std::move(surface);
  faults_.reset();
  if (!surface_) return;
  start_.resize(surface_->rest.size());
  end_.resize(surface_->rest.size());
  tree_ = RefitTree(surface_->triangles, surface_->rest);
  owners_ = FeatureOwners(surface_->triangles, static_cast<Index>(surface_->rest.size()));
  cones_ = NormalCones(surface_->triangles, static_cast<Index>(surface_->rest.size()));
  stars_ = StarCheck(surface_->triangles, static_cast<Index>(surface_->rest.size()));
  set_gap(wanted_gap_);
}

void Collider::set_gap(double gap) {
  wanted_gap_ = gap_ = gap;
  ++surface_revision_;
  if (!surface_) return;
  const double edge = mean_edge(surface_->triangles, surface_->rest);
  easing_speed_ = kEasingSpeed * edge;
  if (gap == 0) gap_ = gap_by_edges(*surface_, edge);
  gap_ = std::max(gap_, surface_->deviation);
}

const std::vector<char>& Collider::faults() {
  if (faults_) return *faults_;
  std::vector<char>& faults = faults_.emplace();
  RefitTree tree = tree_;
  tree.refit(surface_->rest, 0, bounding_box(surface_->rest).center());
  OverlapScratch scratch;
  std::vector<TrianglePair> crossing;
  crossings_within(tree, stars_, surface_->rest, scratch, crossing);
  if (crossing.empty()) return faults;
  faults.resize(surface_->rest.size());
  for (const auto& [s, t] : crossing)
    for (int k = 0; k < 3; ++k) faults[surface_->triangles[s][k]] = faults[surface_->triangles[t][k]] = 1;
  // A fault grows as the body bends: take the triangles around it too.
  const std::vector<char> inner = faults;
  for (const Triangle& t : surface_->triangles)
    if (inner[t[0]] + inner[t[1]] + inner[t[2]] > 0)
      for (const Index v : t) faults[v] = 1;
  return faults;
}

void Collider::begin(double time, double dt) {
  time_ = time - lag_, dt_ = dt;
  stays_ = false;
  if (obstacle_) return begin_obstacle();
  if (side_ == nullptr) return;
  if (!surface_) return;
  side_->vertices_at_start(start_), side_->vertices_at_end(end_);
  keep_tree();
}

// An obstacle without motion is where it was.
void Collider::begin_obstacle() {
  if (hand_) begin_hand();
  stays_ = !may_move(time_, time_ + dt_);
  if (surface_ && !(stays_ && is_placed_)) move_obstacle();
  is_placed_ = stays_;
}

// In its own time.
bool Collider::may_move(double from, double until) const {
  const Motion& motion = obstacle_->motion;
  return hand_ || (motion != Motion{} && from < motion.during.until && until >= motion.during.from);
}

void Collider::stay() {
  if (stays_) return;
  if (surface_) side_->vertices_at_start(start_), end_ = start_;
  stays_ = true;
}

void Collider::move_obstacle() {
  for (std::size_t v = 0; v < start_.size(); ++v) {
    start_[v] = at_time(surface_->rest[v], time_);
    end_[v] = at_time(surface_->rest[v], time_ + dt_);
  }
}

// A tool in a hand has no motion to be late for.
void Collider::hold_back(double share) {
  if (!hand_) lag_ += (1 - share) * dt_;
  dt_ *= share;
  if (surface_) move_obstacle();
}

void Collider::update_end() {
  if (side_ != nullptr && surface_) side_->vertices_at_end(end_);
}

// A tree whose order no longer fits the surface is built again. That of a rigid one always does.
void Collider::keep_tree() {
  if (start_.empty() || surface_->is_rigid) return;
  tree_.refit(start_, 0, start_[0]);
  if (tree_.is_poor()) tree_.rebuild(start_);
}

Vec3 Collider::at_time(const Vec3& rest, double time) const {
  if (hand_) return rest + lerp(hand_->from, hand_->to, hand_->dt > 0 ? (time - time_) / hand_->dt : 0);
  return rest + displacement_at(obstacle_->motion, rest, time);
}

// The motion is rigid, so a triple of points gives its rotation.
PlaneShape Collider::plane_moved(double time) const {
  const Vec3 n = normalized(plane()->normal), p = plane()->point;
  const Vec3 at = at_time(p, time);
  return {at, normalized(at_time(p + n, time) - at)};
}

std::shared_ptr<const ContactSurface> Collider::vertices_at(double time, std::vector<Vec3>& vertices) const {
  if (is_out_of_play()) return nullptr;
  const std::shared_ptr<const ContactSurface> surface =
      side_ != nullptr ? side_->contact_surface() : surface_;
  vertices.resize(surface ? surface->rest.size() : 0);
  if (side_ != nullptr && surface)
    side_->vertices_at_start(vertices);
  else
    for (std::size_t v = 0; v < vertices.size(); ++v) vertices[v] = at_time(surface->rest[v], time - lag_);
  return surface;
}

Placement Collider::placed_at(double time) const {
  const Vec3 o = at_time({}, time);
  Placement place{{}, o};
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    place.rotation.column[k] = at_time(axis, time) - o;
  }
  return place;
}

// Points of a plane that only moves along itself are found by the same rigid motion, backward and forward.
Vec3 Collider::carried(const Vec3& at) const {
  const Placement end = placed_at(time_ + dt_);
  return end.move + end.rotation * described(at) - at;
}

Vec3 Collider::described(const Vec3& at) const {
  const Placement start = placed_at(time_);
  return transposed(start.rotation) * (at - start.move);
}

}  // namespace sinew
