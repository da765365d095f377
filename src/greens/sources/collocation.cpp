#include "greens/sources/collocation.h"

#include <algorithm>

namespace sinew {

namespace {

int corner_at(const Triangle& triangle, Index vertex) {
  return static_cast<int>(std::find(triangle.begin(), triangle.end(), vertex) - triangle.begin());
}

// Block row `row` of a matrix of `rows` block rows.
void put(std::span<const Mat3> blocks, Index row, Index rows, std::span<double> matrix) {
  std::size_t column = 0;
  for (const Mat3& block : blocks)
    for (int b = 0; b < 3; ++b, ++column)
      for (int a = 0; a < 3; ++a) matrix[column * (3 * rows) + 3 * row + a] = block(a, b);
}

}  // namespace

Collocation::Collocation(const SurfaceMesh& surface, const Material& material, std::span<const char> held)
    : surface_(surface), kelvin_(material), acts_(surface.triangles.size(), {1, 1, 1}) {
  if (held.empty()) return;
  const auto is_inside = [&](const Triangle& t) { return held[t[0]] && held[t[1]] && held[t[2]]; };
  std::vector<char> touches_inside(held.size(), 0);
  for (const Triangle& t : surface.triangles)
    if (is_inside(t))
      for (const Index v : t) touches_inside[v] = 1;
  for (std::size_t t = 0; t < acts_.size(); ++t)
    for (int k = 0; k < 3; ++k)
      acts_[t][k] = is_inside(surface.triangles[t]) || !touches_inside[surface.triangles[t][k]];
}

void Collocation::row(Index vertex, std::span<Mat3> H, std::span<Mat3> Q) const {
  std::fill(H.begin(), H.end(), Mat3{});
  std::fill(Q.begin(), Q.end(), Mat3{});
  for (Index t = 0; t < surface_.triangle_count(); ++t) {
    const Triangle& triangle = surface_.triangles[t];
    const int at = corner_at(triangle, vertex);
    const ElementIntegrals part =
        at < 3 ? integrate_at_corner(kelvin_, surface_.corners(t), at)
               : integrate_apart(kelvin_, surface_.positions[vertex], surface_.corners(t));
    for (int k = 0; k < 3; ++k) {
      H[triangle[k]] = H[triangle[k]] + part.H[k];
      if (acts_[t][k]) Q[triangle[k]] = Q[triangle[k]] + part.Q[k];
    }
  }
  Mat3 others;
  for (const Mat3& block : H) others = others + block;
  H[vertex] = H[vertex] - others;
}

void Collocation::rows(Index begin, Index end, std::span<double> H, std::span<double> Q) const {
  std::vector<Mat3> H_row(vertex_count()), Q_row(vertex_count());
  for (Index vertex = begin; vertex < end; ++vertex) {
    row(vertex, H_row, Q_row);
    put(H_row, vertex - begin, end - begin, H);
    put(Q_row, vertex - begin, end - begin, Q);
  }
}

}  // namespace sinew
