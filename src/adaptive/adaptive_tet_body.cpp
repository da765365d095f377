#include "sinew/adaptive/adaptive_tet_body.h"

#include <fmt/format.h>

#include <cmath>

#include "adaptive/adaptive_discretization.h"
#include "adaptive/front_control.h"
#include "sinew/base/error.h"
#include "stepping/elastic_tuning.h"
#include "stepping/implicit_stepper.h"
#include "tet/static_support.h"

namespace sinew {

namespace {

ElasticParams elastic_params(const AdaptiveTetParams& params) {
  ElasticParams elastic;
  elastic.strain = Strain::kCorotated, elastic.integrator = Integrator::kBackwardEuler;
  elastic.damping = params.damping, elastic.lumped_mass = true;
  elastic.newton_iterations = 1;
  elastic.solver.tolerance = params.solver_tolerance, elastic.solver.max_iterations = params.max_cycles;
  return elastic;
}

const TetBodyModel& require_fitting(const std::string& body, const TetBodyModel& model,
                                    const AdaptiveTetParams& params) {
  if (model.sheet)
    throw Error(fmt::format("body '{}' is a sheet, which cannot be adaptive", body), "", "take type 'tet'");
  if (model.levels.size() < 2)
    throw Error(fmt::format("body '{}' has one level, and an adaptive body needs two or more", body),
                "levels", "ask for 4 to 6 levels");
  for (const Hold& hold : model.holds)
    if (!hold.directions.empty())
      throw Error(
          fmt::format("body '{}' is held along some directions, which adaptive bodies cannot be", body),
          "hold", "hold all directions, or take type 'tet'");
  const auto require = [&](double value, const char* what) {
    if (!(value > 0) || !std::isfinite(value))
      throw Error(fmt::format("the {} of body '{}' is {}, but must be above 0", what, body, value));
  };
  require(params.solver_tolerance, "solver tolerance"), require(params.tolerance, "tolerance");
  require(params.contact_weight, "contact weight");
  if (!(params.patience >= 0)) throw Error(fmt::format("the patience of body '{}' is negative", body));
  return model;
}

}  // namespace

struct AdaptiveTetBody::Parts {
  FrontControl control;
};

AdaptiveTetBody::AdaptiveTetBody(std::string name, const TetBodyModel& model, const AdaptiveTetParams& params)
    : ElasticBody(std::move(name), elastic_params(params),
                  elastic_tuning(distinct_materials(model.materials), params.damping,
                                 elastic_params(params).solver)) {
  take(std::make_unique<AdaptiveDiscretization>(this->name(), require_fitting(this->name(), model, params),
                                                this->params()));
  parts_ = std::make_unique<Parts>(Parts{{levels().system(),
                                          {.changes = params.adapts,
                                           .tolerance = params.tolerance,
                                           .patience = params.patience,
                                           .contact_weight = params.contact_weight}}});
  if (!params.adapts) parts_->control.refine_all();
  start(model.velocity);
}

AdaptiveTetBody::~AdaptiveTetBody() = default;

AdaptiveDiscretization& AdaptiveTetBody::levels() const {
  return static_cast<AdaptiveDiscretization&>(discretization());
}

void AdaptiveTetBody::before_step() {
  NodeState& state = stepper().state_to_change();
  if (parts_->control.adapt(state.u, state.v)) stepper().state_changed();
}

void AdaptiveTetBody::after_step(double dt) {
  parts_->control.find_errors(dt, stepper().state().u, stepper().contact_forces());
}

BodyMeasure AdaptiveTetBody::measure() const {
  const ElasticRest& rest = levels().finest_rest();
  BodyMeasure measure{.elements = rest.element_count()};
  for (const RestElement& element : rest.elements) {
    measure.volume += element.shape.volume;
    measure.mass += element.shape.volume * element.density;
  }
  const PieceCounts pieces = count_pieces(rest, *levels().topology().elements);
  measure.pieces = pieces.all, measure.free_pieces = pieces.loose;
  return measure;
}

std::string AdaptiveTetBody::remark() const {
  const Resolution now = resolution();
  return fmt::format("{} nodes of {} levels are active at the end, of {} nodes of the finest", now.active,
                     now.active_of_level.size(), now.nodes);
}

AdaptiveTetBody::Resolution AdaptiveTetBody::resolution() const {
  const AdaptiveSystem& system = levels().system();
  const Front& front = system.front();
  Resolution now;
  now.active = front.active_count(), now.elements = front.touched_elements();
  now.nodes = system.rest().finest().node_count();
  for (int l = 0; l < system.rest().count(); ++l)
    now.active_of_level.push_back(static_cast<Index>(front.lists(l).active.size()));
  now.changes = parts_->control.changes(), now.largest_pop = parts_->control.largest_pop();
  now.speed_restored = tally().momentum_given;
  now.cycles = last_solve().iterations;
  return now;
}

BodyState AdaptiveTetBody::state() const {
  BodyState state = ElasticBody::state();
  parts_->control.add_to_state(state);
  return state;
}

void AdaptiveTetBody::restore(const BodyState& state) {
  BodyState before;
  parts_->control.add_to_state(before);
  parts_->control.restore(state, name());
  try {
    ElasticBody::restore(state);
  } catch (...) {
    parts_->control.restore(before, name());
    throw;
  }
}

}  // namespace sinew
