#include "tet/tet_multigrid.h"

#include <cmath>

#include "embed/bindings.h"

namespace sinew {

Interpolation interpolation_between(const VolumeMesh& coarse, std::span<const Vec3> fine_nodes,
                                    std::span<const char> held) {
  constexpr float kNothing = 1e-6F;
  const Bindings bindings = bind_to_tetrahedra(coarse, fine_nodes);
  Interpolation P;
  P.coarse_nodes = coarse.node_count();
  P.row_start.push_back(0);
  for (Index i = 0; i < bindings.point_count(); ++i) {
    for (std::size_t at = 4 * std::size_t(i); at < 4 * std::size_t(i) + 4; ++at) {
      if ((!held.empty() && held[i] != 0) || std::abs(bindings.weights[at]) < kNothing) continue;
      P.column.push_back(bindings.nodes[at]);
      P.weight.push_back(bindings.weights[at]);
    }
    P.row_start.push_back(static_cast<Index>(P.column.size()));
  }
  transpose(P);
  return P;
}

template <typename Real>
std::unique_ptr<Multigrid<Real>> make_multigrid(const ElasticRest& rest,
                                                std::span<const VolumeMesh> coarser) {
  std::vector<Interpolation> interpolations;
  std::vector<std::vector<Vec3>> positions;
  std::span<const Vec3> fine = rest.positions;
  std::span<const char> held = rest.held;
  for (const VolumeMesh& mesh : coarser) {
    interpolations.push_back(interpolation_between(mesh, fine, held));
    positions.push_back(mesh.positions);
    fine = mesh.positions;
    held = {};
  }
  return std::make_unique<Multigrid<Real>>(rest.pattern, rest.order.colour_start, interpolations, positions);
}

template std::unique_ptr<Multigrid<float>> make_multigrid(const ElasticRest&, std::span<const VolumeMesh>);
template std::unique_ptr<Multigrid<double>> make_multigrid(const ElasticRest&, std::span<const VolumeMesh>);

}  // namespace sinew
