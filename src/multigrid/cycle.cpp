#include "multigrid/cycle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "base/parallel.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

template <typename Row>
constexpr bool kIsPanel = std::is_same_v<Row, PanelRow<typename Row::Number>>;

template <typename Row, typename RelaxRows>
void for_each_colour(std::span<const Index> colour_start, bool backward, RelaxRows&& relax) {
  constexpr Index kRows = kIsPanel<Row> ? 16 : 256;  // rows of a colour per chunk
  const int colours = static_cast<int>(colour_start.size()) - 1;
  for (int k = 0; k < colours; ++k) {
    const int colour = backward ? colours - 1 - k : k;
    const Index first = colour_start[colour], count = colour_start[colour + 1] - first;
    parallel_for(count, kRows, [&](Index begin, Index end) { relax(first + begin, first + end); });
  }
}

// A matrix to sweep over, with its inverse diagonal and colours.
template <typename Matrix, typename Real>
struct Swept {
  const Matrix& A;
  std::span<const Real> inverse;
  std::span<const Index> colour_start;
};

template <typename Matrix, typename Real, typename Row>
void relax(const Swept<Matrix, Real>& level, std::span<const Row> b, std::span<Row> x, Real omega,
           bool backward) {
  for_each_colour<Row>(level.colour_start, backward, [&](Index begin, Index end) {
    relax_rows(level.A, level.inverse, omega, b, x, begin, end);
  });
}

template <typename Matrix, typename Real, typename Row>
void smooth_from_zero(const Swept<Matrix, Real>& level, std::span<const Row> b, std::span<Row> x, Real omega,
                      int sweeps, std::span<Row> r) {
  for_each_colour<Row>(level.colour_start, false, [&](Index begin, Index end) {
    relax_rows_from_zero(level.A, level.inverse, omega, b, x, begin, end);
  });
  for (int s = 1; s < sweeps; ++s) relax(level, b, x, omega, false);
  const std::span<const Row> smoothed(x);
  if constexpr (kIsPanel<Row>) {
    if (sweeps == 1)
      residual_after_sweep_from_zero(level.A, omega, smoothed, r, level.colour_start);
    else
      residual(level.A, b, smoothed, r, level.colour_start);
  } else {
    if (sweeps == 1)
      residual_after_sweep_from_zero(level.A, omega, smoothed, r);
    else
      residual(level.A, b, smoothed, r);
  }
}

// Calls act with the matrix that is swept over on this level.
template <typename Row, typename Real, typename Act>
void with_matrix(const CycleLevel<Real>& level, const CycleParams& params, Act&& act) {
  if constexpr (std::is_same_v<Row, Block3<float>>)
    if (level.rounded != nullptr && !params.linear)
      return act(Swept<RoundedMatrix, Real>{*level.rounded, level.inverse_diagonal, level.colour_start});
  const std::vector<Real>& inverse = level.rounded != nullptr ? level.exact_inverse : level.inverse_diagonal;
  act(Swept<BlockMatrix<Real>, Real>{*level.A, inverse, level.colour_start});
}

}  // namespace

template <typename Row>
std::vector<CycleWork<Row>> make_cycle_work(std::span<const CycleLevel<typename Row::Number>> levels) {
  std::vector<CycleWork<Row>> work(levels.size());
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const auto rows = static_cast<std::size_t>(levels[l].A->rows());
    if (l > 0) work[l].x.resize(rows), work[l].b.resize(rows);
    work[l].r.resize(rows);
  }
  return work;
}

template <typename Row>
void v_cycle(std::span<const CycleLevel<typename Row::Number>> levels, const DirectSolver& coarsest,
             std::span<const Row> b, std::span<Row> x, const CycleParams& params,
             std::span<CycleWork<Row>> work) {
  using Real = typename Row::Number;
  using In = std::span<const Row>;
  using Out = std::span<Row>;
  if (levels.size() == 1) {
    const ProfileZone zone("coarse");
    coarsest.solve(b, x, work[0].direct);
    return;
  }
  const ProfileZone zone("smooth");
  const CycleLevel<Real>& fine = levels[0];
  const Real omega = static_cast<Real>(params.relaxation);
  with_matrix<Row>(fine, params, [&](const auto& level) {
    smooth_from_zero(level, b, x, omega, params.sweeps_before, Out(work[0].r));
  });

  restrict_to(*fine.P, In(work[0].r), Out(work[1].b));
  solve_by_directions<Row>(levels.subspan(1), coarsest, params, work.subspan(1));
  prolongate_add(*fine.P, In(work[1].x), x);

  with_matrix<Row>(fine, params, [&](const auto& level) {
    for (int s = 0; s < params.sweeps_after; ++s) relax(level, b, x, omega, params.symmetric);
  });
}

namespace {

// Levels of fewer rows are small (CycleParams::directions_of_small).
constexpr Index kSmallLevel = 20'000;

template <typename Real>
int directions_of(std::span<const CycleLevel<Real>> levels, const CycleParams& params) {
  if (params.linear || params.directions < 2 || params.single_levels > 0 || levels.size() < 2) return 1;
  const bool is_small = levels[0].A->rows() < kSmallLevel;
  return is_small ? std::max(params.directions, params.directions_of_small) : params.directions;
}

// One number for each side of a row.
template <typename Row>
inline constexpr std::size_t kSidesOf = kIsPanel<Row> ? kSides : 1;
template <typename Row>
using Numbers = std::array<double, kSidesOf<Row>>;

template <typename Row>
Numbers<Row> dots(std::span<const Row> x, std::span<const Row> y) {
  if constexpr (kIsPanel<Row>)
    return dot(x, y);
  else
    return {dot(x, y)};
}

// y += a x
template <typename Row>
void add_times(const Numbers<Row>& a, std::span<const Row> x, std::span<Row> y) {
  using Real = typename Row::Number;
  if constexpr (kIsPanel<Row>)
    combine(a, x, kOnes, y);
  else
    axpby(static_cast<Real>(a[0]), x, Real(1), y);
}

// Each cycle works on the residual that those before it leave. Its correction is made conjugate to theirs and
// scaled so that the energy is least. The energy is that of A itself: in a rounded matrix, fields that bend
// easily may have a negative energy (24 cycles on a rabbit with free slices then raised the error to 1e16, at
// a Poisson's ratio of 0.45). A side whose energy or residual is small enough takes no further direction.
template <typename Row>
void combine_directions(std::span<const CycleLevel<typename Row::Number>> levels,
                        const DirectSolver& coarsest, const CycleParams& params, int count,
                        std::span<CycleWork<Row>> work) {
  using In = std::span<const Row>;
  using Out = std::span<Row>;
  constexpr double kEnough = 0.25;  // of the residual: no further direction is needed
  constexpr std::size_t kCount = kSidesOf<Row>;
  CycleWork<Row>& own = work[0];
  LargeVector<Row>&x = own.x, &b = own.b;
  own.direction.resize(count), own.image.resize(count), own.energy.resize(count);
  const Numbers<Row> size = dots<Row>(b, b);
  std::array<bool, kCount> goes_on;
  goes_on.fill(true);
  set_zero(Out(x));
  for (int k = 0; k < count; ++k) {
    LargeVector<Row>&d = own.direction[k], &Ad = own.image[k];
    d.resize(b.size()), Ad.resize(b.size());
    // Precondition the residual, and make the direction conjugate to those before it.
    v_cycle<Row>(levels, coarsest, b, d, params, work);
    multiply(*levels[0].A, In(d), Out(Ad));
    for (int j = 0; j < k; ++j) {
      Numbers<Row> overlap = dots<Row>(d, own.image[j]);
      for (std::size_t s = 0; s < kCount; ++s) overlap[s] = goes_on[s] ? -overlap[s] / own.energy[j][s] : 0;
      add_times<Row>(overlap, own.direction[j], d);
      add_times<Row>(overlap, own.image[j], Ad);
    }
    // Go along it to the least energy.
    Numbers<Row> energy = dots<Row>(d, Ad), along = dots<Row>(d, b), back{};
    for (std::size_t s = 0; s < kCount; ++s) {
      goes_on[s] = goes_on[s] && energy[s] > 0;
      along[s] = goes_on[s] ? along[s] / energy[s] : 0;
      back[s] = -along[s];
    }
    std::copy(energy.begin(), energy.end(), own.energy[k].begin());
    add_times<Row>(along, d, x);
    if (k + 1 == count) return;
    add_times<Row>(back, Ad, b);
    const Numbers<Row> left = dots<Row>(b, b);
    for (std::size_t s = 0; s < kCount; ++s)
      goes_on[s] = goes_on[s] && std::sqrt(left[s]) > kEnough * std::sqrt(size[s]);
    if (std::find(goes_on.begin(), goes_on.end(), true) == goes_on.end()) return;
  }
}

}  // namespace

template <typename Row>
void solve_by_directions(std::span<const CycleLevel<typename Row::Number>> levels,
                         const DirectSolver& coarsest, const CycleParams& params,
                         std::span<CycleWork<Row>> work) {
  const int count = directions_of(levels, params);
  CycleParams below = params;
  below.single_levels = std::max(0, params.single_levels - 1);
  if (count > 1) return combine_directions<Row>(levels, coarsest, below, count, work);
  v_cycle<Row>(levels, coarsest, work[0].b, work[0].x, below, work);
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
        2 * (static_cast<double>(levels[l].P->column.size()) * (sizeof(Index) + sizeof(float)) + 2 * vector);
  }
  return bytes;
}

#define SINEW_FOR(Row, Real)                                                                          \
  template std::vector<CycleWork<Row>> make_cycle_work(std::span<const CycleLevel<Real>>);            \
  template void v_cycle(std::span<const CycleLevel<Real>>, const DirectSolver&, std::span<const Row>, \
                        std::span<Row>, const CycleParams&, std::span<CycleWork<Row>>);               \
  template void solve_by_directions(std::span<const CycleLevel<Real>>, const DirectSolver&,           \
                                    const CycleParams&, std::span<CycleWork<Row>>);
SINEW_FOR(Block3<float>, float)
SINEW_FOR(Block3<double>, double)
SINEW_FOR(PanelRow<float>, float)
SINEW_FOR(PanelRow<double>, double)
#undef SINEW_FOR
template double bytes_per_cycle(std::span<const CycleLevel<float>>, const CycleParams&);
template double bytes_per_cycle(std::span<const CycleLevel<double>>, const CycleParams&);

}  // namespace sinew
