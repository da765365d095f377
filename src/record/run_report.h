#pragma once

#include <string>
#include <utility>
#include <vector>

#include "record/run.h"

namespace sinew {

// For people: what the bodies are, where the time went, and how many steps a second that was.
std::string run_text(const RunSummary& summary);

// For programs: {"steps", "first_step", "last_step", "time_s", "seconds", "steps_per_second", "threads",
// "stopped", "checkpoint", "zones": [{"name", "seconds", "entered"}], "bodies": [{"name", "elements",
// "volume_m3", "mass_kg", "pieces", "free_pieces", "kinetic_J", "elastic_J", "external_J", "total_J",
// "unsolved_steps", "worst_residual", "damped_steps"}]}, with the keys and texts of `about` (hardware,
// commit) before them. Figures that are not finite become null.
std::string run_json(const RunSummary& summary,
                     const std::vector<std::pair<std::string, std::string>>& about = {});

}  // namespace sinew
