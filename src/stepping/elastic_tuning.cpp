#include "stepping/elastic_tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace sinew {

namespace {

struct Parameter {
  Tunable tunable;
  std::variant<double*, int*> place;
};

// Collects parameters with pointers to their values. Ranges always include what the body was made with.
class ParameterList {
 public:
  // The range is a factor around what the body was made with.
  void add_by_factor(const char* name, const char* unit, double& now, double made, double factor) {
    list_.push_back({{name, unit, now, made / factor, made * factor, true, false}, &now});
  }
  void add(const char* name, const char* unit, double& now, double made, double least, double most,
           bool logarithmic = false) {
    list_.push_back(
        {{name, unit, now, std::min(least, made), std::max(most, made), logarithmic, false}, &now});
  }
  void add_count(const char* name, int& now, int made, int least, int most) {
    list_.push_back(
        {{name, "", double(now), double(std::min(least, made)), double(std::max(most, made)), false, true},
         &now});
  }
  std::vector<Parameter>& list() { return list_; }

 private:
  std::vector<Parameter> list_;
};

std::vector<Parameter> parameters_of(ElasticTuning& now, const ElasticTuning& made) {
  ParameterList parameters;
  const bool uniform = made.uniform;
  parameters.add_by_factor(uniform ? "young" : "stiffness factor", uniform ? "Pa" : "", now.material.young,
                           made.material.young, 1e3);
  if (uniform) parameters.add("poisson", "", now.material.poisson, made.material.poisson, 0, 0.495);
  parameters.add_by_factor(uniform ? "density" : "density factor", uniform ? "kg/m^3" : "",
                           now.material.density, made.material.density, 1e2);
  parameters.add("mass damping", "1/s", now.damping.mass, made.damping.mass, 0, 100);
  parameters.add("stiffness damping", "s", now.damping.stiffness, made.damping.stiffness, 0, 0.1);
  parameters.add_count("cycles", now.solver.cycles, made.solver.cycles, 0, 50);
  parameters.add_count("sweeps before", now.solver.sweeps_before, made.solver.sweeps_before, 1, 10);
  parameters.add_count("sweeps after", now.solver.sweeps_after, made.solver.sweeps_after, 0, 10);
  parameters.add("tolerance", "", now.solver.tolerance, made.solver.tolerance, 1e-12, 0.5, true);
  return parameters.list();
}

}  // namespace

std::vector<Tunable> ElasticTuning::tunables(const ElasticTuning& made) const {
  ElasticTuning now = *this;
  std::vector<Tunable> tunables;
  for (const Parameter& parameter : parameters_of(now, made)) tunables.push_back(parameter.tunable);
  return tunables;
}

ElasticTuning ElasticTuning::with(const std::string& name, double value, const ElasticTuning& made,
                                  const std::string& body) const {
  require_tunable(tunables(made), name, value, fmt::format("body '{}'", body));
  ElasticTuning next = *this;
  for (const Parameter& parameter : parameters_of(next, made)) {
    if (parameter.tunable.name != name) continue;
    if (int* const* count = std::get_if<int*>(&parameter.place))
      **count = static_cast<int>(value);
    else
      *std::get<double*>(parameter.place) = value;
  }
  return next;
}

std::vector<Material> ElasticTuning::materials(std::span<const Material> made_of) const {
  std::vector<Material> all(made_of.begin(), made_of.end());
  for (Material& m : all)
    m = uniform ? material : Material{m.young * material.young, m.poisson, m.density * material.density};
  return all;
}

ElasticTuning elastic_tuning(std::span<const Material> materials, const Damping& damping,
                             const SolverParams& solver) {
  const bool uniform = materials.size() == 1;
  return {uniform ? materials[0] : Material{1, 0, 1}, damping, solver, uniform};
}

std::vector<Material> distinct_materials(const std::vector<Material>& all) {
  const bool alike = std::all_of(all.begin(), all.end(), [&](const Material& m) { return m == all[0]; });
  return alike && !all.empty() ? std::vector<Material>{all[0]} : all;
}

}  // namespace sinew
