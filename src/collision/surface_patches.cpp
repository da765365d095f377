#include "collision/surface_patches.h"

#include <algorithm>
#include <map>

namespace sinew {

SurfacePatches::SurfacePatches(const RefitTree& tree, const Governors& governors, int level) {
  std::map<Index, std::vector<Index>> patches;
  const auto triangles = tree.triangles();
  for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t)
    patches[governors.place(triangles[t][0], level).simplex].push_back(t);
  first_triangle_.push_back(0), first_governor_.push_back(0);
  for (const auto& [owner, own] : patches) {
    owners_.push_back(owner);
    triangles_.insert(triangles_.end(), own.begin(), own.end());
    first_triangle_.push_back(static_cast<Index>(triangles_.size()));
    std::map<Index, BarycentricIntervals> moved;
    for (const Index t : own)
      for (const Index v : triangles[t])
        moved[governors.place(v, level).simplex].extend(governors.intervals(v, level));
    governors_.push_back(make_governor(moved[owner], owner));
    for (const auto& [simplex, intervals] : moved)
      if (simplex != owner) governors_.push_back(make_governor(intervals, simplex));
    first_governor_.push_back(static_cast<Index>(governors_.size()));
  }
}

}  // namespace sinew
