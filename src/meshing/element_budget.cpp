#include "meshing/element_budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "meshing/inside_check.h"
#include "sinew/base/error.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

void require_budget(const SignedDistance& solid, Index target) {
  require_inside(solid);
  if (target < kFewestTetrahedra)
    throw Error(fmt::format("{} tetrahedra are too few", target), "",
                fmt::format("ask for {} or more", kFewestTetrahedra));
}

// Voxels are right where parts overlap, but miss what is thin or far apart; the volume that a closed surface
// bounds misses nothing. An open one too thin for voxels is taken for a film.
double rough_volume(const SurfaceMesh& surface, const SignedDistance& solid) {
  constexpr std::size_t kTrusted = 64;  // voxels
  constexpr double kFilm = 1e-4;        // in parts of the box's longest side, cubed
  const VoxelGrid voxels = voxelize_by_winding(solid, voxel_frame(solid.box(), 32));
  if (voxels.inside_count() >= kTrusted) return voxels.volume();
  const double bounded = std::abs(signed_volume(surface));
  if (solid.closed() && bounded > 0) return bounded;
  const double side = solid.box().longest_side();
  return kFilm * side * side * side;
}

double most_cubes(Index target) {
  constexpr double kPerElement = 100, kLeast = 1e6;
  return std::clamp(kPerElement * target, kLeast, BccLattice::kMostCubes);
}

double least_spacing(Index target, const Box3& box, const std::array<Vec3, 3>& axes) {
  // More cubes along an axis than the box is long: spare layers, and room for balls around samples.
  constexpr int kLayers = 11;
  const Vec3 size = box.size();
  const auto cubes = [&](double spacing) {
    double count = 1;
    for (const Vec3& axis : axes)
      count *= (std::abs(axis.x) * size.x + std::abs(axis.y) * size.y + std::abs(axis.z) * size.z) / spacing +
               kLayers;
    return count;
  };
  const double most = most_cubes(target);
  double low = 1e-9 * box.diagonal(), high = box.diagonal();
  for (int round = 0; round < 60; ++round) {
    const double middle = std::sqrt(low * high);
    (cubes(middle) > most ? low : high) = middle;
  }
  return high;
}

bool can_follow(const SurfaceMesh& surface, double volume, double spacing) {
  constexpr double kWidest = 3;
  return spacing * surface_area(surface) <= kWidest * 2 * volume;
}

SizedMesh mesh_of_size(Index target, double spacing, double least,
                       const std::function<VolumeMesh(double)>& make) {
  constexpr int kRounds = 8;
  constexpr double kGoodEnough = 0.08;
  constexpr int kMostEmpty = 2;
  constexpr double kLongStep = 0.3;  // of the spacing's logarithm
  SizedMesh best;
  double best_error = std::numeric_limits<double>::infinity();
  int empty = 0;
  spacing = std::max(spacing, least);
  double last_spacing = spacing, last_ratio = 1;
  for (int round = 0; round < kRounds && best_error > kGoodEnough && empty < kMostEmpty; ++round) {
    if (round > 0 && spacing == last_spacing) break;
    VolumeMesh mesh = make(spacing);
    if (mesh.tetrahedra.empty()) ++empty;
    const double ratio = std::max<Index>(1, mesh.tetrahedron_count()) / static_cast<double>(target);
    const double error = std::abs(std::log(ratio));
    const double step = std::log(spacing / last_spacing);
    const double power =
        std::abs(step) > kLongStep ? std::clamp(std::log(last_ratio / ratio) / step, 1.0, 3.0) : 3;
    last_spacing = spacing, last_ratio = ratio;
    spacing *= std::clamp(std::pow(ratio, 1 / power), 0.4, 2.5);
    if (error >= best_error && round > 0) spacing *= 1 + 0.01 * (round - kRounds / 2);  // leave a two-cycle
    spacing = std::max(spacing, least);
    if (error < best_error) best_error = error, best = {std::move(mesh), last_spacing};
  }
  return best;
}

}  // namespace sinew
