#include "greens/greens_display.h"

namespace sinew {

namespace {

// The points of Loop's limit surface, whose displacement along the normal is not linear in the nodes.
Embedding limit_embedding(const DisplacedSubdivision& fine) {
  Embedding rows;
  for (Index v = 0; v < fine.vertex_count(); ++v) {
    for (const auto& [vertex, weight] : fine.limit_point(v)) {
      rows.node.push_back(vertex);
      rows.weight.push_back(static_cast<float>(weight));
    }
    rows.start.push_back(static_cast<Index>(rows.node.size()));
  }
  return rows;
}

}  // namespace

GreensDisplay::GreensDisplay(const GreensRest& rest, int steps, const SurfaceMesh& detailed)
    : rest_(rest),
      fine_(rest.known->problem.surface, steps, detailed),
      topology_(rest.topology),
      control_(rest.positions()),
      places_(static_cast<std::size_t>(fine_.vertex_count())) {
  fine_.evaluate(control_, places_);
  FrameSurface seen;
  seen.mesh = {places_, fine_.triangles()};
  topology_.surface = std::make_shared<const FrameSurface>(std::move(seen));
  topology_.embedding = std::make_shared<const Embedding>(embedding_on_own_nodes(fine_.vertex_count()));
  topology_.carrier_embedding = std::make_shared<const Embedding>(limit_embedding(fine_));
}

std::span<const Vec3> GreensDisplay::places(std::span<const Vec3> displacements) {
  for (std::size_t v = 0; v < control_.size(); ++v) control_[v] = rest_.positions()[v] + displacements[v];
  fine_.evaluate(control_, places_);
  return places_;
}

}  // namespace sinew
