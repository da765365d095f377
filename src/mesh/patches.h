#pragma once

#include <span>
#include <vector>

#include "mesh/edge_table.h"

namespace sinew {

// A patch is a set of triangles connected through edges of exactly two triangles: only across these edges
// does one triangle determine the orientation of the next. Patches meet others at non-manifold edges and at
// vertices. Triangles with a repeated corner are patches of their own.
struct Patches {
  struct Patch {
    Index triangles = 0;
    bool closed = true;      // every edge has exactly two triangles
    bool orientable = true;  // not one-sided like a Moebius strip
  };
  std::vector<Patch> patches;  // by their smallest triangle
  std::vector<Index> of;       // triangle -> patch
  // Whether a triangle is oriented against the first triangle of its patch; arbitrary if the patch is not
  // orientable.
  std::vector<char> opposed;

  Index count() const { return static_cast<Index>(patches.size()); }
};

Patches find_patches(std::span<const Triangle> triangles, const EdgeTable& edges);

// Joins patches into shells: patches that only together have as many triangles in one direction as in the
// other at a non-manifold edge must be flipped together. Closed means here that every edge has as many
// triangles of the shell in one direction as in the other. `opposed` is all zero. `edges` are those of
// `triangles` in their current orientation.
Patches find_shells(std::span<const Triangle> triangles, const EdgeTable& edges, const Patches& patches);

}  // namespace sinew
