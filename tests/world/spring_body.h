#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/base/error.h"
#include "sinew/body/body.h"
#include "sinew/embed/embedding.h"

namespace sinew {

// A small body whose motion can be followed by hand: unit masses joined by springs, stepped by symplectic
// Euler. Fails when its step reaches `fails_at`.
class SpringBody : public Body {
 public:
  SpringBody(std::string name, FrameTopology topology, Vec3 gravity = {0, -9.81, 0})
      : name_(std::move(name)),
        topology_(std::move(topology)),
        gravity_(gravity),
        x_(topology_.elements->rest_positions),
        v_(x_.size()) {
    for (std::size_t i = 0; i < x_.size(); ++i)
      for (std::size_t j = i + 1; j < x_.size(); ++j) springs_.emplace_back(i, j);
  }

  long long fails_at = std::numeric_limits<long long>::max();
  double stiffness = 100;  // N/m
  std::vector<Vec3>& velocities() { return v_; }
  long long steps() const { return steps_; }
  std::vector<double> times;  // that predict was called with

  const std::string& name() const override { return name_; }

  void begin_step(double time, double dt) override {
    if (steps_ + 1 >= fails_at) throw Error("the displacement is not finite", "", "soften it");
    times.push_back(time);
    next_x_ = x_, next_v_ = v_;
    for (const auto& [i, j] : springs_) {
      const Vec3 force = spring_force(i, j);
      next_v_[i] += dt * force, next_v_[j] -= dt * force;
    }
    for (std::size_t i = 0; i < x_.size(); ++i) next_v_[i] += dt * gravity_, next_x_[i] += dt * next_v_[i];
  }
  void commit() override { x_.swap(next_x_), v_.swap(next_v_), ++steps_; }

  void publish(const FrameContents& contents, BodyFrame& frame) const override {
    frame.topology = topology_;
    frame.positions = x_, frame.velocities = v_;
    frame.stress.clear();
    if (contents.stress) frame.stress.assign(topology_.elements->element_count(), 7.5F);
    frame.energies = contents.energies ? energies() : Energies{};
  }

  BodyState state() const override { return {{"positions", flat(x_)}, {"velocities", flat(v_)}}; }
  void restore(const BodyState& state) override {
    if (state.size() != 2 || state[0].values.size() != 3 * x_.size() ||
        state[1].values.size() != 3 * x_.size())
      throw Error("the arrays do not fit", name_);
    unflatten(state[0].values, x_), unflatten(state[1].values, v_);
  }

 private:
  Vec3 spring_force(std::size_t i, std::size_t j) const {
    const double rest =
        distance(topology_.elements->rest_positions[i], topology_.elements->rest_positions[j]);
    const Vec3 along = x_[j] - x_[i];
    return stiffness * (norm(along) - rest) * normalized(along);
  }
  Energies energies() const {
    Energies e;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      e.kinetic += 0.5 * squared_norm(v_[i]);
      e.external -= dot(gravity_, x_[i] - topology_.elements->rest_positions[i]);
    }
    for (const auto& [i, j] : springs_) e.elastic += squared_norm(spring_force(i, j)) / (2 * stiffness);
    return e;
  }
  static std::vector<double> flat(const std::vector<Vec3>& points) {
    std::vector<double> values;
    for (const Vec3& p : points) values.insert(values.end(), {p.x, p.y, p.z});
    return values;
  }
  static void unflatten(const std::vector<double>& values, std::vector<Vec3>& points) {
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
  }

  std::string name_;
  FrameTopology topology_;
  Vec3 gravity_;
  std::vector<Vec3> x_, v_, next_x_, next_v_;
  std::vector<std::pair<std::size_t, std::size_t>> springs_;
  long long steps_ = 0;
};

// A topology whose surface has one vertex at each node.
inline FrameTopology with_surface(FrameElements elements, std::vector<Triangle> triangles) {
  FrameSurface surface{{elements.rest_positions, std::move(triangles)}, {}};
  Embedding embedding = embedding_on_own_nodes(surface.mesh.vertex_count());
  return make_topology(std::move(surface), std::move(embedding), std::move(elements));
}

inline FrameTopology one_tetrahedron() {
  FrameElements elements;
  elements.rest_positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  elements.tetrahedra = {{0, 1, 2, 3}};
  return with_surface(std::move(elements), {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
}

inline FrameTopology two_triangle_sheet() {
  FrameElements elements;
  elements.rest_positions = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
  elements.triangles = {{0, 1, 2}, {0, 2, 3}};
  return with_surface(elements, elements.triangles);
}

// A tetrahedron that tumbles as it falls.
inline std::unique_ptr<SpringBody> tumbling_body(const std::string& name) {
  auto body = std::make_unique<SpringBody>(name, one_tetrahedron());
  body->velocities()[1] = {0.3, 0.7, -0.4};
  return body;
}

}  // namespace sinew
