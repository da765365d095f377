#include "stepping/collision_places.h"

#include <algorithm>
#include <cmath>

#include "embed/binding.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"

namespace sinew {

std::shared_ptr<const CollisionMesh> CollisionPlaces::mesh(const Discretization& body,
                                                           const ContactSurface& contact) {
  if (mesh_) return mesh_;
  const ProfileZone zone("surface");
  const bool is_cut = std::ranges::any_of(contact.cuts, [](std::int32_t cut) { return cut > 0; });
  if (is_cut)
    throw Error("a body that was cut cannot collide by positions", "", "take \"response\": \"forces\"");
  if (!tets_ || triangles_ != contact.triangles || rest_ != contact.rest) {
    tets_ = std::make_shared<const CollisionTets>(fill_with_tetrahedra({contact.rest, contact.triangles}));
    triangles_ = contact.triangles, rest_ = contact.rest;
    embedding_.reset();
  }
  auto made = std::make_shared<CollisionMesh>();
  made->tets = tets_;
  made->by_nodes = std::make_shared<const Embedding>(body.bind_inside(tets_->mesh.positions));
  made->by_unknowns = compose(*made->by_nodes, body.nodes_by_unknowns());
  const StepNodes nodes = body.unknowns();
  made->is_held.assign(nodes.held.begin(), nodes.held.end());
  for (const Roller& roller : nodes.rollers) made->is_held[roller.node] = 1;
  return mesh_ = std::move(made);
}

void CollisionPlaces::take(std::span<const Vec3> places, const FrameTopology& shown) {
  candidate_.assign(places.begin(), places.end());
  show(shown);
}

void CollisionPlaces::commit() {
  if (candidate_.empty()) return;
  places_.swap(candidate_);
  candidate_.clear();
}

void CollisionPlaces::show(const FrameTopology& shown) {
  if (topology_.carrier_embedding == mesh_->by_nodes && topology_.elements == shown.elements) return;
  if (!embedding_ || surface_ != shown.surface->mesh.positions) {
    surface_ = shown.surface->mesh.positions;
    embedding_ = std::make_shared<const Embedding>(bind_to_tetrahedra(tets_->mesh, surface_));
  }
  topology_ = {shown.surface, embedding_, shown.elements, mesh_->by_nodes};
}

std::vector<double> CollisionPlaces::saved() const {
  std::vector<double> values;
  for (const Vec3& p : places_) values.insert(values.end(), {p.x, p.y, p.z});
  return values;
}

void CollisionPlaces::restore(const std::vector<double>& saved, const Discretization& body,
                              const ContactSurface& contact, const std::string& name) {
  places_.clear(), candidate_.clear();
  if (saved.empty()) return;
  if (saved.size() != 3 * mesh(body, contact)->tets->mesh.positions.size())
    throw Error("the collision places of body '" + name + "' are not as many as its tetrahedra have nodes");
  for (std::size_t i = 0; i < saved.size(); i += 3) places_.push_back({saved[i], saved[i + 1], saved[i + 2]});
  show(body.topology());
}

}  // namespace sinew
