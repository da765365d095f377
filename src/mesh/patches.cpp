#include "mesh/patches.h"

namespace sinew {

namespace {

// Walks over one patch from its first triangle.
void grow_patch(Index seed, const EdgeTable& edges, Patches& result) {
  const Index number = result.count();
  Patches::Patch patch;
  std::vector<Index> front{seed};
  result.of[seed] = number;
  while (!front.empty()) {
    const Index t = front.back();
    front.pop_back();
    ++patch.triangles;
    for (int corner = 0; corner < 3; ++corner) {
      const Index e = edges.edge_of(t, corner);
      if (e < 0 || edges.sides(e).size() != 2) {
        patch.closed = false;
        continue;
      }
      // Neighbours agree when they run through their edge in opposite directions.
      const auto& [first, second] = std::pair{edges.sides(e)[0], edges.sides(e)[1]};
      const Index next = first.triangle == t ? second.triangle : first.triangle;
      const bool opposed = (result.opposed[t] != 0) != (first.forward == second.forward);
      if (result.of[next] < 0) {
        result.of[next] = number;
        result.opposed[next] = opposed;
        front.push_back(next);
      } else if ((result.opposed[next] != 0) != opposed) {
        patch.orientable = false;
      }
    }
  }
  result.patches.push_back(patch);
}

}  // namespace

Patches find_patches(std::span<const Triangle> triangles, const EdgeTable& edges) {
  Patches result;
  result.of.assign(triangles.size(), -1);
  result.opposed.assign(triangles.size(), 0);
  for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t)
    if (result.of[t] < 0) grow_patch(t, edges, result);
  return result;
}

}  // namespace sinew
