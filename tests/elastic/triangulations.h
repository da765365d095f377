#pragma once

#include <array>

#include "base/random.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew::test {

// How a rectangle is cut into triangles: squares with diagonals that alternate like the squares of a chess
// board, that all run the same way, or that run at random, with vertices moved by up to a fifth of a side.
enum class Triangulation { kChessBoard, kStriped, kIrregular };
inline constexpr std::array kTriangulations{Triangulation::kChessBoard, Triangulation::kStriped,
                                            Triangulation::kIrregular};
inline const char* name_of(Triangulation kind) {
  return std::array{"chess board", "striped", "irregular"}[static_cast<int>(kind)];
}

// The rectangle between two corners in the plane y = 0. Irregular ones keep their outline, and the vertices
// with x up to `still_up_to`.
inline SurfaceMesh rectangle(const Vec3& lower, const Vec3& upper, const std::array<Index, 2>& squares,
                             Triangulation kind, double still_up_to = -1e9) {
  const auto [nx, nz] = squares;
  const double hx = (upper.x - lower.x) / nx, hz = (upper.z - lower.z) / nz;
  const bool irregular = kind == Triangulation::kIrregular;
  Random random(1);
  SurfaceMesh mesh;
  for (Index k = 0; k <= nz; ++k)
    for (Index i = 0; i <= nx; ++i) {
      Vec3 p{lower.x + hx * i, 0, lower.z + hz * k};
      if (irregular && i > 0 && i < nx && p.x > still_up_to + 1e-9) p.x += 0.2 * hx * random.uniform(-1, 1);
      if (irregular && k > 0 && k < nz) p.z += 0.2 * hz * random.uniform(-1, 1);
      mesh.positions.push_back(p);
    }
  for (Index k = 0; k < nz; ++k)
    for (Index i = 0; i < nx; ++i) {
      const Index a = i + (nx + 1) * k, b = a + nx + 1;
      const std::array<Index, 4> q{a, b, b + 1, a + 1};
      const bool turned =
          irregular ? random.uniform(0, 1) < 0.5 : kind == Triangulation::kChessBoard && (i + k) % 2 == 1;
      const int s = turned ? 1 : 0;
      mesh.triangles.push_back({q[s], q[s + 1], q[s + 2]});
      mesh.triangles.push_back({q[s], q[s + 2], q[(s + 3) % 4]});
    }
  return mesh;
}

// A strip in squares of side h = length / cells from x = -h to x = length, with z from 0 to `across` h.
// Irregular ones keep the two rows of vertices up to x = 0, where tests hold it: it then bends from x = -h / 2
// on.
inline SurfaceMesh strip(Index cells, Index across, double length, Triangulation kind) {
  const double h = length / cells;
  return rectangle({-h, 0, 0}, {length, 0, across * h}, {cells + 1, across}, kind, 0);
}

}  // namespace sinew::test
