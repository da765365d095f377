#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "body/collision_mesh.h"
#include "collision/penetration_depth.h"
#include "contact/collider.h"
#include "contact/obstacle_depth.h"
#include "contact/pair_rules.h"
#include "contact/position_response.h"

namespace sinew {

// Contact by positions [Seiler11, sec. 5.2], after bodies have made their steps as if nothing touched:
//
//   repeat   x_c = H x: the nodes of the collision meshes follow the unknowns
//            pairs: nodes inside of an obstacle (nearest place) or of another mesh (consistent depth)
//            move x_c apart, pair after pair, which keeps the momentum of each pair
//            x += M^-1 H^T M_c d_c, what x_c moved                       [Seiler11, Eq. 6]
//   until nothing is inside, or `rounds` times
//
// One round moves a contact by a part of what is asked for, since unknowns are heavier than the few nodes that touch:
// by the masses, about a fifth in the plane of [Seiler11, fig. 4]. The paper makes one. What is seen follows x_c, which is apart.
class PositionContact {
 public:
  // Moves the bodies, whose steps are solved, and tells them the places x_c. Throws Error if a body has no tetrahedra.
  void move_apart(std::span<Collider> colliders, const PairRules& rules, const ContactParams& params);
  // Of the last step: nodes that touch, and those of them that were pushed.
  std::int64_t pairs() const { return pairs_touching_; }
  std::int64_t pushed() const { return pushed_; }

 private:
  // A body that collides.
  struct Side {
    Index collider = -1;
    std::shared_ptr<const CollisionMesh> mesh;
    std::shared_ptr<const CollisionTets> tets;  // that `volume` is of
    CollisionVolume volume;
    std::vector<double> unknown_mass;  // kg; infinite: held
    std::vector<double> mass;          // of the nodes, kg
    std::vector<Vec3> unknowns;        // in own axes, m
    BlockVector<double> moved, part;   // of the unknowns, in all rounds and in one
    std::vector<Vec3> d;               // of the nodes in one round, own axes
    Index first = 0;                   // its nodes among all
    Box3 box;
  };
  struct Solid {
    Index collider = -1;
    ObstacleDepth depth;
    Placement start, end;  // in this step
    Box3 box;              // at its end
  };

  void take_bodies(std::span<Collider> colliders);
  void take(Side& side, Collider& body);
  void take_obstacles(std::span<const Collider> colliders);
  void place_nodes(const Side& side, const Collider& body);
  std::span<Vec3> nodes_of(const Side& side) { return std::span(x_).subspan(side.first, side.mass.size()); }
  void find_pairs(std::span<const Collider> colliders, const PairRules& rules);
  void append_obstacle_pairs(const Side& side, const Solid& solid, double keeps, double friction);
  void append_body_pairs(const Side& a, const Side& b, double keeps, double friction);
  void carry(Side& side, const Collider& body);

  std::vector<Side> sides_;
  std::vector<Solid> solids_;
  std::vector<Vec3> start_, before_, x_;  // of all nodes, in the world
  std::vector<double> inverse_mass_;
  std::vector<PositionPair> pairs_;
  PenetrationDepth depth_;
  PointHash middles_;
  std::vector<Vec3> middle_;
  std::int64_t pairs_touching_ = 0, pushed_ = 0;
};

}  // namespace sinew
