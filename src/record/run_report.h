#pragma once

#include <string>
#include <utility>
#include <vector>

#include "record/run.h"

namespace sinew {

// A report for people: the bodies, where the time went, and steps per second.
std::string run_text(const RunSummary& summary);

// A report for programs: {"steps", "first_step", "last_step", "time_s", "seconds", "steps_per_second",
// "threads", "stopped", "checkpoint", "zones": [{"name", "seconds", "entered"}], "bodies": [{"name",
// "elements", "volume_m3", "mass_kg", "pieces", "free_pieces", "kinetic_J", "elastic_J", "external_J",
// "total_J", "unsolved_steps", "worst_residual", "damped_steps"}]}, with the keys and texts of `about`
// (hardware, commit) before them. Numbers that are not finite become null.
std::string run_json(const RunSummary& summary,
                     const std::vector<std::pair<std::string, std::string>>& about = {});

}  // namespace sinew
