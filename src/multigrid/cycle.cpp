#include "multigrid/cycle.h"

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

template <typename Real>
void relax(const CycleLevel<Real>& level, std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
           Real omega, bool backward) {
  for_each_colour(level, backward, [&](Index begin, Index end) {
    relax_rows<Real>(*level.A, level.inverse_diagonal, omega, b, x, begin, end);
  });
}

// Leaves the residual in level.r.
template <typename Real>
void smooth_from_zero(CycleLevel<Real>& level, std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
                      Real omega, int sweeps) {
  for_each_colour(level, false, [&](Index begin, Index end) {
    relax_rows_from_zero<Real>(*level.A, level.inverse_diagonal, omega, b, x, begin, end);
  });
  for (int s = 1; s < sweeps; ++s) relax<Real>(level, b, x, omega, false);
  if (sweeps == 1)
    residual_after_sweep_from_zero<Real>(*level.A, omega, x, level.r);
  else
    residual<Real>(*level.A, b, x, level.r);
}

}  // namespace

template <typename Real>
void v_cycle(std::span<CycleLevel<Real>> levels, const DirectSolver& coarsest,
             std::span<const Block3<Real>> b, std::span<Block3<Real>> x, const CycleParams& params) {
  if (levels.size() == 1) {
    const ProfileZone zone("coarse");
    coarsest.solve(b, x);
    return;
  }
  const ProfileZone zone("smooth");
  CycleLevel<Real>&fine = levels[0], &coarse = levels[1];
  const Real omega = static_cast<Real>(params.relaxation);
  smooth_from_zero<Real>(fine, b, x, omega, params.sweeps_before);

  restrict_to<Real>(fine.P, fine.r, coarse.b);
  v_cycle<Real>(levels.subspan(1), coarsest, coarse.b, coarse.x, params);
  prolongate_add<Real>(fine.P, coarse.x, x);

  for (int s = 0; s < params.sweeps_after; ++s) relax<Real>(fine, b, x, omega, params.symmetric);
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

template void v_cycle(std::span<CycleLevel<float>>, const DirectSolver&, std::span<const Block3<float>>,
                      std::span<Block3<float>>, const CycleParams&);
template void v_cycle(std::span<CycleLevel<double>>, const DirectSolver&, std::span<const Block3<double>>,
                      std::span<Block3<double>>, const CycleParams&);
template double bytes_per_cycle(std::span<const CycleLevel<float>>, const CycleParams&);
template double bytes_per_cycle(std::span<const CycleLevel<double>>, const CycleParams&);

}  // namespace sinew
