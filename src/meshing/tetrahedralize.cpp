#include "meshing/tetrahedralize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/error.h"
#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_locator.h"
#include "meshing/crumbs.h"
#include "meshing/inside_check.h"
#include "meshing/isosurface_stuffing.h"
#include "meshing/lattice_values.h"
#include "meshing/peel.h"
#include "meshing/shrink_wrap.h"
#include "meshing/surface_samples.h"
#include "meshing/voxel_grid.h"

namespace sinew {

namespace {

constexpr double kTetrahedraPerCube = 12;  // of the lattice
constexpr double kLeastShare = 0.6;        // of the volume, below which a mesh does not stand for its solid

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

// Finds the lattice spacing at which make(spacing) has about `target` elements: their number falls with the
// cube of the spacing (its square around a plate, itself around a needle; seen after a long step), so that a
// few corrections are enough. Gives up, with no elements, on what is too thin to be found by two lattices.
VolumeMesh mesh_of_size(Index target, double spacing, const std::function<VolumeMesh(double)>& make) {
  constexpr int kRounds = 8;
  constexpr double kGoodEnough = 0.08;
  constexpr int kMostEmpty = 2;
  constexpr double kLongStep = 0.3;  // of the spacing's logarithm
  VolumeMesh best;
  double best_error = std::numeric_limits<double>::infinity();
  int empty = 0;
  double last_spacing = spacing, last_ratio = 1;
  for (int round = 0; round < kRounds && best_error > kGoodEnough && empty < kMostEmpty; ++round) {
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
    if (error < best_error) best_error = error, best = std::move(mesh);
  }
  return best;
}

void check_request(const SignedDistance& solid, Index target) {
  require_inside(solid);
  if (target < kFewestTetrahedra)
    throw Error(fmt::format("{} tetrahedra are too few", target), "",
                fmt::format("ask for {} or more", kFewestTetrahedra));
}

// A lattice placement; a golden-ratio sequence of angles and shifts never repeats.
struct Placement {
  std::array<Vec3, 3> axes = BccLattice::identity_axes();
  Vec3 shift;
  explicit Placement(int variant) {
    if (variant == 0) return;
    const double g = 0.6180339887498949 * variant;
    axes = rotation_axes({std::sin(7 * g), std::cos(11 * g), std::sin(13 * g + 1)}, 0.5 + g);
    shift = {g, 2 * g, 3 * g};
  }
};

}  // namespace

VolumeMesh tetrahedralize(const SurfaceMesh& surface, const SignedDistance& solid, Index target) {
  check_request(solid, target);
  const GrownSolid field(solid, 0);
  const double volume = rough_volume(surface, solid);
  const double guess = std::cbrt(kTetrahedraPerCube * volume / target);
  if (guess < BccLattice::spacing_for(BccLattice::kMostCubes, field.box()))
    return containing_mesh(surface, solid, target);
  VolumeMesh mesh = mesh_of_size(
      target, guess, [&](double spacing) { return stuff(field, BccLattice(field.box(), spacing)); });
  split_hinges(mesh);
  drop_crumbs(mesh, surface, solid.tree());
  const bool right_size = std::abs(mesh.tetrahedron_count() - target) <= 0.2 * target;
  const bool whole = total_volume(mesh) >= kLeastShare * volume;
  return right_size && whole ? mesh : containing_mesh(surface, solid, target);
}

namespace {

// Stuffs the solid grown by `offset` spacings, and raises the field around samples that are left outside
// until none is. The boundary need not follow the grown solid closely: it is shrunk afterwards.
VolumeMesh grown_mesh(const SignedDistance& solid, const std::vector<Vec3>& samples, double spacing,
                      double offset, const Placement& placement) {
  constexpr int kRounds = 12;
  constexpr double kTolerance = 0.1, kLargestBall = 2;
  const BccLattice lattice(solid.box().inflated(kLargestBall * spacing), spacing, placement.axes,
                           placement.shift);
  const std::vector<double> grown = lattice_values(GrownSolid(solid, offset * spacing), lattice);
  std::vector<GrownSolid::Ball> balls;
  std::vector<Index> ball_of(samples.size(), -1);
  VolumeMesh mesh;
  for (int round = 0; round < kRounds; ++round) {
    const GrownSolid field(solid, offset * spacing, balls);
    std::vector<double> values = grown;
    lower_by_balls(values, lattice, balls);
    mesh = stuff(field, lattice, values, kTolerance);
    std::vector<Index> outside;
    if (count_outside(mesh, samples, &outside) == 0) return mesh;
    for (const Index s : outside) {
      if (ball_of[s] >= 0) {
        double& radius = balls[ball_of[s]].radius;
        radius = std::min(radius + 0.25 * spacing, kLargestBall * spacing);
        continue;
      }
      ball_of[s] = static_cast<Index>(balls.size());
      balls.push_back({samples[s], (offset + 0.2) * spacing});
    }
  }
  return mesh;
}

struct Candidate {
  VolumeMesh mesh;
  double spacing = 0;
  double badness = std::numeric_limits<double>::infinity();
};

// One attempt at a containing mesh: grown, peeled where elements are few, and shrunk onto the samples.
Candidate attempt(const SurfaceMesh& surface, const SignedDistance& solid, Index target, double guess,
                  double offset, const Placement& placement, bool few) {
  constexpr double kSampleSpacing = 0.3;
  Candidate candidate;
  std::vector<Vec3> samples;
  candidate.mesh = mesh_of_size(target, guess, [&](double spacing) {
    candidate.spacing = spacing;
    samples = surface_samples(surface, kSampleSpacing * spacing);
    VolumeMesh mesh = grown_mesh(solid, samples, spacing, offset, placement);
    if (few) peel(mesh, samples, solid);
    return mesh;
  });
  VolumeMesh& mesh = candidate.mesh;
  split_hinges(mesh);
  shrink_wrap(mesh, samples);
  if (few && peel(mesh, samples, solid) > 0) shrink_wrap(mesh, samples);

  // A vertex outside, a body in pieces or a size far from the one asked for weigh more than any fatness.
  const double count = mesh.tetrahedron_count() / static_cast<double>(target);
  const Index pieces = face_components(face_neighbours(mesh.tetrahedra)).count;
  candidate.badness = total_volume(mesh) * (1 + 0.5 * (pieces - 1) + (std::abs(count - 1) > 0.2 ? 10 : 0)) *
                      (count_outside(mesh, surface.positions) > 0 ? 1e6 : 1);
  return candidate;
}

}  // namespace

VolumeMesh containing_mesh(const SurfaceMesh& surface, const SignedDistance& solid, Index target,
                           int variant) {
  check_request(solid, target);
  // Measured over rabbits, elephants and knots: from some thousand elements on, a small offset and one try
  // are within 3% of the tightest; below, the best of several placements is 10 to 30% tighter than the first.
  constexpr Index kFew = 4000;
  constexpr int kPlacements = 3;
  const bool few = target < kFew;
  // A solid thinner than its elements needs larger ones than its volume says: begin with a small lattice.
  constexpr double kFirstCubes = 2e4;
  double guess =
      std::max(std::cbrt(kTetrahedraPerCube * (few ? 2.0 : 1.3) * rough_volume(surface, solid) / target),
               BccLattice::spacing_for(kFirstCubes, solid.box(), Placement(1).axes));
  Candidate best;
  for (int p = 0; p < (few ? kPlacements : 1); ++p)
    for (const double offset : few ? std::vector<double>{0.35, 0.5} : std::vector<double>{0.35}) {
      Candidate candidate =
          attempt(surface, solid, target, guess, offset, Placement(1 + kPlacements * variant + p), few);
      guess = candidate.spacing;
      if (candidate.badness < best.badness) best = std::move(candidate);
    }
  return std::move(best.mesh);
}

}  // namespace sinew
