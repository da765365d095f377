#pragma once

#include <memory>

#include "meshing/nested_refinement.h"
#include "tet/bars.h"
#include "tet/tet_body.h"

namespace sinew::test {

inline bool at_the_left(const Vec3& p) { return p.x < 1e-9; }

// A body of these levels, held still where the predicate holds, without weight.
template <typename Predicate>
TetBodyModel held_model(std::vector<VolumeMesh> levels, const Material& material, Predicate&& held) {
  TetBodyModel model;
  model.holds.push_back({nodes_where(levels[0], held), Motion{}});
  model.levels = std::move(levels);
  model.materials = {material};
  model.forces.clear();
  return model;
}

inline TetBodyModel free_model(std::vector<VolumeMesh> levels, const Material& material) {
  TetBodyModel model;
  model.levels = std::move(levels);
  model.materials = {material};
  model.forces.clear();
  return model;
}

inline TetBodyParams params_of(Strain strain, Integrator integrator,
                               SolverMethod method = SolverMethod::kCholesky, double tolerance = 1e-11) {
  TetBodyParams params;
  params.strain = strain;
  params.integrator = integrator;
  params.solver.method = method;
  params.solver.tolerance = tolerance;
  params.solver.max_iterations = 3000;
  params.newton_tolerance = 1e-10;
  return params;
}

// Steps on from `time`; gives back the time after.
inline double take_steps(TetBody& body, int steps, double dt, double time = 0) {
  for (int step = 0; step < steps; ++step) {
    body.predict(time + step * dt, dt);
    body.commit();
  }
  return time + steps * dt;
}

inline std::vector<Vec3> balanced(const TetBodyModel& model, const TetBodyParams& params) {
  TetBody body("bar", model, params);
  take_steps(body, 1, 1);
  return body.displacements();
}

inline BodyFrame frame_of(const TetBody& body) {
  BodyFrame frame;
  body.publish({.stress = true, .energies = true}, frame);
  return frame;
}

// The largest distance between two sets of displacements over the size of the first.
inline double relative_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, distance(a[i], b[i]));
    size = std::max(size, norm(a[i]));
  }
  return difference / size;
}

inline Vec3 mean_over(const std::vector<Vec3>& values, const std::vector<Index>& nodes) {
  Vec3 sum;
  for (const Index v : nodes) sum += values[v];
  return sum / static_cast<double>(nodes.size());
}

}  // namespace sinew::test
