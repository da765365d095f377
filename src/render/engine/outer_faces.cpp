#include "render/engine/outer_faces.h"

#include "mesh/edge_table.h"
#include "mesh/element_faces.h"

namespace sinew {

std::vector<OuterFace> outer_faces(const FrameTopology& topology,
                                   std::span<const std::array<Index, 4>> neighbours) {
  std::vector<OuterFace> faces;
  for (Index t = 0; t < static_cast<Index>(topology.tetrahedra.size()); ++t)
    for (int side = 0; side < 4; ++side) {
      if (neighbours[t][side] >= 0) continue;
      const Tetrahedron& nodes = topology.tetrahedra[t];
      const auto& corners = kTetrahedronFaces[side];
      faces.push_back({t, side, {nodes[corners[0]], nodes[corners[1]], nodes[corners[2]]}});
    }
  for (Index t = 0; t < static_cast<Index>(topology.triangles.size()); ++t)
    faces.push_back({t, 0, topology.triangles[t]});
  return faces;
}

std::vector<std::array<Index, 2>> edges_of(std::span<const OuterFace> faces) {
  std::vector<Triangle> triangles;
  triangles.reserve(faces.size());
  for (const OuterFace& face : faces) triangles.push_back(face.nodes);
  const EdgeTable table(triangles);
  std::vector<std::array<Index, 2>> edges;
  edges.reserve(static_cast<std::size_t>(table.edge_count()));
  for (Index e = 0; e < table.edge_count(); ++e) edges.push_back(table.edge(e));
  return edges;
}

}  // namespace sinew
