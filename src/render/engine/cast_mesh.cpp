#include "render/engine/cast_mesh.h"

#include <algorithm>

#include "mesh/tetrahedron_adjacency.h"

namespace sinew {

namespace {

using Four = std::array<std::uint32_t, 4>;

std::vector<Four> as_unsigned(std::span<const std::array<Index, 4>> values) {
  std::vector<Four> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    for (int k = 0; k < 4; ++k) result[i][k] = static_cast<std::uint32_t>(values[i][k]);
  return result;
}

// Around the diagonal from corner 0 to corner 6, each the right way round.
constexpr int kTetrahedraOfCell[6][4] = {{0, 1, 2, 6}, {0, 5, 1, 6}, {0, 2, 3, 6},
                                         {0, 3, 7, 6}, {0, 4, 5, 6}, {0, 7, 4, 6}};

// The elements if they are tetrahedra, else their cells divided.
FrameElements divided(const FrameElements& elements) {
  FrameElements result;
  result.rest_positions = elements.rest_positions;
  result.tetrahedra = elements.tetrahedra;
  for (const Hexahedron& cell : elements.hexahedra)
    for (const auto& [a, b, c, d] : kTetrahedraOfCell)
      result.tetrahedra.push_back({cell[a], cell[b], cell[c], cell[d]});
  for (const std::uint8_t level : elements.levels)
    result.levels.insert(result.levels.end(), elements.hexahedra.empty() ? 1 : 6, level);
  return result;
}

// Four volumes over the area of the boundary. Faces between cells of neighbouring levels count on both sides;
// since the boundary has cells of level 0 alone, adding levels with alternating signs leaves its area.
double mean_chord_of(const FrameElements& elements, std::span<const OuterFace> faces) {
  const std::vector<Vec3>& x = elements.rest_positions;
  double volume = 0, area = 0;
  for (const auto& [a, b, c, d] : elements.tetrahedra) volume += six_volume(x[a], x[b], x[c], x[d]) / 6;
  for (const OuterFace& face : faces) {
    const auto& [a, b, c] = face.nodes;
    const bool odd = !elements.levels.empty() && elements.levels[face.element] % 2 != 0;
    area += (odd ? -0.5 : 0.5) * norm(cross(x[b] - x[a], x[c] - x[a]));
  }
  return area > 0 ? 4 * std::abs(volume) / area : 0;
}

}  // namespace

std::size_t CastMesh::set_elements(const std::shared_ptr<const FrameElements>& elements) {
  if (elements_ == elements) return 0;
  elements_ = elements;
  const FrameElements cast = divided(*elements);
  tetrahedron_count_ = static_cast<Index>(cast.tetrahedra.size());
  const auto neighbours = face_neighbours(cast.tetrahedra);
  entries_ = outer_faces(cast, neighbours);
  mean_chord_ = mean_chord_of(cast, entries_);
  std::vector<Four> faces;
  faces.reserve(entries_.size());
  for (const OuterFace& face : entries_) {
    auto number = [](Index i) { return static_cast<std::uint32_t>(i); };
    faces.push_back({number(face.nodes[0]), number(face.nodes[1]), number(face.nodes[2]),
                     number(4 * face.element + face.side)});
  }
  return tetrahedra_.send(as_unsigned(cast.tetrahedra)) + neighbours_.send(as_unsigned(neighbours)) +
         faces_.send(faces);
}

void CastMesh::sort_faces(std::span<const std::array<float, 4>> nodes, const Vec3& eye) {
  auto at = [&](Index v) { return Vec3{nodes[v][0], nodes[v][1], nodes[v][2]}; };
  by_depth_.clear();
  for (std::size_t f = 0; f < entries_.size(); ++f) {
    const auto& [ia, ib, ic] = entries_[f].nodes;
    const Vec3 a = at(ia), b = at(ib), c = at(ic);
    if (dot(cross(b - a, c - a), eye - a) > 0)
      by_depth_.emplace_back(static_cast<float>(-squared_norm((a + b + c) / 3 - eye)), static_cast<Index>(f));
  }
  std::sort(by_depth_.begin(), by_depth_.end());
  staged_.clear();
  for (const auto& [depth, face] : by_depth_)
    for (std::uint32_t corner = 0; corner < 3; ++corner)
      staged_.push_back(3 * static_cast<std::uint32_t>(face) + corner);
  glBindVertexArray(vertex_array_.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, order_.name());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(staged_.size() * sizeof(std::uint32_t)),
               staged_.data(), GL_STREAM_DRAW);
}

void CastMesh::draw_faces() const {
  glBindVertexArray(vertex_array_.name());
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(staged_.size()), GL_UNSIGNED_INT, nullptr);
}

void CastMesh::bind(int tetrahedra_unit, int neighbours_unit, int faces_unit) const {
  tetrahedra_.bind(tetrahedra_unit);
  neighbours_.bind(neighbours_unit);
  faces_.bind(faces_unit);
}

}  // namespace sinew
