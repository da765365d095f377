#pragma once

#include <memory>

#include "multigrid/multigrid.h"
#include "tet/elastic_rest.h"

namespace sinew {

// Interpolates from coarse to fine by the barycentric weights of each fine node in the coarse element around
// or nearest to it ([Georgii05, sec. 3.2.1], [Otaduy07, sec. 4.1]). `held` is per fine node, or empty; held
// nodes follow nothing. Weights below a millionth are left out, so that nested meshes have two per row, not
// four.
Interpolation interpolation_between(const VolumeMesh& coarse, std::span<const Vec3> fine_nodes,
                                    std::span<const char> held);
Interpolation interpolation_between(const SurfaceMesh& coarse, std::span<const Vec3> fine_nodes,
                                    std::span<const char> held);

// The interpolations between the levels of a body, whose meshes go from fine to coarse, nested or not: the
// input of Multigrid.
struct LevelTransfers {
  std::vector<Interpolation> interpolations;
  std::vector<std::vector<Vec3>> positions;
};
LevelTransfers transfers_between(const ElasticRest& rest, std::span<const VolumeMesh> coarser);
LevelTransfers transfers_between(const ElasticRest& rest, std::span<const SurfaceMesh> coarser);

template <typename Real>
std::unique_ptr<Multigrid<Real>> make_multigrid(const ElasticRest& rest, const LevelTransfers& transfers);

}  // namespace sinew
