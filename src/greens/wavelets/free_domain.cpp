#include "greens/wavelets/free_domain.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr const char* kHint =
    "take surface and levels from one semi-regular surface (sinew mesh --semi-regular)";

void require_nested(const ReferenceProblem& problem) {
  const VertexLevels& levels = problem.levels;
  const Index vertices = problem.surface.vertex_count();
  if (problem.held.size() != problem.surface.positions.size())
    throw Error(fmt::format("{} vertices are said to be held or free, the surface has {}",
                            problem.held.size(), vertices));
  if (levels.count.empty() || levels.count[0] < 0 || levels.count.back() != vertices ||
      !std::is_sorted(levels.count.begin(), levels.count.end()))
    throw Error(fmt::format("the finest level has {} vertices, the surface {}",
                            levels.count.empty() ? 0 : levels.count.back(), vertices),
                "levels", kHint);
  if (static_cast<Index>(levels.parents.size()) != vertices - levels.count[0])
    throw Error(fmt::format("{} vertices have parents instead of {}", levels.parents.size(),
                            vertices - levels.count[0]),
                "levels", kHint);
}

void require_older_parents(const VertexLevels& levels) {
  for (std::size_t l = 0; l + 1 < levels.count.size(); ++l)
    for (Index v = levels.count[l]; v < levels.count[l + 1]; ++v)
      for (const Index parent : levels.parents[static_cast<std::size_t>(v - levels.count[0])])
        if (parent < 0 || parent >= levels.count[l])
          throw Error(fmt::format("vertex {} of level {} has the parent {}, which is not on level {}", v,
                                  l + 1, parent, l),
                      "levels", kHint);
}

}  // namespace

Index FreeDomain::level_of(Index vertex) const {
  return static_cast<Index>(std::upper_bound(counts.begin(), counts.end(), vertex) - counts.begin());
}

std::vector<Index> free_numbers(std::span<const char> held) {
  std::vector<Index> numbers(held.size());
  Index next = 0;
  for (std::size_t v = 0; v < held.size(); ++v) numbers[v] = held[v] ? -1 : next++;
  return numbers;
}

FreeDomain free_domain(const ReferenceProblem& problem) {
  require_nested(problem);
  require_older_parents(problem.levels);
  FreeDomain domain;
  for (const Index end : problem.levels.count)
    domain.counts.push_back(
        static_cast<Index>(std::count(problem.held.begin(), problem.held.begin() + end, char{0})));
  if (domain.counts[0] == 0)
    throw Error("the coarsest level has no free vertex", "held", "hold less, or take a finer base");
  const std::vector<Index> number = free_numbers(problem.held);
  const Index base = problem.levels.count[0];
  for (Index v = base; v < problem.levels.count.back(); ++v) {
    const auto& [a, b] = problem.levels.parents[static_cast<std::size_t>(v - base)];
    if (number[v] >= 0) domain.parents.push_back({number[a], number[b]});
  }
  return domain;
}

}  // namespace sinew
