#include "greens/solver/constraint_levels.h"

#include <utility>

namespace sinew {

namespace {

using Row = std::vector<std::pair<Index, double>>;  // coarse vertex, weight

void add(Row& row, Index vertex, double weight) {
  for (auto& [v, w] : row)
    if (v == vertex) return void(w += weight);
  row.emplace_back(vertex, weight);
}

// The value of each vertex of the surface by those of a level; empty where all ancestors are held.
std::vector<Row> interpolation(const ReferenceProblem& problem, Index coarse_count) {
  const VertexLevels& levels = problem.levels;
  const auto n = static_cast<Index>(problem.held.size());
  std::vector<Row> rows(problem.held.size());
  for (Index v = 0; v < n; ++v) {
    if (problem.held[v]) continue;
    if (v < coarse_count) {
      rows[v] = {{v, 1.0}};
      continue;
    }
    double sum = 0;
    for (const Index parent : levels.parents[v - levels.count[0]]) {
      for (const auto& [k, weight] : rows[parent]) add(rows[v], k, 0.5 * weight);
      sum += rows[parent].empty() ? 0 : 0.5;
    }
    for (auto& [k, weight] : rows[v]) weight /= sum;
  }
  return rows;
}

}  // namespace

ConstraintLevels::ConstraintLevels(const ReferenceProblem& problem) {
  const std::vector<double> area = vertex_areas(problem.surface);
  std::vector<Index> number;
  Index free = 0;
  for (const char held : problem.held) number.push_back(held ? -1 : free++);
  for (const Index coarse_count : problem.levels.count) {
    const std::vector<Row> rows = interpolation(problem, coarse_count);
    Level level;
    for (Index v = 0; v < coarse_count; ++v) level.count += !problem.held[v];
    // The transpose, with areas.
    level.start.assign(static_cast<std::size_t>(level.count) + 1, 0);
    for (const Row& row : rows)
      for (const auto& [k, weight] : row) ++level.start[number[k] + 1];
    for (Index k = 0; k < level.count; ++k) level.start[k + 1] += level.start[k];
    level.vertex.resize(static_cast<std::size_t>(level.start.back())),
        level.force.resize(level.vertex.size());
    std::vector<Index> fill(level.start.begin(), level.start.end() - 1);
    for (std::size_t v = 0; v < rows.size(); ++v)
      for (const auto& [k, weight] : rows[v]) {
        const Index at = fill[number[k]]++;
        level.vertex[at] = number[v], level.force[at] = area[v] * weight;
      }
    levels_.push_back(std::move(level));
  }
}

ConstraintLevels::Basis ConstraintLevels::basis(Index level, Index k) const {
  const Level& l = levels_[level];
  const auto begin = static_cast<std::size_t>(l.start[k]),
             size = static_cast<std::size_t>(l.start[k + 1]) - begin;
  return {{&l.vertex[begin], size}, {&l.force[begin], size}};
}

double ConstraintLevels::area(Index level, Index k) const {
  double sum = 0;
  for (const double force : basis(level, k).forces) sum += force;
  return sum;
}

}  // namespace sinew
