#include "multigrid/cycle.h"

#include <algorithm>
#include <type_traits>

#include "base/parallel.h"
#include "base/profile.h"

namespace sinew {

namespace {

template <typename Real, typename RelaxRows>
void for_each_colour(const CycleLevel<Real>& level, bool backward, RelaxRows&& relax) {
  constexpr Index kRows = 256;  // a chunk of a colour
  const int colours = static_cast<int>(level.colour_start.size()) - 1;
  for (int k = 0; k < colours; ++k) {
    const int colour = backward ? colours - 1 - k : k;
    const Index first = level.colour_start[colour], count = level.colour_start[colour + 1] - first;
    parallel_for(count, kRows, [&](Index begin, Index end) { relax(first + begin, first + end); });
  }
}

template <typename Matrix, typename Real>
void relax(const Matrix& A, const CycleLevel<Real>& level, std::span<const Block3<Real>> b,
           std::span<Block3<Real>> x, Real omega, bool backward) {
  const std::span<const Real> inverse(level.inverse_diagonal);
  for_each_colour(level, backward,
                  [&](Index begin, Index end) { relax_rows(A, inverse, omega, b, x, begin, end); });
}

template <typename Matrix, typename Real>
void smooth_from_zero(const Matrix& A, const CycleLevel<Real>& level, std::span<const Block3<Real>> b,
                      std::span<Block3<Real>> x, Real omega, int sweeps, std::span<Block3<Real>> r) {
  const std::span<const Real> inverse(level.inverse_diagonal);
  for_each_colour(level, false,
                  [&](Index begin, Index end) { relax_rows_from_zero(A, inverse, omega, b, x, begin, end); });
  for (int s = 1; s < sweeps; ++s) relax(A, level, b, x, omega, false);
  const std::span<const Block3<Real>> smoothed(x);
  if (sweeps == 1)
    residual_after_sweep_from_zero(A, omega, smoothed, r);
  else
    residual(A, b, smoothed, r);
}

// Calls act(A), A being the matrix that is swept over on the level.
template <typename Real, typename Act>
void with_matrix(const CycleLevel<Real>& level, Act&& act) {
  if constexpr (std::is_same_v<Real, float>)
    if (level.rounded != nullptr) return act(*level.rounded);
  act(*level.A);
}

}  // namespace

template <typename Real>
std::vector<CycleWork<Real>> make_cycle_work(std::span<const CycleLevel<Real>> levels) {
  std::vector<CycleWork<Real>> work(levels.size());
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const auto rows = static_cast<std::size_t>(levels[l].A->rows());
    if (l > 0) work[l].x.resize(rows), work[l].b.resize(rows);
    work[l].r.resize(rows);
  }
  return work;
}

template <typename Real>
void v_cycle(std::span<const CycleLevel<Real>> levels, const DirectSolver& coarsest,
             std::span<const Block3<Real>> b, std::span<Block3<Real>> x, const CycleParams& params,
             std::span<CycleWork<Real>> work) {
  if (levels.size() == 1) {
    const ProfileZone zone("coarse");
    coarsest.solve(b, x, work[0].direct);
    return;
  }
  const ProfileZone zone("smooth");
  const CycleLevel<Real>& fine = levels[0];
  const Real omega = static_cast<Real>(params.relaxation);
  with_matrix(fine, [&](const auto& A) {
    smooth_from_zero(A, fine, b, x, omega, params.sweeps_before, std::span(work[0].r));
  });

  restrict_to<Real>(fine.P, work[0].r, work[1].b);
  solve_by_directions(levels.subspan(1), coarsest, params, work.subspan(1));
  prolongate_add<Real>(fine.P, work[1].x, x);

  with_matrix(fine, [&](const auto& A) {
    for (int s = 0; s < params.sweeps_after; ++s) relax(A, fine, b, x, omega, params.symmetric);
  });
}

namespace {

// Levels of fewer rows are small (CycleParams).
constexpr Index kSmallLevel = 20'000;

template <typename Real>
int directions_of(std::span<const CycleLevel<Real>> levels, const CycleParams& params) {
  if (params.directions < 2 || params.single_levels > 0 || levels.size() < 2) return 1;
  const bool is_small = levels[0].A->rows() < kSmallLevel;
  return is_small ? std::max(params.directions, params.directions_of_small) : params.directions;
}

}  // namespace

// Each cycle works on what those before it leave; its correction is made conjugate to theirs and gets the
// length that makes the energy least: that of A itself, since in a rounded one what bends easily may have a
// negative energy (24 cycles on a rabbit with free slices then took the error to 1e16, at a Poisson's ratio
// of 0.45).
template <typename Real>
void solve_by_directions(std::span<const CycleLevel<Real>> levels, const DirectSolver& coarsest,
                         const CycleParams& params, std::span<CycleWork<Real>> work) {
  using In = std::span<const Block3<Real>>;
  constexpr double kEnough = 0.25;  // of the residual: no further direction is taken
  const BlockMatrix<Real>& A = *levels[0].A;
  CycleWork<Real>& own = work[0];
  BlockVector<Real>&x = own.x, &b = own.b;
  const int count = directions_of(levels, params);
  CycleParams below = params;
  below.single_levels = std::max(0, params.single_levels - 1);
  if (count == 1) return v_cycle<Real>(levels, coarsest, b, x, below, work);
  own.direction.resize(count), own.image.resize(count), own.energy.resize(count);
  const double size = norm(In(b));
  set_zero<Real>(x);
  for (int k = 0; k < count; ++k) {
    BlockVector<Real>&d = own.direction[k], &Ad = own.image[k];
    d.resize(b.size()), Ad.resize(b.size());
    v_cycle<Real>(levels, coarsest, b, d, below, work);
    multiply<Real>(A, d, Ad);
    for (int j = 0; j < k; ++j) {
      const Real overlap = static_cast<Real>(-dot(In(d), In(own.image[j])) / own.energy[j]);
      axpby<Real>(overlap, own.direction[j], 1, d);
      axpby<Real>(overlap, own.image[j], 1, Ad);
    }
    own.energy[k] = dot(In(d), In(Ad));
    if (!(own.energy[k] > 0)) return;
    const double along = dot(In(d), In(b)) / own.energy[k];
    axpby<Real>(static_cast<Real>(along), d, 1, x);
    if (k + 1 == count) return;
    axpby<Real>(static_cast<Real>(-along), Ad, 1, b);
    if (norm(In(b)) <= kEnough * size) return;
  }
}

template <typename Real>
double bytes_per_cycle(std::span<const CycleLevel<Real>> levels, const CycleParams& params) {
  double bytes = 0;
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    const BlockPattern& pattern = *levels[l].A->pattern;
    const double n = pattern.rows(), vector = n * sizeof(Block3<Real>);
    const double rows = pattern.blocks() * (9.0 * sizeof(Real) + sizeof(Index)) + n * sizeof(Index);
    // The first sweep and the residual after it read the matrix once between them.
    const int sweeps = params.sweeps_before + params.sweeps_after;
    const int matrix_passes = params.sweeps_before == 1 ? sweeps : sweeps + 1;
    bytes += matrix_passes * rows + sweeps * (9 * n * sizeof(Real) + 3 * vector) + 2 * vector;
    bytes +=
        2 * (static_cast<double>(levels[l].P.column.size()) * (sizeof(Index) + sizeof(float)) + 2 * vector);
  }
  return bytes;
}

#define SINEW_FOR(Real)                                                                             \
  template std::vector<CycleWork<Real>> make_cycle_work(std::span<const CycleLevel<Real>>);         \
  template void v_cycle(std::span<const CycleLevel<Real>>, const DirectSolver&,                     \
                        std::span<const Block3<Real>>, std::span<Block3<Real>>, const CycleParams&, \
                        std::span<CycleWork<Real>>);                                                \
  template void solve_by_directions(std::span<const CycleLevel<Real>>, const DirectSolver&,         \
                                    const CycleParams&, std::span<CycleWork<Real>>);
SINEW_FOR(float)
SINEW_FOR(double)
#undef SINEW_FOR
template double bytes_per_cycle(std::span<const CycleLevel<float>>, const CycleParams&);
template double bytes_per_cycle(std::span<const CycleLevel<double>>, const CycleParams&);

}  // namespace sinew
