#include "shape/structured.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace sinew {
namespace {

using Cells = std::array<Index, 3>;
using Corner = std::array<Index, 3>;

double square_count(const Cells& n) { return 2.0 * n[0] * n[1] + 2.0 * n[1] * n[2] + 2.0 * n[2] * n[0]; }

// How much longer the longest side of a cell is than the shortest.
double cell_stretch(const Vec3& size, const Cells& n) {
  const double sides[3] = {size.x / n[0], size.y / n[1], size.z / n[2]};
  return *std::ranges::max_element(sides) / *std::ranges::min_element(sides);
}

// Cells such that the faces hold about the wanted number of squares: of the whole numbers around the
// estimate, those that hit the count best with cells that stay close to cubes.
Cells box_cells(const Vec3& size, Index triangles) {
  const double area = 2 * (size.x * size.y + size.y * size.z + size.z * size.x);
  Cells best{1, 1, 1};
  double best_error = std::numeric_limits<double>::infinity();
  for (double h = 0.9 * std::sqrt(2 * area / triangles), most = 4 * h; h < most; h *= 1.1)
    for (int choice = 0; choice < 27; ++choice) {
      const Index step[3] = {choice % 3 - 1, choice / 3 % 3 - 1, choice / 9 - 1};
      Cells n;
      for (int axis = 0; axis < 3; ++axis)
        n[axis] = std::max<Index>(1, static_cast<Index>(std::lround(size[axis] / h)) + step[axis]);
      const double error =
          std::abs(2 * square_count(n) / triangles - 1) + 0.1 * std::log(cell_stretch(size, n));
      if (error < best_error) best = n, best_error = error;
    }
  return best;
}

// Diagonals alternate like the squares of a chess board, so that no direction is favoured.
void push_square(SurfaceMesh& mesh, const std::array<Index, 4>& q, bool odd) {
  const int i = odd ? 1 : 0;
  mesh.triangles.push_back({q[i], q[i + 1], q[i + 2]});
  mesh.triangles.push_back({q[i], q[i + 2], q[(i + 3) % 4]});
}

}  // namespace

SurfaceMesh structured_box(const Vec3& size, Index triangles) {
  const Cells n = box_cells(size, triangles);
  SurfaceMesh mesh;
  std::map<Corner, Index> vertex_at;
  const auto vertex = [&](const Corner& c) {
    const auto [entry, is_new] = vertex_at.try_emplace(c, mesh.vertex_count());
    if (is_new)
      mesh.positions.push_back(
          {size.x * (double(c[0]) / n[0] - 0.5), size.y * c[1] / n[1], size.z * (double(c[2]) / n[2] - 0.5)});
    return entry->second;
  };
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const Index side : {0, n[axis]})
      for (Index j = 0; j < n[v]; ++j)
        for (Index i = 0; i < n[u]; ++i) {
          std::array<Index, 4> q;
          for (int k = 0; k < 4; ++k) {
            Corner c;
            c[axis] = side, c[u] = i + (k == 1 || k == 2), c[v] = j + (k >= 2);
            q[k] = vertex(c);
          }
          if (side == 0) std::swap(q[1], q[3]);
          push_square(mesh, q, (i + j) % 2 != 0);
        }
  }
  return mesh;
}

SurfaceMesh structured_sheet(double width, double depth, Index triangles) {
  // The shorter side is cut first; the longer one then makes up the count.
  const double h = std::sqrt(2 * width * depth / triangles);
  const Index across = std::max<Index>(1, static_cast<Index>(std::lround(std::min(width, depth) / h)));
  const Index along = std::max<Index>(1, static_cast<Index>(std::lround(0.5 * triangles / across)));
  if (width < depth) return structured_sheet(width, depth, {across, along});
  return structured_sheet(width, depth, {along, across});
}

SurfaceMesh structured_sheet(double width, double depth, const std::array<Index, 2>& squares) {
  const auto [nx, nz] = squares;
  SurfaceMesh mesh;
  for (Index k = 0; k <= nz; ++k)
    for (Index i = 0; i <= nx; ++i)
      mesh.positions.push_back({width * (double(i) / nx - 0.5), 0, depth * (double(k) / nz - 0.5)});
  for (Index k = 0; k < nz; ++k)
    for (Index i = 0; i < nx; ++i) {
      const Index a = i + (nx + 1) * k, b = a + nx + 1;
      push_square(mesh, {a, b, b + 1, a + 1}, (i + k) % 2 != 0);
    }
  return mesh;
}

}  // namespace sinew
