#pragma once

#include <vector>

#include "bench/dick_models.h"
#include "sinew/base/profile.h"

namespace sinew {

// A cut from the blade until the body is ready to step, and the first step.
struct Cutting {
  double seconds = 0;          // links, octree, vertices, levels, state, and the set-up of the solver
  double surface_seconds = 0;  // not part of them
  double set_up_seconds = 0;   // part of them: masses, stiffness and spectrum on every level, which the body
                               // computes when its first step asks for them
  double step_seconds = 0;     // of the first step, without that set-up

  // From the blade to the end of the step.
  double all_seconds() const { return seconds + surface_seconds + step_seconds; }
};
// Of one zone.
double seconds_in(const Profile& profile, std::string_view name);
Cutting cut_and_step(OctreeBody& body, const Blade& blade);

// Cuts the whole body four times, a step after each. It stays cut.
std::vector<Cutting> cut_repeatedly(OctreeBody& body, const Blade& blade);

// The median of the steps after the first.
double later_step_seconds(OctreeBody& body);

}  // namespace sinew
