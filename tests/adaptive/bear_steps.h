#pragma once

#include "adaptive/adaptive_discretization.h"
#include "adaptive/front_control.h"
#include "adaptive/hierarchies.h"
#include "stepping/implicit_stepper.h"

namespace sinew::test {

// Forces that are the same all the time, on the nodes of level 0, N.
class GivenForces final : public StepForces {
 public:
  void evaluate(double, In, In, Out f) override {
    set_zero(f);
    std::ranges::copy(force, f.begin());
  }
  std::span<const Mat3> drag() const override { return {}; }
  bool is_steady(double, double) const override { return true; }
  double potential(double, In) const override { return 0; }
  void add_arrows(double, In, std::vector<ForceArrow>&) const override {}

  BlockVector<double> force;
};

inline ElasticParams adaptive_params(const Damping& damping, double tolerance, int most_cycles) {
  ElasticParams params;
  params.integrator = Integrator::kBackwardEuler, params.lumped_mass = true, params.newton_iterations = 1;
  params.damping = damping;
  params.solver.tolerance = tolerance, params.solver.max_iterations = most_cycles;
  return params;
}

inline TetBodyModel model_of(const std::vector<VolumeMesh>& levels, const Material& material = kJelly) {
  TetBodyModel model;
  model.levels = levels, model.materials = {material};
  return model;
}

// An adaptive body without the rest of the world.
struct BearSteps {
  BearSteps(const TetBodyModel& model, const FrontParams& front, const Damping& damping = {},
            double tolerance = 3e-3, int most_cycles = 100)
      : params(adaptive_params(damping, tolerance, most_cycles)),
        body("bear", model, params),
        control(body.system(), front),
        stepper("bear", params, body.unknowns(), body.system(), forces) {
    forces.force.resize(body.rest().finest().node_count());
    stepper.set_loose_pieces(body.loose_pieces());
    stepper.start({});
  }

  AdaptiveSystem& system() { return body.system(); }
  std::span<const Vec3> places() { return body.rest().finest().elements.positions; }
  std::span<const double> masses() { return body.rest().finest().masses; }
  void set_weight(const Vec3& gravity) {
    const std::vector<double> own = nodal_masses(body.rest().finest().elements);
    for (std::size_t i = 0; i < own.size(); ++i) forces.force[i] = to_block(own[i] * gravity);
  }
  // By the place at rest.
  template <typename U, typename V>
  void set_state(const U& u, const V& v) {
    NodeState& state = stepper.state_to_change();
    for (Index i = 0; i < system().count(); ++i) {
      state.u[i] = to_block(u(system().places()[i]));
      state.v[i] = to_block(v(system().places()[i]));
    }
    system().follow(state.u), system().follow(state.v);
    stepper.state_changed();
  }
  void take(double dt) {
    NodeState& state = stepper.state_to_change();
    if (control.adapt(state.u, state.v)) stepper.state_changed();
    stepper.predict(stepper.time(), dt);
    stepper.commit();
    control.find_errors(dt, stepper.state().u, {});
  }
  std::span<const Block3<double>> finest(std::span<const Block3<double>> x) { return system().level(x, 0); }
  std::span<const Block3<double>> displacements() { return finest(stepper.state().u); }
  Momentum momentum_about(const Vec3& point) {
    Momentum sum;
    for (std::size_t i = 0; i < masses().size(); ++i) {
      const Vec3 p = masses()[i] * to_vec3(stepper.state().v[i]);
      sum += {p, cross(places()[i] + to_vec3(stepper.state().u[i]) - point, p)};
    }
    return sum;
  }
  Vec3 centre() {
    Vec3 sum;
    double mass = 0;
    for (std::size_t i = 0; i < masses().size(); ++i)
      sum += masses()[i] * (places()[i] + to_vec3(stepper.state().u[i])), mass += masses()[i];
    return sum / mass;
  }

  ElasticParams params;
  GivenForces forces;
  AdaptiveDiscretization body;
  FrontControl control;
  ImplicitStepper stepper;
};

}  // namespace sinew::test
