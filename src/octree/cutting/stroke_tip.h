#pragma once

#include "model/blade_sweep.h"
#include "octree/cutting/cell_search.h"

namespace sinew {

// Where a stroke's cut ends in the material, so that its next sweep begins there, however the body has moved
// in between. A sweep cuts what lies between two lines in space, and a line that stays where it was in space
// is somewhere else in a body that moves:
//
//        cut  |              |              |
//     ========o - - - -      |  o====        ==o      o : the tip, carried on with the material
//             |              |                 |      | : the line in space
//      end of a sweep      the body moves    the next sweep goes from o to |
//
// A tip is the line at the end of the last sweep, by points half a voxel apart within the body's box.
// Points in the body are carried on by the cell around them. Points outside stay in space, unless the body
// has come over them, or over or with one beside them: then they are carried on with the nearest cell, so
// that they are outside of what the line enters.
struct TipPoint {
  double along = 0;     // of the line: i + t is between its points i and i + 1
  MaterialPoint point;  // at it or, outside, the centre of a cell near by
  Vec3 place, offset;   // where it was in space and from `point`, m; no offset: in the body
};

struct StrokeTip {
  std::int64_t stroke = 0;
  std::int32_t cut = 0;  // the id of the stroke's cut; 0: has not cut yet
  std::vector<TipPoint> points;
};

// What a body is cut with next, and the tip after.
struct TipSweep {
  Blade blade;
  std::vector<TipPoint> points;
};

// From the tip, in the body as it lies now, or from the first line where there is no tip (no points), by
// way of the lines to the last one. Sweeps of less than half a voxel gather until the stroke ends: there is
// no blade then, and the tip stays. There is none after the end. The sweep must have lines and be valid.
// Throws Error where its lines have another number of points than those before.
TipSweep swept_from(std::span<const TipPoint> tip, const BladeSweep& sweep, const CellSearch& search);

}  // namespace sinew
