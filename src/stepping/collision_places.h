#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/collision_mesh.h"
#include "stepping/discretization.h"

namespace sinew {

// The threefold body of [Seiler11]: elements, tetrahedra that collide, and a surface that follows these instead of the
// elements, from when contact first gave them places. Elements may change below: tetrahedra are bound to the new ones, and
// the surface stays bound to the tetrahedra.
class CollisionPlaces {
 public:
  // The tetrahedra of a body as it is meshed now, which fill what collides. Throws Error if they cannot be made, or if the
  // body is cut.
  std::shared_ptr<const CollisionMesh> mesh(const Discretization& body, const ContactSurface& contact);
  // To be called when the elements of the body have changed.
  void forget_elements() { mesh_.reset(), topology_ = {}; }
  // Of the step that is made now, in the world. They are there from commit() on.
  void take(std::span<const Vec3> places, const FrameTopology& shown);
  void commit();

  // Whether what is seen follows the tetrahedra.
  bool any() const { return !places_.empty(); }
  const FrameTopology& topology() const { return topology_; }
  std::span<const Vec3> places() const { return places_; }
  // As they were saved: `body` must be what it was then. Throws Error if they do not fit.
  void restore(const std::vector<double>& saved, const Discretization& body, const ContactSurface& contact,
               const std::string& name);
  std::vector<double> saved() const;

 private:
  void show(const FrameTopology& shown);

  std::vector<Triangle> triangles_;  // of the contact surface that tets_ fill
  std::vector<Vec3> rest_;
  std::shared_ptr<const CollisionTets> tets_;
  std::shared_ptr<const CollisionMesh> mesh_;  // null: not made for these elements
  std::vector<Vec3> surface_;                  // vertices, at rest, that embedding_ is of
  std::shared_ptr<const Embedding> embedding_;
  FrameTopology topology_;
  std::vector<Vec3> candidate_, places_;
};

}  // namespace sinew
