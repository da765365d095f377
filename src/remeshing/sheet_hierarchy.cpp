#include "sinew/remeshing/sheet_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>

#include "remeshing/decimation.h"
#include "remeshing/subdivision.h"
#include "sinew/base/error.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {

namespace {

// A level with more than this share of the finer one's triangles costs more than it helps.
constexpr double kLeastReduction = 0.75;

void require_levels(int levels, const SurfaceMesh& sheet) {
  if (levels < 1 || levels > 16)
    throw Error(fmt::format("{} levels of a sheet asked for", levels), "", "between 1 and 16 make sense");
  if (sheet.triangles.empty()) throw Error("the sheet has no triangles");
}

}  // namespace

std::vector<SurfaceMesh> nested_sheet_levels(const SurfaceMesh& coarsest, int levels) {
  require_levels(levels, coarsest);
  std::vector<SurfaceMesh> sheets{coarsest};
  while (static_cast<int>(sheets.size()) < levels) sheets.push_back(subdivide_midpoint(sheets.back()));
  std::reverse(sheets.begin(), sheets.end());
  return sheets;
}

std::vector<SurfaceMesh> sheet_levels(const SurfaceMesh& fine, int levels, Index coarsest) {
  require_levels(levels, fine);
  if (coarsest < 1) throw Error(fmt::format("{} triangles asked for on the coarsest level", coarsest));
  std::vector<SurfaceMesh> sheets{fine};
  const auto targets = level_targets({levels, fine.triangle_count(), coarsest});
  for (int level = 1; level < levels; ++level) {
    DecimationParams params;
    params.target_triangles = targets[level];
    SurfaceMesh coarse = decimate(sheets.back(), params).mesh;
    if (coarse.triangle_count() > kLeastReduction * sheets.back().triangle_count()) break;
    sheets.push_back(std::move(coarse));
  }
  return sheets;
}

}  // namespace sinew
