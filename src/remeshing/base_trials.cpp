#include <array>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "mesh/self_intersection.h"
#include "remeshing/distortion_report.h"
#include "remeshing/semi_regular.h"

namespace sinew {

// Few triangles cannot follow limbs: where the base puts its vertices decides whether the finest level folds. Other
// weights give other bases, so what folds is tried again with them, and at last with more triangles. Of nine bases of
// 20 triangles on a rabbit, one did not fold; on a pony too.

namespace {

constexpr std::array kOtherWeights{BaseWeights{0.005, 1},  BaseWeights{0.005, 3},  BaseWeights{0.0005, 0.3},
                                   BaseWeights{0.0005, 1}, BaseWeights{0.0005, 3}, BaseWeights{0.05, 0.3},
                                   BaseWeights{0.05, 1},   BaseWeights{0.05, 3}};
constexpr double kMoreTriangles[] = {1.25, 1.5};

bool is_better(const BaseTrial& a, const BaseTrial& b) {
  return std::pair(a.faults(), a.rms_distance) < std::pair(b.faults(), b.rms_distance);
}

// A round of trials, run in parallel; the best so far keeps its mesh.
class BaseSearch {
 public:
  BaseSearch(const SurfaceMesh& surface, const SemiRegularParams& params)
      : surface_(surface), params_(params) {}

  void run(Index base_triangles, std::span<const BaseWeights> weights) {
    std::vector<SemiRegularResult> found(weights.size());
    parallel_for_each(weights.size(), 1, [&](Index k) { found[k] = run_one(base_triangles, weights[k]); });
    for (SemiRegularResult& result : found) {
      trials_.push_back(result.trials.front());
      if (trials_.size() > 1 && !is_better(trials_.back(), trials_[kept_])) continue;
      kept_ = trials_.size() - 1;
      best_ = std::move(result);
    }
  }

  bool is_sound() const { return trials_[kept_].faults() == 0; }

  SemiRegularResult result() && {
    best_.trials = std::move(trials_);
    best_.kept = kept_;
    return std::move(best_);
  }

 private:
  SemiRegularResult run_one(Index base_triangles, const BaseWeights& weights) const {
    SemiRegularParams params = params_;
    params.base_triangles = base_triangles;
    SemiRegularResult result = remesh_on_base(surface_, params, weights);
    const DistortionReport report = distortion(result.mesh, surface_);
    const auto crossings = static_cast<Index>(self_intersections(result.mesh.finest).pairs.size());
    result.trials = {{base_triangles, weights, crossings, report.flipped_triangles, report.rms_distance}};
    return result;
  }

  const SurfaceMesh& surface_;
  const SemiRegularParams& params_;
  std::vector<BaseTrial> trials_;
  SemiRegularResult best_;
  std::size_t kept_ = 0;
};

}  // namespace

SemiRegularResult remesh_semi_regular(const SurfaceMesh& surface, const SemiRegularParams& params) {
  BaseSearch search(surface, params);
  const BaseWeights usual;
  search.run(params.base_triangles, std::span(&usual, 1));
  if (params.try_others && !search.is_sound()) search.run(params.base_triangles, kOtherWeights);
  for (const double more : kMoreTriangles) {
    if (!params.try_others || search.is_sound()) break;
    const auto triangles = static_cast<Index>(more * params.base_triangles);
    search.run(triangles, std::span(&usual, 1));
    search.run(triangles, kOtherWeights);
  }
  return std::move(search).result();
}

}  // namespace sinew
