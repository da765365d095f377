#pragma once

#include <memory>

#include "base/random.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/tet/tet_body.h"
#include "tet/bars.h"
#include "tet/elastic_rest.h"

namespace sinew::test {

inline constexpr std::array kStrains{Strain::kCauchy, Strain::kCorotated, Strain::kGreen};
inline std::string_view name_of(Strain strain) { return kStrainNames[static_cast<int>(strain)]; }

inline std::vector<VolumeMesh> small_cube() { return nested_levels(box_mesh({1, 1, 1}, {2, 2, 2}), 1); }
inline std::vector<VolumeMesh> small_bar() { return nested_levels(box_mesh({2, 1, 1}, {4, 2, 2}), 1); }

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

inline ElasticParams params_of(Strain strain, Integrator integrator,
                               SolverMethod method = SolverMethod::kCholesky, double tolerance = 1e-11) {
  ElasticParams params;
  params.strain = strain;
  params.integrator = integrator;
  params.solver.method = method;
  params.solver.tolerance = tolerance;
  params.solver.max_iterations = 3000;
  params.newton_tolerance = 1e-10;
  return params;
}

// Makes steps from `time` on; returns the time after them.
inline double take_steps(TetBody& body, int steps, double dt, double time = 0) {
  for (int step = 0; step < steps; ++step) {
    body.predict(time + step * dt, dt);
    body.commit();
  }
  return time + steps * dt;
}

inline std::vector<Vec3> balanced(const TetBodyModel& model, const ElasticParams& params) {
  TetBody body("bar", model, params);
  take_steps(body, 1, 1);
  return body.displacements();
}

// A bar held at its left, bent by its weight, which is then taken away.
inline std::unique_ptr<TetBody> released_bar(const std::vector<VolumeMesh>& levels, const Material& material,
                                             const ElasticParams& params, double gravity) {
  TetBodyModel model = held_model(levels, material, at_the_left);
  model.forces = {Gravity{{0, -gravity, 0}}};
  TetBody bent("bar", model, params_of(params.strain, Integrator::kStatic));
  take_steps(bent, 1, 1);
  model.forces.clear();
  auto bar = std::make_unique<TetBody>("bar", model, params);
  bar->restore(bent.state());
  return bar;
}

// Sets the displacement or velocity of every node by a function of its rest position.
template <typename F>
void set_state(TetBody& body, std::string_view name, F&& value_at) {
  BodyState state = body.state();
  for (StateArray& array : state) {
    if (array.name != name) continue;
    for (Index i = 0; i < body.rest().node_count(); ++i) {
      const Vec3 value = value_at(body.rest().positions[i]);
      for (int k = 0; k < 3; ++k) array.values[3 * i + k] = value[k];
    }
  }
  body.restore(state);
}

template <typename Map>
void place(TetBody& body, Map&& displaced) {
  set_state(body, "displacement", [&](const Vec3& p) { return displaced(p) - p; });
}

inline void set_random_velocities(TetBody& body, double speed) {
  Random random(1);
  set_state(body, "velocity", [&](const Vec3&) {
    return random.in_box({-speed, -speed, -speed}, {speed, speed, speed});
  });
}

inline void spin(TetBody& body, const Vec3& turning, const Vec3& centre) {
  set_state(body, "velocity", [&](const Vec3& p) { return cross(turning, p - centre); });
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

// How far nodes are from the displacement they should all have.
inline double largest_distance(const std::vector<Vec3>& u, const Vec3& expected) {
  double most = 0;
  for (const Vec3& v : u) most = std::max(most, distance(v, expected));
  return most;
}

inline Vec3 mean_over(const std::vector<Vec3>& values, const std::vector<Index>& nodes) {
  Vec3 sum;
  for (const Index v : nodes) sum += values[v];
  return sum / static_cast<double>(nodes.size());
}

}  // namespace sinew::test
