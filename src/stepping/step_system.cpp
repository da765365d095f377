#include "stepping/step_system.h"

#include "sinew/base/error.h"

namespace sinew {

std::vector<SolveReport> StepSystem::solve_many(const SolveGoal& goal, std::span<BlockVector<double>> r,
                                                std::span<BlockVector<double>> e, SolveWork& work) const {
  if (r.size() != e.size()) throw Error("a solve needs as many solutions as right-hand sides");
  std::vector<SolveReport> reports(r.size());
  for (std::size_t first = 0; first < r.size(); first += kSides) {
    const std::size_t count = std::min<std::size_t>(kSides, r.size() - first);
    const auto part = [&](auto all) { return all.subspan(first, count); };
    for (BlockVector<double>& x : part(e)) x.resize(r[first].size());
    solve_panel(goal, part(r), part(e), part(std::span(reports)), work);
  }
  return reports;
}

void StepSystem::solve_panel(const SolveGoal& goal, std::span<BlockVector<double>> r,
                             std::span<BlockVector<double>> e, std::span<SolveReport> reports,
                             SolveWork& work) const {
  for (std::size_t s = 0; s < r.size(); ++s) reports[s] = solve(goal, r[s], e[s], work);
}

}  // namespace sinew
