#include "multigrid/multigrid.h"

#include "multigrid/support_split.h"
#include "sinew/base/profile.h"

namespace sinew {

template <typename Real>
Multigrid<Real>::Multigrid(const BlockPattern& pattern, std::vector<Index> colour_start,
                           const std::vector<Interpolation>& interpolations,
                           const std::vector<std::vector<Vec3>>& positions)
    : levels_(interpolations.size() + 1),
      colour_starts_(interpolations.size() + 1),
      interpolations_(interpolations.size()),
      patterns_(interpolations.size()),
      matrices_(interpolations.size()) {
  colour_starts_[0] = std::move(colour_start);
  levels_[0].colour_start = colour_starts_[0];
  const BlockPattern* fine_pattern = &pattern;
  std::vector<Index> followed;  // per node of the finer level, in its order: its number in the caller's order
  for (std::size_t l = 0; l < interpolations.size(); ++l) {
    // Find the coarse pattern in the caller's order, with split nodes; then colour and renumber it.
    CycleLevel<Real>&fine = levels_[l], &coarse = levels_[l + 1];
    std::vector<Index> copy_of;
    const Interpolation P =
        split_by_support(renumbered(interpolations[l], followed, {}), *fine_pattern, copy_of);
    std::vector<Vec3> places;
    for (const Index J : copy_of) places.push_back(positions[l][J]);
    const BlockPattern unordered = galerkin_pattern(*fine_pattern, P);
    ColourOrder order = colour_order(unordered, places);
    interpolations_[l] = renumbered(P, {}, order.new_of_old);
    fine.P = &interpolations_[l];
    patterns_[l] = reordered(unordered, order);
    fine_pattern = &patterns_[l];
    matrices_[l] = BlockMatrix<Real>(patterns_[l]);
    coarse.A = &matrices_[l];
    colour_starts_[l + 1] = std::move(order.colour_start);
    coarse.colour_start = colour_starts_[l + 1];
    followed.clear();
    for (const Index old : order.old_of_new) followed.push_back(copy_of[old]);
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
    galerkin_product(*levels_[l].A, *levels_[l].P, matrices_[l]);
  }
  // Coarse nodes at the boundary may be followed by too few fine nodes to be independent.
  if (levels() == 1)
    coarsest_.factor(A, apart);
  else
    coarsest_.factor_semidefinite(*levels_.back().A);
}

template <typename Real>
void Multigrid<Real>::v_cycle(std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
                              const CycleParams& params, Work& work) const {
  sinew::v_cycle<Block3<Real>>(levels_, coarsest_, b, x, params, work);
}

template <typename Real>
void Multigrid<Real>::v_cycle(std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x,
                              const CycleParams& params, PanelWork& work) const {
  sinew::v_cycle<PanelRow<Real>>(levels_, coarsest_, b, x, params, work);
}

template <typename Real>
double Multigrid<Real>::bytes_per_cycle(const CycleParams& params) const {
  return sinew::bytes_per_cycle<Real>(levels_, params);
}

template class Multigrid<float>;
template class Multigrid<double>;

}  // namespace sinew
