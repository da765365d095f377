#include "octree/solver/octree_cycle.h"

#include <algorithm>
#include <utility>

#include "sinew/base/profile.h"

namespace sinew {

namespace {
template <typename Row>
constexpr bool kIsPanel = std::is_same_v<Row, PanelRow<float>>;
}

template <typename Row>
OctreeCycle::WorkOf<Row> OctreeCycle::make_work() const {
  WorkOf<Row> work{{}, coarse_.make_work<Row>()};
  work.spare.resize(finest_.vertices());
  return work;
}

template <typename Row>
void OctreeCycle::smooth(std::span<const Row> b, const ChebyshevParams& smoother, int sweeps,
                         Iterate<Row>& at) const {
  const auto relax = [&](float omega) {
    finest_.relax(omega, b, at.x, at.spare);
    std::swap(at.x, at.spare);
  };
  for (int sweep = 0; sweep < sweeps; ++sweep)
    if (smoother.steps == 1)
      relax(smoother.weight_of_one());
    else
      for (const float omega : smoother.weights_of_two()) relax(omega);
}

// The first sweep; if it has one step, the spare vector gets the residual.
template <typename Row>
void OctreeCycle::start_from_zero(std::span<const Row> b, const ChebyshevParams& smoother,
                                  const Iterate<Row>& at) const {
  if (smoother.steps == 1)
    finest_.relax_from_zero(smoother.weight_of_one(), b, at.x, at.spare);
  else if constexpr (kIsPanel<Row>)
    finest_.relax_twice_from_zero(smoother.weights_of_two(), b, at.x, at.spare);
  else
    finest_.relax_twice_from_zero(smoother.weights_of_two(), b, at.x);
}

template <typename Row>
void OctreeCycle::smooth_thin(std::span<const Row> b, const ChebyshevParams& smoother,
                              const Iterate<Row>& at) const {
  if constexpr (!kIsPanel<Row>) finest_.smooth_thin(smoother, b, at.x, at.spare);
}

template <typename Row>
void OctreeCycle::v_cycle(std::span<const Row> b, std::span<Row> x, const ChebyshevParams& smoother,
                          const CycleParams& params, WorkOf<Row>& work) const {
  const ProfileZone zone("cycle");
  // Each following step swaps the two vectors; choose the first such that the last step ends in x.
  const int sweeps_to_follow = params.sweeps_before - 1 + params.sweeps_after;
  const bool ends_in_first = smoother.steps * sweeps_to_follow % 2 == 0;
  Iterate<Row> at = ends_in_first ? Iterate<Row>{x, work.spare} : Iterate<Row>{work.spare, x};
  start_from_zero(b, smoother, at);
  const bool has_residual = smoother.steps == 1 && params.sweeps_before == 1 && smoother.thin_sweeps == 0;
  if (!has_residual) smooth_before(b, smoother, params.sweeps_before - 1, at);
  correct_and_smooth(b, x, smoother, params, at, work);
}

template <typename Row>
void OctreeCycle::next_v_cycle(std::span<const Row> b, std::span<Row> x, const ChebyshevParams& smoother,
                               const CycleParams& params, WorkOf<Row>& work) const {
  const ProfileZone zone("cycle");
  Iterate<Row> at{x, work.spare};
  smooth_before(b, smoother, params.sweeps_before, at);
  correct_and_smooth(b, x, smoother, params, at, work);
}

template <typename Row>
void OctreeCycle::smooth_before(std::span<const Row> b, const ChebyshevParams& smoother, int sweeps,
                                Iterate<Row>& at) const {
  smooth(b, smoother, sweeps, at);
  smooth_thin(b, smoother, at);
  finest_.residual(b, at.x, at.spare);
}

template <typename Row>
void OctreeCycle::correct_and_smooth(std::span<const Row> b, std::span<Row> x,
                                     const ChebyshevParams& smoother, const CycleParams& params,
                                     Iterate<Row> at, WorkOf<Row>& work) const {
  restrict_to(coarse_.interpolation(), std::span<const Row>(at.spare), std::span<Row>(work.coarse[0].b));
  coarse_.solve(params, work.coarse);
  prolongate_add(coarse_.interpolation(), std::span<const Row>(work.coarse[0].x), at.x);
  finest_.project_to_free(at.x);
  smooth_thin(b, smoother, at);
  smooth(b, smoother, params.sweeps_after, at);
  if (at.x.data() != x.data()) std::copy(at.x.begin(), at.x.end(), x.begin());
}

#define SINEW_FOR(Row)                                                                                  \
  template OctreeCycle::WorkOf<Row> OctreeCycle::make_work() const;                                     \
  template void OctreeCycle::v_cycle(std::span<const Row>, std::span<Row>, const ChebyshevParams&,      \
                                     const CycleParams&, WorkOf<Row>&) const;                           \
  template void OctreeCycle::next_v_cycle(std::span<const Row>, std::span<Row>, const ChebyshevParams&, \
                                          const CycleParams&, WorkOf<Row>&) const;
SINEW_FOR(Block3<float>)
SINEW_FOR(PanelRow<float>)
#undef SINEW_FOR

}  // namespace sinew
