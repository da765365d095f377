#include "scene/loading/cut_loading.h"

#include <cmath>
#include <numbers>

#include "scene/loading/placement.h"

namespace sinew {

namespace {

Quaternion orientation_of(const TurnDescription& turn) {
  const double half = turn.degrees * std::numbers::pi / 360;
  const Vec3 axis = std::sin(half) * normalized(turn.axis);
  return {std::cos(half), axis.x, axis.y, axis.z};
}

struct MakeTool {
  using Tool = decltype(ScheduledCut::tool);

  Tool operator()(const BladeMeshDescription& d) const {
    SurfaceMesh surface = described_surface(d.surface, false);
    put_in_place(surface.positions, d.place);
    return BladeStrike{d.time, make_blade(surface)};
  }
  Tool operator()(const BladeGridDescription& d) const {
    const BladeGrid grid{{d.box.lower, d.box.upper}, d.along, d.counts, orientation_of(d.turn)};
    require_valid(grid, "");
    return BladeStrike{d.time, make_blade(grid)};
  }
  Tool operator()(const BladePlaneDescription& d) const { return PlaneStrike{d.time, d.plane}; }
  Tool operator()(const BladeStroke& stroke) const { return stroke; }
  Tool operator()(const ToolDescription& d) const {
    BladePath path{d.line, {}};
    for (const ToolKeyframeDescription& k : d.keyframes)
      path.keyframes.push_back({k.time, k.position, orientation_of(k.turn)});
    return path;
  }
};

}  // namespace

ScheduledCut scheduled_cut(const CutDescription& description, const ScenePlace& place) try {
  ScheduledCut cut{description.body, std::visit(MakeTool{}, description.blade)};
  require_valid(cut, "");
  return cut;
} catch (const Error& error) {
  throw place.member("blade").with(error);
}

}  // namespace sinew
