#include "octree/octree_forces.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kUnknowns = 4096;

std::vector<Triangle> faces_for(const std::vector<Force>& forces, const OctreeGrid& grid) {
  return std::any_of(forces.begin(), forces.end(), acts_on_boundary) ? boundary_triangles(grid)
                                                                     : std::vector<Triangle>{};
}

}  // namespace

OctreeForces::OctreeForces(const OctreeRest& rest, const HangingVertices& hanging,
                           const std::vector<Force>& forces, const Placement& placement)
    : rest_(rest),
      hanging_(hanging),
      materials_(&rest),
      applied_(forces, placed(placement, rest.positions), rest.vertex_mass, faces_for(forces, rest.grid),
               false) {}

void OctreeForces::set_materials(const OctreeMaterials& materials) {
  materials_ = &materials;
  applied_.set_masses(materials.vertex_mass);
}

void OctreeForces::follow(In x, BlockVector<double>& all) const {
  all.resize(rest_.positions.size());
  std::copy(x.begin(), x.end(), all.begin());
  hanging_.follow(all);
}

BlockVector<double> OctreeForces::of_all_vertices(In x) const {
  BlockVector<double> all;
  follow(x, all);
  return all;
}

void OctreeForces::evaluate(double time, In u, In v, Out f) {
  if (applied_.is_gravity_alone()) {  // masses of unknowns include those of hanging vertices
    const Vec3 g = applied_.gravity_at(time);
    return parallel_for_each(f.size(), kUnknowns, [&](Index i) { f[i] = to_block(materials_->mass[i] * g); });
  }
  follow(u, all_u_), follow(v, all_v_);
  all_f_.resize(rest_.positions.size());
  applied_.evaluate(time, all_u_, all_v_, all_f_);
  hanging_.hand_on(std::span<Block3<double>>(all_f_));
  std::copy_n(all_f_.begin(), f.size(), f.begin());
  gather_drag();
}

void OctreeForces::gather_drag() {
  const std::span<const Mat3> of_vertices = applied_.drag();
  drag_.resize(of_vertices.empty() ? 0 : materials_->mass.size());
  if (of_vertices.empty()) return;
  for (std::size_t i = 0; i < of_vertices.size(); ++i) all_f_[i] = {trace(of_vertices[i]), 0, 0, 0};
  hanging_.hand_on(std::span<Block3<double>>(all_f_));
  for (std::size_t i = 0; i < drag_.size(); ++i) drag_[i] = all_f_[i].x * Mat3::identity();
}

}  // namespace sinew
