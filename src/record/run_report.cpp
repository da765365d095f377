#include "sinew/record/run.h"

#include <fmt/format.h>

#include "base/table.h"
#include "base/terminal_text.h"
#include "sinew/base/json_value.h"

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
    text += fmt::format("body '{}': {} of {} damped, since they would have gained energy\n", body,
                        tally.damped, counted(tally.steps, "step", "steps"));
  if (tally.momentum_given > 0 || tally.momentum_given_by_cuts > 0)
    text += fmt::format(
        "body '{}': to keep the momentum of pieces that nothing holds, steps added up to {:.2g} m/s "
        "and cuts up to {:.2g} m/s\n",
        body, tally.momentum_given, tally.momentum_given_by_cuts);
  return text;
}

std::string pieces_text(const BodyMeasure& measure) {
  if (measure.free_pieces == 0) return with_thousands(measure.pieces);
  return fmt::format("{}, {} held by nothing", with_thousands(measure.pieces),
                     with_thousands(measure.free_pieces));
}

std::string bodies_table(const std::vector<RunSummary::OfBody>& bodies) {
  Table table({"body", "elements", "volume", "mass", "pieces"});
  for (const auto& [name, energies, tally, measure, remark] : bodies)
    table.add_row({terminal_text(name), with_thousands(measure.elements),
                   fmt::format("{:.4g} m^3", measure.volume), fmt::format("{:.4g} kg", measure.mass),
                   pieces_text(measure)});
  return table.text();
}

// What collides in the place of what is seen.
std::string contact_text(const RunSummary& summary) {
  std::string text;
  for (const ContactSurfaceMeasure& surface : summary.contact_surfaces)
    if (surface.deviation > 0)
      text +=
          fmt::format("body '{}' collides by a surface of {}, at most {:.2g} m from what is seen\n",
                      surface.body, counted(surface.triangles, "triangle", "triangles"), surface.deviation);
  return text;
}

std::string crossings_text(const RunSummary& summary) {
  if (!summary.crossings.checked) return "";
  if (summary.crossings.steps == 0)
    return fmt::format("nothing crosses after any of {}\n", counted(summary.steps(), "step", "steps"));
  const auto& [checked, steps, pairs, most, first] = summary.crossings;
  return fmt::format("triangles cross after {} of {}: {} in all, up to {} after one step{}\n", steps,
                     counted(summary.steps(), "step", "steps"), counted(pairs, "pair", "pairs"), most,
                     first > 0 ? fmt::format(", and {} before the first", first) : "");
}

}  // namespace

std::string run_text(const RunSummary& summary) {
  std::string text = bodies_table(summary.bodies) + "\n" + summary.profile.table(summary.steps());
  text +=
      fmt::format("\n{} in {:.2f} s: {:.1f} steps/s, with {}\n", counted(summary.steps(), "step", "steps"),
                  summary.seconds, summary.steps_per_second(), counted(summary.threads, "thread", "threads"));
  for (const RunSummary::OfBody& body : summary.bodies)
    if (!body.remark.empty()) text += fmt::format("body '{}': {}\n", body.name, body.remark);
  for (const RunSummary::OfBody& body : summary.bodies) text += solve_text(body.name, body.tally);
  text += contact_text(summary);
  text += crossings_text(summary);
  if (summary.stopped)
    text += fmt::format("stopped at step {}; go on with --resume {}\n", summary.last_step,
                        summary.checkpoint.string());
  return text;
}

std::string run_json(const RunSummary& summary,
                     const std::vector<std::pair<std::string, std::string>>& about) {
  JsonValue json = JsonValue::object();
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
  JsonValue& zones = json["zones"] = JsonValue::array();
  for (const Profile::Zone& zone : summary.profile.zones())
    zones.push_back(
        {{"name", zone.name}, {"seconds", zone.seconds}, {"entered", std::int64_t{zone.entered}}});
  JsonValue& bodies = json["bodies"] = JsonValue::array();
  for (const auto& [name, e, tally, measure, remark] : summary.bodies)
    bodies.push_back({{"name", name},
                      {"elements", measure.elements},
                      {"volume_m3", measure.volume},
                      {"mass_kg", measure.mass},
                      {"pieces", measure.pieces},
                      {"free_pieces", measure.free_pieces},
                      {"kinetic_J", e.kinetic},
                      {"elastic_J", e.elastic},
                      {"external_J", e.external},
                      {"total_J", e.total()},
                      {"unsolved_steps", tally.unsolved},
                      {"worst_residual", tally.worst_residual},
                      {"damped_steps", tally.damped},
                      {"momentum_given_m_s", tally.momentum_given},
                      {"momentum_given_by_cuts_m_s", tally.momentum_given_by_cuts}});
  JsonValue& surfaces = json["contact_surfaces"] = JsonValue::array();
  for (const auto& [body, triangles, deviation] : summary.contact_surfaces)
    surfaces.push_back({{"body", body}, {"triangles", triangles}, {"deviation_m", deviation}});
  if (const auto& [checked, steps, pairs, most, first] = summary.crossings; checked)
    json["crossings"] = {{"steps", steps}, {"pairs", pairs}, {"most", most}, {"first", first}};
  return json.dump(2) + "\n";
}

}  // namespace sinew
