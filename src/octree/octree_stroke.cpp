#include <algorithm>

#include "octree/octree_cut.h"
#include "octree/octree_discretization.h"
#include "sinew/base/profile.h"

namespace sinew {

bool OctreeBody::sweep(const BladeSweep& in_world) {
  require_valid(in_world, "");
  const ProfileZone zone("cut");
  BladeSweep sweep = in_world;
  for (BladeSweep::Line& line : sweep.lines)
    for (Vec3& p : line) p = placement().own_point(p);
  std::vector<StrokeTip>& tips = cuts_->tips;
  const auto of_stroke = [&](const StrokeTip& tip) { return tip.stroke == sweep.stroke; };
  auto tip = std::find_if(tips.begin(), tips.end(), of_stroke);
  StrokeTip next{sweep.stroke, 0, {}};
  if (tip != tips.end() && !sweep.begins) next = *tip;

  // Cut from where the stroke's tip is in the body now.
  bool any = false;
  if (!sweep.lines.empty()) {
    const std::vector<Vec3> positions = parts().positions(stepper().state().u);
    TipSweep swept = swept_from(next.points, sweep, {rest().grid, positions});
    const std::int32_t cut = next.cut > 0 ? next.cut : cuts_->count + 1;
    any = !swept.blade.triangles.empty() && cut_as(swept.blade, cut);
    if (any) next.cut = cut;
    next.points = std::move(swept.points);
  }

  // Keep the new tip.
  if (tip != tips.end()) tips.erase(tip);
  if (!sweep.ends && !next.points.empty()) tips.push_back(std::move(next));
  return any;
}

}  // namespace sinew
