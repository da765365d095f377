#include "tet/tet_multigrid.h"

#include <cmath>

#include "embed/binding.h"

namespace sinew {

namespace {

Interpolation interpolation_by(const Embedding& embedding, Index coarse_nodes, std::span<const char> held) {
  constexpr float kNothing = 1e-6F;
  Interpolation P;
  P.coarse_nodes = coarse_nodes;
  P.row_start.push_back(0);
  for (Index i = 0; i < embedding.point_count(); ++i) {
    for (Index at = embedding.start[i]; at < embedding.start[i + 1]; ++at) {
      if ((!held.empty() && held[i] != 0) || std::abs(embedding.weight[at]) < kNothing) continue;
      P.column.push_back(embedding.node[at]);
      P.weight.push_back(embedding.weight[at]);
    }
    P.row_start.push_back(static_cast<Index>(P.column.size()));
  }
  transpose(P);
  return P;
}

template <typename Mesh>
LevelTransfers transfers_over(const ElasticRest& rest, std::span<const Mesh> coarser) {
  LevelTransfers transfers;
  std::span<const Vec3> fine = rest.positions;
  std::span<const char> held = rest.held;
  for (const Mesh& mesh : coarser) {
    transfers.interpolations.push_back(interpolation_between(mesh, fine, held));
    transfers.positions.push_back(mesh.positions);
    fine = mesh.positions;
    held = {};
  }
  return transfers;
}

}  // namespace

Interpolation interpolation_between(const VolumeMesh& coarse, std::span<const Vec3> fine_nodes,
                                    std::span<const char> held) {
  return interpolation_by(bind_to_tetrahedra(coarse, fine_nodes), coarse.node_count(), held);
}

Interpolation interpolation_between(const SurfaceMesh& coarse, std::span<const Vec3> fine_nodes,
                                    std::span<const char> held) {
  return interpolation_by(bind_to_triangles(coarse, fine_nodes), coarse.vertex_count(), held);
}

LevelTransfers transfers_between(const ElasticRest& rest, std::span<const VolumeMesh> coarser) {
  return transfers_over(rest, coarser);
}
LevelTransfers transfers_between(const ElasticRest& rest, std::span<const SurfaceMesh> coarser) {
  return transfers_over(rest, coarser);
}

template <typename Real>
std::unique_ptr<Multigrid<Real>> make_multigrid(const ElasticRest& rest, const LevelTransfers& transfers) {
  return std::make_unique<Multigrid<Real>>(rest.pattern, rest.order.colour_start, transfers.interpolations,
                                           transfers.positions);
}

template std::unique_ptr<Multigrid<float>> make_multigrid(const ElasticRest&, const LevelTransfers&);
template std::unique_ptr<Multigrid<double>> make_multigrid(const ElasticRest&, const LevelTransfers&);

}  // namespace sinew
