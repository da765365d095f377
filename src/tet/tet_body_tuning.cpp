#include <algorithm>
#include <variant>

#include "tet/tet_body.h"

namespace sinew {

namespace {

struct Figure {
  Tunable tunable;
  std::variant<double*, int*> place;
};

// Collects figures with their places; ranges always hold what the body was made with.
class Figures {
 public:
  // Within a factor of what it was made with.
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
  std::vector<Figure>& list() { return list_; }

 private:
  std::vector<Figure> list_;
};

template <typename Tuning>
std::vector<Figure> figures_of(Tuning& now, const Tuning& made, bool uniform) {
  Figures figures;
  figures.add_by_factor(uniform ? "young" : "stiffness factor", uniform ? "Pa" : "", now.material.young,
                        made.material.young, 1e3);
  if (uniform) figures.add("poisson", "", now.material.poisson, made.material.poisson, 0, 0.495);
  figures.add_by_factor(uniform ? "density" : "density factor", uniform ? "kg/m^3" : "", now.material.density,
                        made.material.density, 1e2);
  figures.add("mass damping", "1/s", now.damping.mass, made.damping.mass, 0, 100);
  figures.add("stiffness damping", "s", now.damping.stiffness, made.damping.stiffness, 0, 0.1);
  figures.add_count("cycles", now.solver.cycles, made.solver.cycles, 0, 50);
  figures.add_count("sweeps before", now.solver.sweeps_before, made.solver.sweeps_before, 1, 10);
  figures.add_count("sweeps after", now.solver.sweeps_after, made.solver.sweeps_after, 0, 10);
  figures.add("tolerance", "", now.solver.tolerance, made.solver.tolerance, 1e-12, 0.5, true);
  return figures.list();
}

}  // namespace

std::vector<Tunable> TetBody::tunables() const {
  Tuning now = tuning();
  std::vector<Tunable> tunables;
  for (Figure& figure : figures_of(now, made_with_, is_uniform())) tunables.push_back(figure.tunable);
  return tunables;
}

void TetBody::tune(const std::string& name, double value) {
  require_tunable(tunables(), name, value, name_);
  Tuning next = tuning();
  for (const Figure& figure : figures_of(next, made_with_, is_uniform())) {
    if (figure.tunable.name != name) continue;
    if (int* const* count = std::get_if<int*>(&figure.place))
      **count = static_cast<int>(value);
    else
      *std::get<double*>(figure.place) = value;
  }
  set_materials(next.material);
  params_.damping = next.damping;
  params_.solver = next.solver;
  if (system_) system_->set_params(params_.solver);
  scheme_.dt = 0;  // the next step makes its system anew
}

void TetBody::set_materials(const Material& tuned) {
  if (tuned == tuned_) return;
  std::vector<Material> materials = materials_;
  for (Material& m : materials)
    m = is_uniform() ? tuned : Material{m.young * tuned.young, m.poisson, m.density * tuned.density};
  sinew::set_materials(rest_, materials);
  const bool heavier = tuned.density != tuned_.density;
  tuned_ = tuned;
  if (!heavier) return;

  // In place: the system refers to the mass matrix.
  const std::vector<float> mass = mass_matrix(rest_, params_.lumped_mass);
  std::copy(mass.begin(), mass.end(), mass_.begin());
  applied_.set_masses(nodal_masses(rest_));
  if (system_) system_->mass_changed();
}

}  // namespace sinew
