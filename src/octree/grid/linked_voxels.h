#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "octree/grid/brick_bits.h"
#include "sinew/base/geometry.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

// The linked volume of [Dick11, sec. 4.1]: which voxels are material, and which of them are connected.
//
//      o---o---o     o : the centre of an inside voxel       --- : joined
//      |   |   '     ' : a cut link                          A link to an outside voxel is never joined.
//      o---o   o
//
// This is the whole topology of a cuttable body: cells, vertices, multigrid levels and the surface follow
// from it, independent of the order of cuts.

struct Brick {
  LatticePoint place;                 // of its lower corner, in bricks
  BrickBits inside{};                 // material
  std::array<BrickBits, 3> joined{};  // per axis: to the next voxel up that axis, if both are inside
  bool operator==(const Brick&) const = default;
};

// What one end of a link that is not joined sees of the nearest cut along it. Cut 0 is the body's own
// boundary, others are counted from 1; -1: nothing (the end is an outside voxel).
struct LinkEnd {
  float distance = 0.5F;          // from this end, in voxels: 0 to 1
  std::array<float, 3> normal{};  // of the cut at rest, unit length; either sign
  std::int32_t cut = -1;
  bool operator==(const LinkEnd&) const = default;
};

// A link that is not joined, with an inside voxel at one end at least.
struct CutLink {
  // Its lower end; the upper end is the next voxel along the axis. An outside end may lie one voxel beyond
  // the lattice.
  LatticePoint voxel;
  std::int32_t axis = 0;
  LinkEnd lower, upper;
  bool operator==(const CutLink&) const = default;
};

// The Morton code of the lower voxel, moved up by one brick so that it is never negative, then the axis:
// links that start in the same brick are consecutive.
std::uint64_t link_key(const LatticePoint& voxel, int axis);

class LinkedVoxels {
 public:
  LinkedVoxels() = default;
  // Takes the inside voxels of a grid. The given links, in any order but each once, are not joined, and their
  // inside ends see what they say. Other links between inside voxels are joined; other links to the outside
  // get a boundary half way, perpendicular to the link. Links without an inside end are ignored. The lattice
  // is the grid's, grown to whole bricks. Throws Error if no voxel is inside.
  explicit LinkedVoxels(const VoxelGrid& grid, std::span<const CutLink> boundary = {});

  const Lattice& lattice() const { return lattice_; }
  // Bricks with an inside voxel, along the Morton curve.
  const std::vector<Brick>& bricks() const { return bricks_; }
  // Sorted by link_key.
  const std::vector<CutLink>& cut_links() const { return links_->links; }
  // The index in cut_links(), or -1.
  Index find_cut_link(const LatticePoint& voxel, int axis) const;

  // The number of the brick at that place (in bricks; any place), or -1.
  Index brick_at(const LatticePoint& place) const;
  // For any voxel, even beyond the lattice.
  bool inside(const LatticePoint& voxel) const;
  bool joined(const LatticePoint& voxel, int axis) const;
  std::int64_t inside_count() const;

  // Cuts these links, sorted by key and each once. An end keeps the nearest cut that it has seen; of two that
  // are equally near, the one with the lower number, so that the order of cuts does not matter. If only one
  // end of a joined link sees the cut, the other sees it from its side. Links without an inside end are
  // ignored. Returns how many were joined before. Throws Error (nothing changed) if links are out of order,
  // or if the axis, place or distance of one is invalid.
  Index cut(std::span<const CutLink> links);

  // Some of the bricks, ascending, over the same lattice: links to others are not joined. It has no cut_links().
  LinkedVoxels window(std::span<const Index> bricks) const;

  // The same bricks with other voxels and links. It has no cut_links().
  LinkedVoxels with(std::vector<Brick> bricks) const;

  bool operator==(const LinkedVoxels& other) const;

 private:
  struct Links {
    std::vector<CutLink> links;
    std::vector<std::uint64_t> keys;  // of the links
    bool operator==(const Links&) const = default;
  };

  void find_bricks(const VoxelGrid& grid);
  void number_places();
  void join_inside();
  void set_boundary(std::span<const CutLink> boundary);
  static std::shared_ptr<const Links> no_links();
  const BrickBits& inside_bits(const LatticePoint& place) const;

  Lattice lattice_;
  std::vector<Brick> bricks_;
  std::array<std::int32_t, 3> brick_counts_{};
  std::vector<Index> brick_of_place_;  // x fastest; -1: none
  // Copies share them until they are cut: there are several hundred thousand along the boundary of a body.
  std::shared_ptr<const Links> links_ = no_links();
};

}  // namespace sinew
