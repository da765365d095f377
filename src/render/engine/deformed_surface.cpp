#include "render/engine/deformed_surface.h"

#include <array>
#include <utility>

#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

using Floats4 = std::array<float, 4>;
using Nodes4 = std::array<std::uint32_t, 4>;

// Texels of up to four nodes and weights for each drawn vertex; what is left over has weight zero.
void fill_texels(const Embedding& embedding, std::span<const Index> source, std::span<const Index> slots,
                 std::size_t texels, std::vector<Nodes4>& nodes, std::vector<Floats4>& weights) {
  nodes.assign(texels * source.size(), {});
  weights.assign(nodes.size(), {});
  for (std::size_t v = 0; v < source.size(); ++v) {
    const std::span<const Index> followed = embedding.nodes(source[v]);
    for (std::size_t k = 0; k < followed.size(); ++k) {
      nodes[v * texels + k / 4][k % 4] = static_cast<std::uint32_t>(slots[followed[k]]);
      weights[v * texels + k / 4][k % 4] = embedding.weights(source[v])[k];
    }
  }
}

std::vector<Floats4> rest_attributes(const SurfaceMesh& surface, const SurfaceGeometry& geometry) {
  std::vector<Floats4> values(geometry.source.size());
  const Vec3 centre = bounding_box(surface).center();
  for (std::size_t v = 0; v < values.size(); ++v) {
    const Vec3 p = surface.positions[geometry.source[v]] - centre;
    values[v] = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z),
                 static_cast<float>(geometry.cut[v])};
  }
  return values;
}

template <typename To, typename From>
std::span<const To> reinterpreted(const std::vector<From>& values) {
  return {reinterpret_cast<const To*>(values.data()), values.size() * sizeof(From) / sizeof(To)};
}

}  // namespace

std::size_t DeformedSurface::set_surface(const FrameSurface& surface) {
  SurfaceGeometry geometry = surface_geometry(surface);
  vertices_ = geometry.vertex_count();
  std::size_t bytes = ring_start_.send(geometry.ring_start);
  bytes += ring_.send(reinterpreted<std::array<std::uint32_t, 2>>(geometry.ring));
  glBindVertexArray(vertex_array_.name());
  bytes += indices_.send(reinterpreted<std::uint32_t>(geometry.triangles));
  bytes += rest_.send(rest_attributes(surface.mesh, geometry));
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(0);
  make_room(positions_, to_positions_);
  make_room(normals_, to_normals_);
  source_ = std::move(geometry.source);
  return bytes;
}

std::size_t DeformedSurface::set_embedding(const Embedding& embedding, std::span<const Index> slots) {
  texels_per_vertex_ = (most_nodes_per_point(embedding) + 3) / 4;
  std::vector<Nodes4> nodes;
  std::vector<Floats4> weights;
  fill_texels(embedding, source_, slots, static_cast<std::size_t>(texels_per_vertex_), nodes, weights);
  return nodes_.send(nodes) + weights_.send(weights);
}

void DeformedSurface::make_room(DataTexture& texture, TextureTarget& target) const {
  texture.resize(vertices_);
  target.attach(texture.name());
}

void DeformedSurface::run(const ShaderProgram& program, const NodeTexture& nodes,
                          const TextureTarget& target) const {
  program.use();
  nodes.texture().bind(0);
  nodes_.bind(1);
  weights_.bind(2);
  program.set("nodeValues", 0);
  program.set("boundNodes", 1);
  program.set("boundWeights", 2);
  program.set("texelsPerVertex", texels_per_vertex_);
  program.set("vertexCount", vertices_);
  program.set("width", positions_.width());
  target.bind(positions_.width(), positions_.height());
  glBindVertexArray(vertex_array_.name());
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  draw_full_screen();
}

void DeformedSurface::move(const SurfacePrograms& programs, const NodeTexture& nodes) {
  run(programs.deform, nodes, to_positions_);
  programs.normals.use();
  positions_.bind(0);
  ring_start_.bind(1);
  ring_.bind(2);
  programs.normals.set("positions", 0);
  programs.normals.set("ringStart", 1);
  programs.normals.set("ring", 2);
  programs.normals.set("vertexCount", vertices_);
  to_normals_.bind(normals_.width(), normals_.height());
  draw_full_screen();
}

void DeformedSurface::carry(const SurfacePrograms& programs, const NodeTexture& node_vectors) {
  if (vectors_.width() == 0 || vectors_.count() != vertices_) make_room(vectors_, to_vectors_);
  run(programs.deform, node_vectors, to_vectors_);
}

void DeformedSurface::draw(int copies) const {
  positions_.bind(0);
  normals_.bind(1);
  vectors_.bind(2);
  glBindVertexArray(vertex_array_.name());
  glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(indices_.size()), GL_UNSIGNED_INT, nullptr,
                          copies);
}

}  // namespace sinew
