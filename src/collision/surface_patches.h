#pragma once

#include <span>
#include <vector>

#include "collision/governed_tree.h"

namespace sinew {

// The patches of a surface at one level: the triangles whose first vertex a tetrahedron holds are its patch. The other
// vertices of these may be in other tetrahedra: patch and fringe together are the tetrahedra that move the patch.
class SurfacePatches {
 public:
  SurfacePatches() = default;
  SurfacePatches(const RefitTree& tree, const Governors& governors, int level);

  // The tetrahedra that have a patch, ascending.
  std::span<const Index> owners() const { return owners_; }
  // By the position of the owner: its triangles, and the governors of their vertices, its own first.
  std::span<const Index> triangles(Index i) const {
    return {triangles_.data() + first_triangle_[i], triangles_.data() + first_triangle_[i + 1]};
  }
  std::span<const Governor> governors(Index i) const {
    return {governors_.data() + first_governor_[i], governors_.data() + first_governor_[i + 1]};
  }

 private:
  std::vector<Index> owners_, first_triangle_, triangles_, first_governor_;
  std::vector<Governor> governors_;
};

// How many nodes two tetrahedra have in common, as bits of the first one's.
inline unsigned common_nodes(const std::array<Index, 4>& a, const std::array<Index, 4>& b) {
  unsigned bits = 0;
  for (int i = 0; i < 4; ++i)
    for (const Index n : b) bits |= a[i] == n ? 1U << i : 0U;
  return bits;
}

}  // namespace sinew
