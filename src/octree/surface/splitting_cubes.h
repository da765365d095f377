#pragma once

#include "octree/surface/dual_block.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The surface along the boundary and the cuts of a body: closed, every edge with two triangles, whatever was
// cut. The two sides of a cut coincide at rest but have separate vertices.
struct SplitSurface {
  SurfaceMesh mesh;                 // at rest, m
  std::vector<std::int32_t> cuts;   // per triangle: the cut that made it; 0: the body's own boundary
  std::vector<LatticePoint> cubes;  // per triangle: the lowest voxel of its dual cube
  std::vector<LatticePoint> voxel;  // per vertex: an inside voxel on its side, with a link that is not joined
  std::vector<Index> link;          // per vertex: the cut link that it lies on; -1: none
  std::vector<Vec3>
      safe;  // per vertex: a place at rest, m, from which its triangles cross none (safe_places.h)
};

// Splitting cubes on the dual grid [Dick11, sec. 7]; dual_face.h and dual_cube.h say how. The numbering
// depends on the cut links alone, block by block along the Morton curve. Keeps the result of each block, and
// recomputes only blocks around links that have changed; the surface is the same as a newly built one.
class SplittingCubes {
 public:
  const SplitSurface& update(const LinkedVoxels& voxels);
  const SplitSurface& surface() const { return surface_; }
  // The number of blocks that the last update recomputed.
  Index blocks_split() const { return blocks_split_; }

 private:
  struct BlockLinks {
    LatticePoint brick;                    // its place, in bricks
    std::uint64_t code = 0;                // Morton code
    Index links_begin = 0, links_end = 0;  // in cut_links()
  };
  struct Block : BlockLinks {
    std::array<Index, 8> up{};                // the blocks i steps up; -1: no links there
    std::array<Index, 27> around{};           // all neighbours and itself; -1: no links; x fastest
    bool changed = true;                      // whether its own links have
    bool lost_links = false;                  // whether a block around has no links any more
    Index first_vertex = 0, first_point = 0;  // in the surface: of its links, of its points
    Index first_triangle = 0;
    DualBlockSurface part;
  };

  std::vector<Block> blocks_of(const std::vector<CutLink>& links) const;
  void take_over(std::vector<Block>& old, const std::vector<CutLink>& links);
  void split(const LinkedVoxels& voxels);
  void number(const std::vector<CutLink>& links);
  void assemble(const Lattice& lattice, const std::vector<CutLink>& links);
  Index number_of(const Block& block, const DualVertex& vertex) const;

  std::vector<CutLink> links_;  // of the last update
  std::vector<Block> blocks_;
  std::vector<std::array<Index, 2>> link_vertices_;  // per link: the vertices of its inside ends
  SplitSurface surface_;
  Index blocks_split_ = 0;
};

SplitSurface splitting_cubes(const LinkedVoxels& voxels);

}  // namespace sinew
