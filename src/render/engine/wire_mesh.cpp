#include "render/engine/wire_mesh.h"

#include "mesh/tetrahedron_adjacency.h"

namespace sinew {

std::size_t WireMesh::set_elements(const std::shared_ptr<const FrameElements>& elements) {
  if (elements_ == elements) return 0;
  elements_ = elements;
  const std::vector<OuterFace> outer = outer_faces(*elements, face_neighbours(elements->tetrahedra));
  auto number = [](Index i) { return static_cast<std::uint32_t>(i); };
  std::vector<std::array<std::uint32_t, 4>> faces;
  faces.reserve(outer.size());
  for (const OuterFace& face : outer) {
    const std::uint32_t level = elements->levels.empty() ? 0u : elements->levels[face.element];
    faces.push_back({number(face.nodes[0]), number(face.nodes[1]), number(face.nodes[2]), level});
  }
  std::vector<std::array<std::uint32_t, 2>> edges;
  for (const auto& [a, b] : edges_of(outer)) edges.push_back({number(a), number(b)});
  face_count_ = static_cast<Index>(faces.size());
  edge_count_ = static_cast<Index>(edges.size());
  return faces_.send(faces) + edges_.send(edges);
}

}  // namespace sinew
