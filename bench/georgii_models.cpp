#include "bench/georgii_models.h"

#include <cmath>

#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/remeshing/sheet_hierarchy.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

template <typename Predicate>
Hold hold_where(std::span<const Vec3> positions, Predicate&& predicate) {
  Hold hold;
  for (std::size_t v = 0; v < positions.size(); ++v)
    if (predicate(positions[v])) hold.nodes.push_back(static_cast<Index>(v));
  return hold;
}

}  // namespace

TetBodyModel georgii_cloth(int levels) {
  TetBodyModel model;
  const SurfaceMesh square{{{0, 0, 0}, {0, 0, 2}, {2, 0, 2}, {2, 0, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  model.sheet = Sheet{nested_sheet_levels(square, levels), 1e-3, 1};
  model.holds = {hold_where(model.sheet->levels[0].positions,
                            [](const Vec3& p) { return p.z == 0 && (p.x == 0 || p.x == 2); })};
  return model;
}

TetBodyModel georgii_solid(std::string_view name, Index elements, int levels, double ratio) {
  const SurfaceMesh surface = make_model(name);
  HierarchyParams params;
  params.levels = levels;
  params.finest = elements;
  params.coarsest = std::max<Index>(100, static_cast<Index>(elements / std::pow(ratio, levels - 1)));
  TetBodyModel model;
  model.levels = build_hierarchy(surface, SignedDistance(surface), params).levels;
  const Box3 box = bounding_box(model.levels[0]);
  const double feet = box.lower.y + 0.05 * (box.upper.y - box.lower.y);
  model.holds = {hold_where(model.levels[0].positions, [&](const Vec3& p) { return p.y < feet; })};
  return model;
}

TetBodyModel georgii_bridge(int refinements, Index n) {
  TetBodyModel model;
  model.levels = nested_levels(box_mesh({1, 1, 1}, {n, n, n}), refinements);
  model.holds = {hold_where(model.levels[0].positions, [](const Vec3& p) { return p.x == 0 || p.x == 1; })};
  return model;
}

ElasticParams georgii_params() {
  ElasticParams params;
  params.strain = Strain::kCauchy;
  params.damping.mass = 0.5;
  return params;
}

ElasticParams georgii_table_params() {
  ElasticParams params = georgii_params();
  params.integrator = Integrator::kGeneralizedAlpha;
  return params;
}

}  // namespace sinew
