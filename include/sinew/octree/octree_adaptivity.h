#pragma once

#include <array>
#include <string_view>

#include "sinew/base/geometry.h"

namespace sinew {

// By what the cells of an adaptive octree are split and merged.
enum class OctreeOracle {
  kStrain,  // lengths: the jump of strain times the side of a cell, and how far what is merged would move
  kEnergy   // the elastic energy of a cell, and of its children [Seiler11, sec. 4.2]
};

// The names that scene files use, in the order of OctreeOracle.
inline constexpr std::array<std::string_view, 2> kOctreeOracleNames{"strain", "energy"};

// How the cells of an octree follow the deformation of the body: where it is strained unevenly or a tool comes near
// they are split, where it is at rest they are merged.
struct OctreeAdaptivity {
  OctreeOracle oracle = OctreeOracle::kStrain;
  // A cell is split above the first and eight are merged below the second. Strain: parts of the longest side of the
  // body at rest. Energy: J.
  double split_above = 2e-3, merge_below = 5e-4;
  int every = 5;         // steps between two changes
  int wait = 2;          // changes for which eight cells must be ready to merge
  Index most_cells = 0;  // cells are not split beyond this many, but at cuts and under tools; 0: without end
  int tool_level = 0;    // level of the cells that a moving tool or obstacle is about to touch, 0 to 3
  // Whether cells that touch differ by one level at most. If not, there are fewer of them, but they are solved by
  // conjugate gradients alone.
  bool restricted = true;

  bool operator==(const OctreeAdaptivity&) const = default;
};

// Throws Error if a number is invalid.
void require_valid(const OctreeAdaptivity& adaptivity);

}  // namespace sinew
