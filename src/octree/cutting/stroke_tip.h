#pragma once

#include "octree/cutting/cell_search.h"
#include "sinew/model/blade.h"

namespace sinew {

// The line at which a stroke's cut ends in the material (crack tip), so that the next sweep begins there even
// if the body has moved in between. A sweep cuts between two lines in space, and a line that stays in place
// in space is somewhere else in a moving body:
//
//        cut  |              |              |
//     ========o - - - -      |  o====        ==o      o : the tip, carried on with the material
//             |              |                 |      | : the line in space
//      end of a sweep      the body moves    the next sweep goes from o to |
//
// A tip is the line at the end of the last sweep, sampled at points half a voxel apart within the body's box.
// Points in the body are carried with the cell around them. Points outside stay in space, unless the body now
// covers them, or they are next to a point that is covered or carried: then they are carried with the nearest
// cell, so that they stay outside of what the line enters.
struct TipPoint {
  double along = 0;     // of the line: i + t lies between its points i and i + 1
  MaterialPoint point;  // at this place or, outside, the centre of a cell near by
  Vec3 place, offset;   // in space, and relative to `point`, m; zero offset: in the body
};

struct StrokeTip {
  std::int64_t stroke = 0;
  std::int32_t cut = 0;  // the id of the stroke's cut; 0: has not cut yet
  std::vector<TipPoint> points;
};

// The next blade for a body, and the tip after it.
struct TipSweep {
  Blade blade;
  std::vector<TipPoint> points;
};

// Sweeps from the tip, as it lies in the body now, or from the first line if there is no tip (no points),
// over the lines to the last one. Sweeps shorter than half a voxel are buffered until the stroke ends: then
// the blade is empty and the tip does not change. After the end there is no tip. The sweep must have lines
// and be valid. Throws Error if its lines have another number of points than those before.
TipSweep swept_from(std::span<const TipPoint> tip, const BladeSweep& sweep, const CellSearch& search);

}  // namespace sinew
