#include "octree/octree_forces.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kUnknowns = 4096;

// What the link showed of the boundary before any cut; null if it was joined.
const LinkEnd* boundary_at(const LinkedVoxels& whole, const CutLink& link, bool at_lower) {
  const Index found = whole.find_cut_link(link.voxel, link.axis);
  if (found < 0) return nullptr;
  const CutLink& before = whole.cut_links()[found];
  const LinkEnd& end = at_lower ? before.lower : before.upper;
  return end.cut == 0 ? &end : nullptr;
}

// The normal of the boundary, outward: from the inside end of the link to the other.
Vec3 outward_normal(const LinkEnd* end, int axis, bool at_lower) {
  const double out = at_lower ? 1 : -1;
  Vec3 along;
  along[axis] = out;
  if (end == nullptr) return along;
  const Vec3 n{end->normal[0], end->normal[1], end->normal[2]};
  if (n[axis] == 0) return along;
  return n[axis] * out > 0 ? n : -n;
}

BoundaryFaces faces_for(const std::vector<Force>& forces, const OctreeGrid& grid, const LinkedVoxels& whole,
                        const Placement& placement, FacePoints& points) {
  BoundaryFaces faces;
  if (std::none_of(forces.begin(), forces.end(), acts_on_boundary)) return faces;
  if (grid.hull)
    points = face_points(grid, faces.triangles);
  else
    faces.triangles = boundary_triangles(grid);
  faces.normals.reserve(faces.triangles.size());
  faces.of_cuts.reserve(faces.triangles.size());
  const auto add_two = [&](const CutLink& link, bool at_lower) {
    if (!grid.hull &&
        !starts_face(grid, at_lower ? link.voxel : link.voxel + unit_step(link.axis), link.axis))
      return;
    const LinkEnd* end = boundary_at(whole, link, at_lower);
    const Vec3 normal = placement.direction(outward_normal(end, link.axis, at_lower));
    faces.normals.insert(faces.normals.end(), 2, normal);
    faces.of_cuts.insert(faces.of_cuts.end(), 2, end == nullptr ? 1 : 0);
  };
  for (const CutLink& link : grid.voxels.cut_links()) {
    if (link.lower.cut >= 0) add_two(link, true);
    if (link.upper.cut >= 0) add_two(link, false);
  }
  return faces;
}

std::vector<Vec3> joined(std::vector<Vec3> a, std::span<const Vec3> b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<double> masses_of(const OctreeMaterials& materials, const FacePoints& points) {
  std::vector<double> masses = materials.vertex_mass;
  masses.resize(masses.size() + points.rest.size(), 0);
  return masses;
}

}  // namespace

OctreeForces::OctreeForces(const OctreeRest& rest, const HangingVertices& hanging, const LinkedVoxels& whole,
                           const std::vector<Force>& forces, const Placement& placement)
    : rest_(rest), hanging_(hanging), materials_(&rest) {
  BoundaryFaces faces = faces_for(forces, rest.grid, whole, placement, points_);
  applied_.emplace(forces, placed(placement, joined(rest.positions, points_.rest)), masses_of(rest, points_),
                   std::move(faces), false);
}

void OctreeForces::set_materials(const OctreeMaterials& materials) {
  materials_ = &materials;
  applied_->set_masses(masses_of(materials, points_));
}

void OctreeForces::follow(In x, BlockVector<double>& all) const {
  all.resize(rest_.positions.size() + points_.rest.size());
  std::copy(x.begin(), x.end(), all.begin());
  hanging_.follow(all);
  points_.follow(all);
}

BlockVector<double> OctreeForces::of_all_vertices(In x) const {
  BlockVector<double> all;
  follow(x, all);
  return all;
}

void OctreeForces::evaluate(double time, In u, In v, Out f) {
  if (applied_->is_gravity_alone()) {  // masses of unknowns include those of hanging vertices
    const Vec3 g = applied_->gravity_at(time);
    return parallel_for_each(f.size(), kUnknowns, [&](Index i) { f[i] = to_block(materials_->mass[i] * g); });
  }
  follow(u, all_u_), follow(v, all_v_);
  all_f_.resize(all_u_.size());
  applied_->evaluate(time, all_u_, all_v_, all_f_);
  points_.hand_on(all_f_);
  hanging_.hand_on(std::span<Block3<double>>(all_f_));
  std::copy_n(all_f_.begin(), f.size(), f.begin());
  gather_drag();
}

void OctreeForces::gather_drag() {
  const std::span<const Mat3> of_vertices = applied_->drag();
  drag_.resize(of_vertices.empty() ? 0 : materials_->mass.size());
  if (of_vertices.empty()) return;
  for (std::size_t i = 0; i < of_vertices.size(); ++i) all_f_[i] = {trace(of_vertices[i]), 0, 0, 0};
  points_.hand_on(all_f_);
  hanging_.hand_on(std::span<Block3<double>>(all_f_));
  for (std::size_t i = 0; i < drag_.size(); ++i) drag_[i] = all_f_[i].x * Mat3::identity();
}

}  // namespace sinew
