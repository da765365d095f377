#include "octree/octree_equations.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/profile.h"

namespace sinew {

namespace {

constexpr Index kUnknowns = 4096;

std::vector<Triangle> faces_for(const std::vector<Force>& forces, const OctreeGrid& grid) {
  return std::any_of(forces.begin(), forces.end(), acts_on_boundary) ? boundary_triangles(grid)
                                                                     : std::vector<Triangle>{};
}

}  // namespace

OctreeEquations::OctreeEquations(const OctreeRest& rest, Strain strain, const std::vector<Force>& forces,
                                 const SolverParams& solver)
    : rest_(rest),
      strain_(strain),
      hanging_(rest.grid.vertices),
      applied_(forces, rest.positions, rest.vertex_mass, faces_for(forces, rest.grid), false),
      cells_(rest.grid, rest.materials, strain),
      levels_(make_octree_multigrid(rest, solver.method)),
      system_(make_octree_system(rest, levels_, solver)),
      forces_(rest.mass.size()) {}

void OctreeEquations::follow(In x, BlockVector<double>& all) const {
  all.resize(rest_.positions.size());
  std::copy(x.begin(), x.end(), all.begin());
  hanging_.follow(all);
}

BlockVector<double> OctreeEquations::of_all_vertices(In x) const {
  BlockVector<double> all;
  follow(x, all);
  return all;
}

void OctreeEquations::applied_forces(double time, In u, In v, Out f) {
  if (applied_.is_gravity_alone()) {  // masses of unknowns have those of hanging vertices with them
    const Vec3 g = applied_.gravity_at(time);
    return parallel_for_each(rest_.mass.size(), kUnknowns,
                             [&](Index i) { f[i] = to_block(rest_.mass[i] * g); });
  }
  follow(u, all_u_), follow(v, all_v_);
  all_f_.resize(rest_.positions.size());
  applied_.evaluate(time, all_u_, all_v_, all_f_);
  hanging_.hand_on(std::span<Block3<double>>(all_f_));
  std::copy_n(all_f_.begin(), f.size(), f.begin());
  gather_drag();
}

void OctreeEquations::gather_drag() {
  const std::span<const Mat3> of_vertices = applied_.drag();
  drag_.resize(of_vertices.empty() ? 0 : rest_.mass.size());
  if (of_vertices.empty()) return;
  for (std::size_t i = 0; i < of_vertices.size(); ++i) all_f_[i] = {trace(of_vertices[i]), 0, 0, 0};
  hanging_.hand_on(std::span<Block3<double>>(all_f_));
  for (std::size_t i = 0; i < drag_.size(); ++i) drag_[i] = all_f_[i].x * Mat3::identity();
}

void OctreeEquations::set_drag_factor(double factor) {
  const bool wanted = factor > 0 && !drag_.empty();
  if (!wanted && !has_drag_) return;
  std::vector<double> drag;
  if (wanted)
    for (const Mat3& D : drag_) drag.push_back(factor * D(0, 0));
  has_drag_ = wanted;
  system_->set_drag(std::move(drag));
  if (strain_ == Strain::kCauchy) system_->rebuild();
}

void OctreeEquations::turn_elements(In u) {
  const ProfileZone zone("rotations");
  if (strain_ == Strain::kCorotated) levels_.finest->update_rotations(u);
}

void OctreeEquations::keep_rotations() {
  if (strain_ == Strain::kCorotated) levels_.finest->keep_rotations();
}

void OctreeEquations::add_internal_forces(In u, Out f) {
  const ProfileZone zone("forces");
  levels_.finest->elastic_forces(-1, u, forces_);
  axpby<double>(1, forces_, 1, f);
}

double OctreeEquations::elastic_energy(In u) const {
  return cells_.energy(u, levels_.finest->kept_rotations());
}

double OctreeEquations::estimate_elastic_energy(In u) const {
  return cells_.estimate_energy(u, levels_.finest->kept_rotations());
}

void OctreeEquations::stresses(In u, std::span<float> von_mises) const {
  cells_.stresses(u, levels_.finest->kept_rotations(), von_mises);
}

void OctreeEquations::multiply_mass(In x, Out y) const {
  parallel_for_each(rest_.mass.size(), kUnknowns,
                    [&](Index i) { y[i] = to_block(rest_.mass[i] * to_vec3(x[i])); });
}

void OctreeEquations::set_scheme(const StepScheme& scheme) {
  has_drag_ = false;
  system_->set_scheme(scheme);
  if (strain_ == Strain::kCauchy) system_->rebuild();
}

void OctreeEquations::materials_changed() {
  applied_.set_masses(rest_.vertex_mass);
  cells_.set_materials(rest_.materials);
  system_->materials_changed();
}

void OctreeEquations::add_arrows(double time, In u, std::vector<ForceArrow>& arrows) const {
  applied_.add_arrows(time, of_all_vertices(u), arrows);
}

}  // namespace sinew
