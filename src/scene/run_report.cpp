#include "scene/run_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/table.h"

namespace sinew {

namespace {

// How the steps of a body were solved, a line for each thing worth knowing.
std::string solve_text(const std::string& body, const StepTally& tally) {
  std::string text;
  if (tally.is_static && tally.steps > 0)
    text += fmt::format("body '{}' is in balance: {:.1e} of its forces is left\n", body, tally.last_residual);
  if (tally.unsolved > 0)
    text += fmt::format("body '{}': {} of {} not solved; residuals of up to {:.2g} were left\n", body,
                        tally.unsolved, counted(tally.steps, "step", "steps"), tally.worst_residual);
  if (tally.damped > 0)
    text += fmt::format("body '{}': {} of {} made by backward Euler, where Newmark's scheme gained energy\n",
                        body, tally.damped, counted(tally.steps, "step", "steps"));
  return text;
}

}  // namespace

std::string run_text(const RunSummary& summary) {
  std::string text = summary.profile.table(summary.steps());
  text +=
      fmt::format("\n{} in {:.2f} s: {:.1f} steps/s, with {}\n", counted(summary.steps(), "step", "steps"),
                  summary.seconds, summary.steps_per_second(), counted(summary.threads, "thread", "threads"));
  for (const RunSummary::OfBody& body : summary.bodies) text += solve_text(body.name, body.tally);
  if (summary.stopped)
    text += fmt::format("stopped at step {}; go on with --resume {}\n", summary.last_step,
                        summary.checkpoint.string());
  return text;
}

std::string run_json(const RunSummary& summary,
                     const std::vector<std::pair<std::string, std::string>>& about) {
  nlohmann::ordered_json json;
  for (const auto& [key, value] : about) json[key] = value;
  json["steps"] = summary.steps();
  json["first_step"] = summary.first_step;
  json["last_step"] = summary.last_step;
  json["time_s"] = summary.time;
  json["seconds"] = summary.seconds;
  json["steps_per_second"] = summary.steps_per_second();
  json["threads"] = summary.threads;
  json["stopped"] = summary.stopped;
  json["checkpoint"] = summary.checkpoint.string();
  json["zones"] = nlohmann::ordered_json::array();
  for (const Profile::Zone& zone : summary.profile.zones())
    json["zones"].push_back({{"name", zone.name}, {"seconds", zone.seconds}, {"entered", zone.entered}});
  json["bodies"] = nlohmann::ordered_json::array();
  for (const auto& [name, e, tally] : summary.bodies)
    json["bodies"].push_back({{"name", name},
                              {"kinetic_J", e.kinetic},
                              {"elastic_J", e.elastic},
                              {"external_J", e.external},
                              {"total_J", e.total()},
                              {"unsolved_steps", tally.unsolved},
                              {"worst_residual", tally.worst_residual},
                              {"damped_steps", tally.damped}});
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace sinew
