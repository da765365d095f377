#pragma once

#include <span>
#include <vector>

#include "mesh/edge_table.h"

namespace sinew {

// A patch is a set of triangles connected through edges of exactly two triangles: across these, and only
// these, one triangle says how the next must turn. Patches meet others at non-manifold edges and at vertices.
// Triangles with a repeated corner are patches of their own.
struct Patches {
  struct Patch {
    Index triangles = 0;
    bool closed = true;      // every edge has exactly two triangles
    bool orientable = true;  // not one-sided like a Moebius strip
  };
  std::vector<Patch> patches;  // by their smallest triangle
  std::vector<Index> of;       // triangle -> patch
  // Whether a triangle turns against the first triangle of its patch; arbitrary where it is not orientable.
  std::vector<char> opposed;

  Index count() const { return static_cast<Index>(patches.size()); }
};

Patches find_patches(std::span<const Triangle> triangles, const EdgeTable& edges);

// Patches joined into shells: those that pass through a non-manifold edge as often one way as the other, but
// only together, must turn together. Closed means here that every edge has as many triangles of the shell one
// way as the other. `opposed` is all zero. `edges` are those of `triangles` as they turn now.
Patches find_shells(std::span<const Triangle> triangles, const EdgeTable& edges, const Patches& patches);

}  // namespace sinew
