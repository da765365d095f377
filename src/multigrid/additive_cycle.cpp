#include "multigrid/additive_cycle.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kNodes = 2048;

// y = X_l x
void respond(std::span<const float> response, std::span<const Block3<double>> x,
             std::span<Block3<double>> y) {
  parallel_for_each(x.size(), kNodes, [&](Index i) {
    const float* X = response.data() + 9 * std::size_t(i);
    const Block3<double>& b = x[i];
    y[i] = {X[0] * b.x + X[3] * b.y + X[6] * b.z, X[1] * b.x + X[4] * b.y + X[7] * b.z,
            X[2] * b.x + X[5] * b.y + X[8] * b.z, 0};
  });
}

}  // namespace

void AdditiveCycle::apply(const SystemLevels& levels, std::span<const Block3<double>> f,
                          std::span<Block3<double>> d) {
  const std::size_t finer = levels.levels.size(), count = finer + (levels.solves_coarsest() ? 1 : 0);
  force_.resize(count), move_.resize(count);

  // Take the forces to the rows of the finest level, without what holds take up.
  const auto unknown = [&](Index row) {
    return levels.unknown_of_row.empty() ? row : levels.unknown_of_row[row];
  };
  std::ranges::copy(f, d.begin());
  project(levels.rollers, d);
  force_[0].resize(f.size());
  parallel_for_each(f.size(), kNodes, [&](Index row) {
    const Index i = unknown(row);
    force_[0][row] = levels.held[i] != 0 ? Block3<double>{} : d[i];
  });

  // Restrict them to all levels, and let each answer by itself.
  for (std::size_t l = 0; l < count; ++l) {
    move_[l].resize(force_[l].size());
    if (l == finer) {
      levels.solve_coarsest(force_[l], move_[l], direct_);
      break;
    }
    respond(levels.levels[l].response, force_[l], move_[l]);
    if (l + 1 == count) break;
    force_[l + 1].resize(static_cast<std::size_t>(levels.levels[l].P->coarse_nodes));
    restrict_to<double>(*levels.levels[l].P, force_[l], force_[l + 1]);
  }

  // Add up their moves.
  for (std::size_t l = count - 1; l-- > 0;)
    prolongate_add<double>(*levels.levels[l].P, move_[l + 1], move_[l]);
  parallel_for_each(f.size(), kNodes, [&](Index row) {
    const Index i = unknown(row);
    d[i] = levels.held[i] != 0 ? Block3<double>{} : move_[0][row];
  });
  project(levels.rollers, d);
}

}  // namespace sinew
