#pragma once

#include "adaptive/level_rest.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/shape/models.h"

namespace sinew::test {

inline const Material kJelly{5e4, 0.4, 1200};

// A bear of 0.1 m or so, in levels.
inline const std::vector<VolumeMesh>& bear_levels(Index finest = 6400, int levels = 6) {
  static std::map<std::pair<Index, int>, std::vector<VolumeMesh>> made;
  std::vector<VolumeMesh>& meshes = made[{finest, levels}];
  if (meshes.empty()) {
    const SurfaceMesh bear = make_model("bear", 3000);
    HierarchyParams params;
    params.finest = finest, params.levels = levels;
    meshes = build_hierarchy(bear, SignedDistance(bear), params).levels;
  }
  return meshes;
}

inline AdaptiveRest small_bear() { return make_adaptive_rest(bear_levels(2000, 4), std::vector{kJelly}, {}); }

}  // namespace sinew::test
