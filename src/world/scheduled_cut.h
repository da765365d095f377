#pragma once

#include <variant>

#include "sinew/model/blade.h"

namespace sinew {

// Throws Error if the tool is invalid; `where` says where it came from.
void require_valid(const ScheduledCut& cut, std::string_view where);

// What cuts from one time until just before another: a blade or plane at once, or the next sweep of a stroke.
// Blade and sweep may be empty.
using CutOfStep = std::variant<Blade, BladePlane, BladeSweep>;
CutOfStep cut_between(const ScheduledCut& cut, double from, double until);

// When it begins to cut, and when it has finished, s.
double start_of(const ScheduledCut& cut);
double end_of(const ScheduledCut& cut);

}  // namespace sinew
