#pragma once

#include <algorithm>
#include <cmath>

#include "sinew/meshing/tetrahedra.h"
#include "tet/bodies.h"
#include "tet/quadratic_statics.h"

namespace sinew::test {

// A cantilever along x from its clamped end at 0, with a load down (-y) across the other end.
struct Beam {
  double length = 10, height = 1, width = 1;  // m
  Material material = {1e6, 0.3, 1000};
  double load = 10;  // N

  Vec3 size() const { return {length, height, width}; }
  Vec3 traction() const { return {0, -load / (height * width), 0}; }
  // Timoshenko's, with a shear correction of 5/6. The theory does not know that a clamped end cannot contract,
  // which makes a body of a Poisson's ratio stiffer.
  double deflection() const {
    const double moment_of_area = width * std::pow(height, 3) / 12;
    return load * std::pow(length, 3) / (3 * material.young * moment_of_area) +
           load * length / (material.mu() * 5.0 / 6 * height * width);
  }
};

inline std::vector<Triangle> faces_where_x_is(const VolumeMesh& mesh, double x) {
  std::vector<Triangle> faces;
  for (const Triangle& face : boundary_surface(mesh).triangles)
    if (std::ranges::all_of(face, [&](Index v) { return std::abs(mesh.positions[v].x - x) < 1e-9; }))
      faces.push_back(face);
  return faces;
}

// The mean deflection of the loaded end, weighted as the load is: twice the elastic energy over the load.
inline double quadratic_deflection(const Beam& beam, const std::array<Index, 3>& cells) {
  const VolumeMesh mesh = box_mesh(beam.size(), cells);
  QuadraticStatics bar = QuadraticStatics::held_where(mesh, {&beam.material, 1}, at_the_left);
  const auto f = bar.traction(faces_where_x_is(mesh, beam.length), beam.traction());
  const auto u = bar.solve(f);
  double work = 0;
  for (std::size_t v = 0; v < u.size(); ++v) work += dot(f[v], u[v]);
  return work / beam.load;
}

// The same of linear tetrahedra, as a TetBody has them.
inline double linear_deflection(const Beam& beam, const std::array<Index, 3>& cells, int refinements = 0) {
  TetBodyModel model =
      held_model(nested_levels(box_mesh(beam.size(), cells), refinements), beam.material, at_the_left);
  model.forces = {SurfaceForce{.region = {BoxRegion{{{beam.length - 1e-6, -1, -1}, {beam.length + 1, 2, 2}}}},
                               .traction = beam.traction()}};
  const auto u = balanced(
      model, params_of(Strain::kCauchy, Integrator::kStatic,
                       refinements > 0 ? SolverMethod::kMultigridCg : SolverMethod::kCholesky, 1e-9));
  const VolumeMesh& mesh = model.levels[0];
  double sum = 0, area = 0;
  for (const auto& [a, b, c] : faces_where_x_is(mesh, beam.length)) {
    const double share =
        norm(cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a])) / 6;
    sum -= share * (u[a].y + u[b].y + u[c].y);
    area += 3 * share;
  }
  return sum / area;
}

}  // namespace sinew::test
