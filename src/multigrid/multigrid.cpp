#include "multigrid/multigrid.h"

#include "base/parallel.h"
#include "base/profile.h"
#include "multigrid/support_split.h"

namespace sinew {

template <typename Real>
Multigrid<Real>::Multigrid(const BlockPattern& pattern, std::vector<Index> colour_start,
                           const std::vector<Interpolation>& interpolations,
                           const std::vector<std::vector<Vec3>>& positions) {
  levels_.resize(interpolations.size() + 1);
  levels_[0].pattern = &pattern;
  levels_[0].colour_start = std::move(colour_start);
  std::vector<Index> followed;  // by each node of the level above, in its order: the caller's node
  for (std::size_t l = 0; l < interpolations.size(); ++l) {
    // The coarse pattern in the caller's order first, its nodes split, then coloured and renumbered.
    Level &fine = levels_[l], &coarse = levels_[l + 1];
    std::vector<Index> copy_of;
    const Interpolation P =
        split_by_support(renumbered(interpolations[l], followed, {}), *fine.pattern, copy_of);
    std::vector<Vec3> places;
    for (const Index J : copy_of) places.push_back(positions[l][J]);
    const BlockPattern unordered = galerkin_pattern(*fine.pattern, P);
    ColourOrder order = colour_order(unordered, places);
    fine.P = renumbered(P, {}, order.new_of_old);
    coarse.own_pattern = reordered(unordered, order);
    coarse.pattern = &coarse.own_pattern;
    coarse.colour_start = std::move(order.colour_start);
    coarse.own_A = BlockMatrix<Real>(coarse.own_pattern);
    coarse.A = &coarse.own_A;
    followed.clear();
    for (const Index old : order.old_of_new) followed.push_back(copy_of[old]);
  }
  for (Level& level : levels_) {
    const auto n = static_cast<std::size_t>(level.pattern->rows());
    level.r.resize(n);
    if (&level != &levels_[0]) level.x.resize(n), level.b.resize(n);
  }
}

template <typename Real>
Multigrid<Real>::~Multigrid() = default;

template <typename Real>
void Multigrid<Real>::set_matrix(const BlockMatrix<Real>& A, std::span<const char> apart) {
  const ProfileZone zone("galerkin");
  levels_[0].A = &A;
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
    invert_diagonal(*levels_[l].A, levels_[l].inverse_diagonal);
    galerkin_product(*levels_[l].A, levels_[l].P, levels_[l + 1].own_A);
  }
  // Coarse nodes at the rim may follow from too few fine ones to be independent.
  if (levels() == 1)
    coarsest_.factor(A, apart);
  else
    coarsest_.factor_semidefinite(*levels_.back().A);
}

template <typename Real>
template <typename RelaxRows>
void Multigrid<Real>::for_each_colour(const Level& level, bool backward, RelaxRows&& relax) {
  constexpr Index kRows = 256;  // a chunk of a colour
  const int colours = static_cast<int>(level.colour_start.size()) - 1;
  for (int k = 0; k < colours; ++k) {
    const int colour = backward ? colours - 1 - k : k;
    const Index first = level.colour_start[colour], count = level.colour_start[colour + 1] - first;
    parallel_for(count, kRows, [&](Index begin, Index end) { relax(first + begin, first + end); });
  }
}

template <typename Real>
void Multigrid<Real>::relax(const Level& level, std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
                            Real omega, bool backward) {
  for_each_colour(level, backward, [&](Index begin, Index end) {
    relax_rows<Real>(*level.A, level.inverse_diagonal, omega, b, x, begin, end);
  });
}

template <typename Real>
void Multigrid<Real>::smooth_from_zero(Level& level, std::span<const Block3<Real>> b,
                                       std::span<Block3<Real>> x, Real omega, int sweeps) {
  for_each_colour(level, false, [&](Index begin, Index end) {
    relax_rows_from_zero<Real>(*level.A, level.inverse_diagonal, omega, b, x, begin, end);
  });
  for (int s = 1; s < sweeps; ++s) relax(level, b, x, omega, false);
  if (sweeps == 1)
    residual_after_sweep_from_zero<Real>(*level.A, omega, x, level.r);
  else
    residual<Real>(*level.A, b, x, level.r);
}

template <typename Real>
void Multigrid<Real>::cycle(int l, std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
                            const CycleParams& params) {
  Level& level = levels_[l];
  if (l + 1 == levels()) {
    const ProfileZone zone("coarse");
    coarsest_.solve(b, x);
    return;
  }
  const ProfileZone zone("smooth");
  const Real omega = static_cast<Real>(params.relaxation);
  smooth_from_zero(level, b, x, omega, params.sweeps_before);

  Level& coarse = levels_[l + 1];
  restrict_to<Real>(level.P, level.r, coarse.b);
  cycle(l + 1, coarse.b, coarse.x, params);
  prolongate_add<Real>(level.P, coarse.x, x);

  for (int s = 0; s < params.sweeps_after; ++s) relax(level, b, x, omega, params.symmetric);
}

template <typename Real>
void Multigrid<Real>::v_cycle(std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
                              const CycleParams& params) {
  cycle(0, b, x, params);
}

template <typename Real>
double Multigrid<Real>::bytes_per_cycle(const CycleParams& params) const {
  double bytes = 0;
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
    const BlockPattern& pattern = *levels_[l].pattern;
    const double n = pattern.rows(), vector = n * sizeof(Block3<Real>);
    const double rows = pattern.blocks() * (9.0 * sizeof(Real) + sizeof(Index)) + n * sizeof(Index);
    // The first sweep and the residual after it read the matrix once between them.
    const int sweeps = params.sweeps_before + params.sweeps_after;
    const int matrix_passes = params.sweeps_before == 1 ? sweeps : sweeps + 1;
    bytes += matrix_passes * rows + sweeps * (9 * n * sizeof(Real) + 3 * vector) + 2 * vector;
    bytes +=
        2 * (static_cast<double>(levels_[l].P.column.size()) * (sizeof(Index) + sizeof(float)) + 2 * vector);
  }
  return bytes;
}

template class Multigrid<float>;
template class Multigrid<double>;

}  // namespace sinew
