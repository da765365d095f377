#include "mesh/patches.h"

#include <algorithm>

#include "mesh/disjoint_sets.h"

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

namespace {

// How often a patch or shell passes through an edge, forward less backward.
struct Passage {
  Index part, net;
};

// One passage for each part at an edge, by part.
std::vector<Passage> passages(std::span<const EdgeTable::Side> sides, const std::vector<Index>& part_of) {
  std::vector<Passage> all;
  for (const auto& side : sides) all.push_back({part_of[side.triangle], side.forward ? 1 : -1});
  std::sort(all.begin(), all.end(), [](const Passage& a, const Passage& b) { return a.part < b.part; });
  std::vector<Passage> merged;
  for (const Passage& passage : all) {
    if (merged.empty() || merged.back().part != passage.part) merged.push_back({passage.part, 0});
    merged.back().net += passage.net;
  }
  return merged;
}

void unite_tied_patches(const EdgeTable& edges, const Patches& patches, DisjointSets& shells) {
  for (Index e = 0; e < edges.edge_count(); ++e) {
    if (edges.sides(e).size() <= 2) continue;
    std::vector<Passage> at = passages(edges.sides(e), patches.of);
    std::erase_if(at, [&](const Passage& p) { return p.net == 0 || !patches.patches[p.part].orientable; });
    Index balance = 0;
    for (const Passage& passage : at) balance += passage.net;
    if (balance != 0) continue;
    for (const Passage& passage : at) shells.unite(at[0].part, passage.part);
  }
}

}  // namespace

Patches find_shells(std::span<const Triangle> triangles, const EdgeTable& edges, const Patches& patches) {
  DisjointSets sets(patches.count());
  unite_tied_patches(edges, patches, sets);
  Patches shells;
  const auto [shell_of, count] = sets.components();
  shells.patches.resize(count);
  for (Index i = 0; i < patches.count(); ++i) {
    Patches::Patch& shell = shells.patches[shell_of[i]];
    shell.triangles += patches.patches[i].triangles;
    shell.orientable = shell.orientable && patches.patches[i].orientable;
  }
  for (const Index patch : patches.of) shells.of.push_back(shell_of[patch]);
  shells.opposed.assign(triangles.size(), 0);

  for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t)
    if (has_repeated_corner(triangles[t])) shells.patches[shells.of[t]].closed = false;
  for (Index e = 0; e < edges.edge_count(); ++e)
    for (const Passage& passage : passages(edges.sides(e), shells.of))
      if (passage.net != 0) shells.patches[passage.part].closed = false;
  return shells;
}

}  // namespace sinew
