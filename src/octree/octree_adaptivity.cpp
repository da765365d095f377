#include "sinew/octree/octree_adaptivity.h"

#include <cmath>

#include "octree/grid/lattice.h"
#include "sinew/base/error.h"

namespace sinew {

void require_valid(const OctreeAdaptivity& adaptivity) {
  const std::string where = "adaptive";
  const auto& [oracle, split_above, merge_below, every, wait, most_cells, tool_level, restricted] =
      adaptivity;
  if (!(merge_below >= 0) || !(split_above > merge_below) || !std::isfinite(split_above))
    throw Error("cells are merged below what does not lie between 0 and that above which they are split",
                where, "take a quarter of the latter");
  if (every < 1 || wait < 1) throw Error("cells change and wait for at least one step", where);
  if (most_cells < 0) throw Error("a number of cells is not negative", where, "0: without end");
  if (tool_level < 0 || tool_level > kBrickLevel)
    throw Error("the level of cells under a tool must be between 0 and 3", where);
}

}  // namespace sinew
