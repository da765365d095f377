#pragma once

#include "octree/grid/octree_rest.h"
#include "octree/voxelise/voxels_from_surface.h"
#include "sinew/model/blade.h"
#include "sinew/octree/octree_body.h"

namespace sinew::test {

// A weightless box from the origin on, of this many voxels of that side.
inline OctreeBodyModel box_model(const std::array<Index, 3>& voxels, double spacing,
                                 const Material& material) {
  OctreeBodyModel model;
  model.voxels = linked_box({0, 0, 0}, spacing, voxels);
  model.materials.base = material;
  model.forces.clear();
  return model;
}

inline Region left_of(double x) { return {HalfSpaceRegion{{x, 0, 0}, {-1, 0, 0}}}; }

inline OctreeBodyModel held_box(const std::array<Index, 3>& voxels, double spacing,
                                const Material& material) {
  OctreeBodyModel model = box_model(voxels, spacing, material);
  model.holds.push_back({left_of(1e-9), {}});
  return model;
}

inline ElasticParams octree_params(Strain strain, Integrator integrator,
                                   SolverMethod method = SolverMethod::kCholesky, double tolerance = 1e-11) {
  ElasticParams params;
  params.strain = strain;
  params.integrator = integrator;
  params.solver.method = method;
  params.solver.tolerance = tolerance;
  params.newton_tolerance = 1e-10;
  return params;
}

inline double take_steps(OctreeBody& body, int steps, double dt, double time = 0) {
  for (int step = 0; step < steps; ++step) {
    body.predict(time + step * dt, dt);
    body.commit();
  }
  return time + steps * dt;
}

// A rectangle square to the x axis.
inline Blade wall_at(double x, const Vec3& lower, const Vec3& upper) {
  const Vec3 before[2] = {{x, lower.y, lower.z}, {x, lower.y, upper.z}};
  const Vec3 after[2] = {{x, upper.y, lower.z}, {x, upper.y, upper.z}};
  return swept_blade(before, after);
}

inline BodyFrame frame_of(const OctreeBody& body) {
  BodyFrame frame;
  body.publish({.stress = true, .energies = true, .forces = true}, frame);
  return frame;
}

// Sum of m v over the body, kg m/s.
inline Vec3 momentum(const OctreeBody& body) {
  const BodyFrame frame = frame_of(body);
  Vec3 sum;
  for (std::size_t v = 0; v < frame.velocities.size(); ++v)
    sum += body.rest().vertex_mass[v] * frame.velocities[v];
  return sum;
}

inline double total_mass(const OctreeBody& body) { return body.measure().mass; }

// Sets displacement or velocity of every unknown by a function of its rest position.
template <typename F>
void set_state(OctreeBody& body, std::string_view name, F&& value_at) {
  BodyState state = body.state();
  for (StateArray& array : state) {
    if (array.name != name) continue;
    for (std::size_t i = 0; i < array.values.size() / 3; ++i) {
      const Vec3 value = value_at(body.rest().positions[i]);
      for (int k = 0; k < 3; ++k) array.values[3 * i + k] = value[k];
    }
  }
  body.restore(state);
}

inline bool same_bits(const BodyState& a, const BodyState& b) {
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    if (a[k].name != b[k].name || a[k].values != b[k].values) return false;
  return a.size() == b.size();
}

}  // namespace sinew::test
