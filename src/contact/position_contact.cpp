#include "contact/position_contact.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "collision/closest_points.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr double kHeld = std::numeric_limits<double>::infinity();

// Of what lies in this box when it is turned and moved.
Box3 box_around(const Box3& box, const Placement& place) {
  if (!(box.upper.x < kHeld)) return box;
  Box3 around;
  for (const Vec3& p : corners_of(box)) around.extend(place.point(p));
  return around;
}

}  // namespace

void PositionContact::move_apart(std::span<Collider> colliders, const PairRules& rules,
                                 const ContactParams& params) {
  take_bodies(colliders);
  take_obstacles(colliders);
  pairs_touching_ = pushed_ = 0;
  for (int round = 0; round < params.rounds; ++round) {
    for (const Side& side : sides_) place_nodes(side, colliders[side.collider]);
    find_pairs(colliders, rules);
    if (round == 0) pairs_touching_ = std::ssize(pairs_);
    if (pairs_.empty()) break;
    before_ = x_;
    resolve(pairs_, inverse_mass_, start_, x_, params.passes);
    if (round == 0)
      pushed_ = std::ranges::count_if(pairs_, [](const PositionPair& pair) { return pair.pushed != Vec3{}; });
    for (Side& side : sides_) carry(side, colliders[side.collider]);
  }
  for (Side& side : sides_) {
    ContactSide& body = *colliders[side.collider].side();
    body.take_collision_places(nodes_of(side));
    if (pushed_ > 0) body.displace(side.moved);
  }
}

void PositionContact::take_bodies(std::span<Collider> colliders) {
  std::size_t count = 0;
  Index first = 0;
  for (Index c = 0; c < static_cast<Index>(colliders.size()); ++c) {
    if (colliders[c].is_obstacle()) continue;
    if (sides_.size() == count) sides_.emplace_back();
    Side& side = sides_[count++];
    side.collider = c;
    take(side, colliders[c]);
    side.first = first;
    first += static_cast<Index>(side.mass.size());
  }
  sides_.resize(count);
  start_.resize(static_cast<std::size_t>(first)), x_.resize(start_.size());
  inverse_mass_.resize(start_.size());
  for (Side& side : sides_) {
    const Collider& body = colliders[side.collider];
    // Where the nodes are when the step begins, and what of them may be moved.
    place_nodes(side, body);
    std::ranges::copy(nodes_of(side), start_.begin() + side.first);
    const Embedding& H = side.mesh->by_unknowns;
    for (Index p = 0; p < H.point_count(); ++p) {
      const bool is_held =
          std::ranges::all_of(H.nodes(p), [&](Index i) { return side.mesh->is_held[i] != 0; });
      inverse_mass_[side.first + p] = is_held || side.mass[p] == 0 ? 0 : 1 / side.mass[p];
    }
    const std::span<const Block3<double>> w = body.side()->increment();
    for (std::size_t i = 0; i < w.size(); ++i) side.unknowns[i] += to_vec3(w[i]);
  }
}

void PositionContact::take(Side& side, Collider& body) {
  side.mesh = body.side() != nullptr ? body.side()->collision_mesh() : nullptr;
  if (!side.mesh)
    throw Error(fmt::format("body '{}' cannot collide by positions", body.name()), "",
                "take \"response\": \"forces\", or bodies of type tet or octree");
  if (side.tets != side.mesh->tets) {
    side.tets = side.mesh->tets;
    side.volume = CollisionVolume(side.tets->mesh.tetrahedra);
  }
  const std::span<const double> mass = body.side()->masses();
  side.unknown_mass.assign(mass.begin(), mass.end());
  double whole = 0, volume = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    whole += mass[i];
    if (side.mesh->is_held[i] != 0) side.unknown_mass[i] = kHeld;
  }
  for (const double one : side.tets->volume) volume += one;
  side.mass.clear();
  for (const double one : side.tets->volume) side.mass.push_back(whole / volume * one);
  const std::span<const Vec3> start = body.side()->start_positions();
  side.unknowns.assign(start.begin(), start.end());
  side.moved.assign(mass.size(), {});
  side.part.resize(mass.size());
  side.d.resize(side.mass.size());
}

void PositionContact::take_obstacles(std::span<const Collider> colliders) {
  std::size_t count = 0;
  for (Index c = 0; c < static_cast<Index>(colliders.size()); ++c) {
    const Obstacle* obstacle = colliders[c].obstacle();
    const bool is_away = colliders[c].is_hand() && colliders[c].surface() == nullptr;
    if (obstacle == nullptr || is_away) continue;
    if (solids_.size() == count)
      solids_.push_back({c, ObstacleDepth(obstacle->shape), {}, {}, {}});
    else if (solids_[count].collider != c)
      solids_[count] = {c, ObstacleDepth(obstacle->shape), {}, {}, {}};
    Solid& solid = solids_[count];
    solid.start = colliders[c].placed_at_start(), solid.end = colliders[c].placed_at_end();
    solid.box = box_around(solid.depth.box(), solid.end);
    ++count;
  }
  while (solids_.size() > count) solids_.pop_back();
}

void PositionContact::place_nodes(const Side& side, const Collider& body) {
  const std::span<Vec3> x = nodes_of(side);
  embedded_positions(side.mesh->by_unknowns, side.unknowns, x);
  const Placement& place = body.side()->placement();
  if (place == Placement{}) return;
  for (Vec3& p : x) p = place.point(p);
}

void PositionContact::find_pairs(std::span<const Collider> colliders, const PairRules& rules) {
  pairs_.clear();
  for (Side& side : sides_) {
    side.box = {};
    for (const Vec3& p : nodes_of(side)) side.box.extend(p);
    for (const Solid& solid : solids_)
      if (rules.collide(side.collider, solid.collider))
        append_obstacle_pairs(side, solid, colliders[side.collider].gap(),
                              rules.friction(side.collider, solid.collider));
  }
  for (const Side& a : sides_)
    for (const Side& b : sides_)
      if (a.collider != b.collider && rules.collide(a.collider, b.collider) && a.box.overlaps(b.box))
        append_body_pairs(a, b, std::max(colliders[a.collider].gap(), colliders[b.collider].gap()),
                          rules.friction(a.collider, b.collider));
}

// Friction acts against the obstacle, which may move.
void PositionContact::append_obstacle_pairs(const Side& side, const Solid& solid, double keeps,
                                            double friction) {
  const Box3 box = solid.box.inflated(keeps);
  if (!box.overlaps(side.box)) return;
  const std::span<const Vec3> x = nodes_of(side);
  for (std::size_t p = 0; p < x.size(); ++p) {
    if (!box.contains(x[p])) continue;
    const ObstaclePoint near = solid.depth.nearest(solid.end.own_point(x[p]));
    if (near.distance >= keeps) continue;
    const Vec3 at = solid.end.point(near.at);
    PositionPair& pair = pairs_.emplace_back();
    pair.particle[0] = side.first + static_cast<Index>(p);
    pair.normal = solid.end.direction(near.normal);
    pair.keeps = dot(at, pair.normal) + keeps;
    pair.friction = friction;
    pair.carried = at - solid.start.point(near.at);
  }
}

// A node comes out of the triangle that is nearest to where its depth leads.
void PositionContact::append_body_pairs(const Side& a, const Side& b, double keeps, double friction) {
  const std::span<const Vec3> x = nodes_of(a), y = nodes_of(b);
  const std::span<const Penetration> inside = depth_.find(a.volume, x, b.volume, y);
  if (inside.empty()) return;
  middle_.clear();
  double longest = 0;
  for (const auto& [i, j, k] : b.volume.boundary) {
    middle_.push_back((1.0 / 3) * (y[i] + y[j] + y[k]));
    for (const Index corner : {i, j, k}) longest = std::max(longest, distance(y[corner], middle_.back()));
  }
  middles_.fill(middle_, longest);
  for (const Penetration& one : inside) {
    const Vec3 out = x[one.node] + one.depth * one.out;
    double least = kHeld;
    ClosestPoints nearest{};
    Index triangle = -1;
    middles_.for_each_in(Box3{out, out}.inflated(longest), [&](Index t) {
      const auto& [i, j, k] = b.volume.boundary[t];
      const ClosestPoints found = closest_points(FeaturePair::Kind::kVertexTriangle, {out, y[i], y[j], y[k]});
      if (found.distance < least) least = found.distance, nearest = found, triangle = t;
    });
    if (triangle < 0) continue;
    PositionPair& pair = pairs_.emplace_back();
    pair.particle[0] = a.first + one.node;
    for (int k = 0; k < 3; ++k) {
      pair.particle[k + 1] = b.first + b.volume.boundary[triangle][k];
      pair.weight[k + 1] = nearest.weight[k + 1];
    }
    pair.count = 4;
    pair.normal = one.out;
    pair.keeps = keeps;
    pair.friction = friction;
  }
}

// What the nodes moved becomes what the unknowns move.
void PositionContact::carry(Side& side, const Collider& body) {
  const Placement& place = body.side()->placement();
  bool any = false;
  for (std::size_t p = 0; p < side.d.size(); ++p) {
    const Vec3 d = x_[side.first + p] - before_[side.first + p];
    any = any || d != Vec3{};
    side.d[p] = place.own_direction(d);
  }
  if (!any) return;
  carry_back(side.mesh->by_unknowns, side.mass, side.d, side.unknown_mass, side.part);
  for (std::size_t i = 0; i < side.part.size(); ++i) {
    const Vec3 d = to_vec3(side.part[i]);
    side.unknowns[i] += d;
    side.moved[i] = to_block(to_vec3(side.moved[i]) + d);
  }
}

}  // namespace sinew
