#include "bench/greens_models.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "remeshing/semi_regular.h"
#include "remeshing/subdivision.h"
#include "sinew/base/error.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

constexpr Index kHeld = 417;         // of 2,562 vertices
constexpr Index kDragonHeld = 1969;  // of 9,922

SurfaceMesh icosahedron() {
  const double g = (1 + std::sqrt(5.0)) / 2;
  SurfaceMesh mesh;
  for (const double a : {1.0, -1.0})
    for (const double b : {g, -g})
      for (const Vec3& p : {Vec3{0, a, b}, Vec3{a, b, 0}, Vec3{b, 0, a}})
        mesh.positions.push_back(normalized(p));
  // Three vertices make a triangle if each two of them are an edge apart.
  const double edge = 1.01 * 2 / std::sqrt(1 + g * g);
  const auto& x = mesh.positions;
  for (Index i = 0; i < 12; ++i)
    for (Index j = i + 1; j < 12; ++j)
      for (Index k = j + 1; k < 12; ++k)
        if (distance(x[i], x[j]) < edge && distance(x[j], x[k]) < edge && distance(x[k], x[i]) < edge)
          mesh.triangles.push_back(dot(cross(x[i], x[j]), x[k]) > 0 ? Triangle{i, j, k} : Triangle{i, k, j});
  return mesh;
}

ReferenceProblem sphere(int levels) {
  ReferenceProblem problem;
  problem.surface = icosahedron();
  problem.levels.count = {problem.surface.vertex_count()};
  for (int l = 0; l < levels; ++l) {
    const SubdivisionStep step = subdivide(problem.surface.triangles, problem.surface.vertex_count());
    problem.surface = subdivide_midpoint(problem.surface);
    for (Vec3& p : problem.surface.positions) p = normalized(p);
    problem.levels.count.push_back(problem.surface.vertex_count());
    problem.levels.parents.insert(problem.levels.parents.end(), step.parents.begin(), step.parents.end());
  }
  return problem;
}

ReferenceProblem semi_regular(const char* model, Index base) {
  const SemiRegularMesh mesh =
      remesh_semi_regular(make_model(model), {.base_triangles = base, .levels = 3}).mesh;
  return {mesh.finest, {mesh.level_vertex_count, mesh.parents}, {}, {}};
}

void hold_lowest(ReferenceProblem& problem, Index held) {
  const std::vector<Vec3>& x = problem.surface.positions;
  std::vector<Index> order(x.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return x[a].y < x[b].y; });
  problem.held.assign(x.size(), 0);
  for (Index i = 0; i < held; ++i) problem.held[order[i]] = 1;
}

// Leaves out the finest level: its even vertices, and a triangle in place of each four.
void drop_finest(ReferenceProblem& problem) {
  problem.levels.count.pop_back();
  const Index vertices = problem.levels.count.back();
  problem.levels.parents.resize(static_cast<std::size_t>(vertices - problem.levels.count[0]));
  problem.surface.positions.resize(static_cast<std::size_t>(vertices));
  problem.held.resize(static_cast<std::size_t>(vertices));
  std::vector<Triangle>& fine = problem.surface.triangles;
  for (std::size_t t = 0; t < fine.size() / 4; ++t)
    fine[t] = {fine[4 * t][0], fine[4 * t + 1][1], fine[4 * t + 2][2]};
  fine.resize(fine.size() / 4);
}

}  // namespace

ReferenceProblem greens_model(std::string_view name) {
  const std::string_view stem = name.substr(0, name.size() - 1);
  const int levels = name.empty() ? 0 : name.back() - '0';
  ReferenceProblem problem;
  if (stem == "rabbit")
    problem = semi_regular("rabbit", 80);
  else if (stem == "sphere")
    problem = sphere(4);
  else if (stem == "dragon")
    problem = semi_regular("dragon", 310);
  else
    throw Error("there is no model " + std::string(name), "", "rabbit2 to 4, sphere2 to 4, or dragon3");
  hold_lowest(problem, stem == "dragon" ? kDragonHeld : kHeld);
  for (int l = stem == "dragon" ? 3 : 4; l > levels; --l) drop_finest(problem);
  problem.material = {.young = 1, .poisson = 0.3};
  return problem;
}

}  // namespace sinew
