#include "greens/wavelets/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "mesh/edge_table.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

using Triangles = std::vector<Triangle>;

// The triangles of the next coarser level: children 4t .. 4t+3 are those of subdivision.h.
Triangles coarsened(const Triangles& fine, const VertexLevels& levels, Index coarse_vertices) {
  if (fine.size() % 4 != 0)
    throw Error(
        fmt::format("{} triangles of a level are not four for each of the next coarser", fine.size()));
  const auto lies_between = [&](Index odd, Index a, Index b) {
    const Index slot = odd - levels.count[0];
    if (slot < 0 || std::max(a, b) >= coarse_vertices || odd < coarse_vertices) return false;
    auto [p, q] = levels.parents[static_cast<std::size_t>(slot)];
    return std::minmax(p, q) == std::minmax(a, b);
  };
  Triangles coarse(fine.size() / 4);
  for (std::size_t t = 0; t < coarse.size(); ++t) {
    const auto& [a, ab, ca] = fine[4 * t];
    const Index b = fine[4 * t + 1][1], bc = fine[4 * t + 1][2], c = fine[4 * t + 2][2];
    const bool ordered = fine[4 * t + 1][0] == ab && fine[4 * t + 2] == Triangle{ca, bc, c} &&
                         fine[4 * t + 3] == Triangle{bc, ca, ab};
    if (!ordered || !lies_between(ab, a, b) || !lies_between(bc, b, c) || !lies_between(ca, c, a))
      throw Error(
          fmt::format("triangles {} to {} are not the four children of one triangle", 4 * t, 4 * t + 3),
          "surface", "keep the order of triangles of a semi-regular surface");
    coarse[t] = {a, b, c};
  }
  return coarse;
}

// The triangles of levels 0 .. L-1.
std::vector<Triangles> coarse_triangles(const ReferenceProblem& problem) {
  const std::size_t L = problem.levels.count.size() - 1;
  std::vector<Triangles> triangles(L);
  const Triangles* fine = &problem.surface.triangles;
  for (std::size_t l = L; l-- > 0; fine = &triangles[l])
    triangles[l] = coarsened(*fine, problem.levels, problem.levels.count[l]);
  return triangles;
}

// The vertex across a side of a triangle; -1 if not exactly two triangles meet there.
Index vertex_across(const Triangles& triangles, const EdgeTable& edges, Index triangle, int corner) {
  for (const EdgeTable::Side& side : edges.sides(edges.edge_of(triangle, corner)))
    if (side.triangle != triangle && edges.sides(edges.edge_of(triangle, corner)).size() == 2)
      return triangles[side.triangle][(side.corner + 2) % 3];
  return -1;
}

struct Stencil {
  std::array<Index, 8> vertices;
  static constexpr std::array<double, 8> kWeights{0.5,       0.5,   0.125,     -1.0 / 16,
                                                  -1.0 / 16, 0.125, -1.0 / 16, -1.0 / 16};
};

// Nothing if the surface or the domain ends there. `number` makes free vertices of those of the surface.
std::optional<Stencil> butterfly(const Triangles& triangles, const EdgeTable& edges, Index edge,
                                 std::span<const Index> number) {
  if (edge < 0 || edges.sides(edge).size() != 2) return {};
  Stencil stencil;
  auto at = std::copy_n(edges.edge(edge).begin(), 2, stencil.vertices.begin());
  for (const EdgeTable::Side& side : edges.sides(edge)) {
    *at++ = triangles[side.triangle][(side.corner + 2) % 3];
    for (int turn = 1; turn <= 2; ++turn)
      *at++ = vertex_across(triangles, edges, side.triangle, (side.corner + turn) % 3);
  }
  for (Index& v : stencil.vertices) {
    if (v >= 0) v = number[v];
    if (v < 0) return {};
  }
  return stencil;
}

void push_mean(const std::array<Index, 2>& parents, WaveletBoundary boundary, SparseRows& rows) {
  const bool alone = parents[0] < 0 || parents[1] < 0;
  const double weight = alone && boundary == WaveletBoundary::kRenormalised ? 1 : 0.5;
  for (const Index parent : parents)
    if (parent >= 0) rows.push(parent, weight);
}

}  // namespace

SparseRows linear_prediction(const FreeDomain& domain, WaveletBoundary boundary) {
  SparseRows rows;
  for (const std::array<Index, 2>& parents : domain.parents) {
    push_mean(parents, boundary, rows);
    rows.close_row();
  }
  return rows;
}

SparseRows butterfly_prediction(const FreeDomain& domain, const ReferenceProblem& problem,
                                WaveletBoundary boundary) {
  const VertexLevels& levels = problem.levels;
  const std::vector<Index> number = free_numbers(problem.held);
  const std::vector<Triangles> triangles = coarse_triangles(problem);
  SparseRows rows;
  for (std::size_t l = 0; l < triangles.size(); ++l) {
    const EdgeTable edges(triangles[l]);
    for (Index v = levels.count[l]; v < levels.count[l + 1]; ++v) {
      if (number[v] < 0) continue;
      const auto& [a, b] = levels.parents[static_cast<std::size_t>(v - levels.count[0])];
      if (const auto stencil = butterfly(triangles[l], edges, edges.find(a, b), number))
        for (std::size_t k = 0; k < 8; ++k) rows.push(stencil->vertices[k], Stencil::kWeights[k]);
      else
        push_mean(domain.parents_of(number[v]), boundary, rows);
      rows.close_row();
    }
  }
  return rows;
}

}  // namespace sinew
