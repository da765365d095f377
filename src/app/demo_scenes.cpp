#include "app/demo_scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/scene_list.h"
#include "base/table.h"
#include "scene/load_world.h"
#include "scene/scene_file.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// A third of the elements, but enough for limbs to be seen.
void make_small(SceneDescription& scene) {
  constexpr Index kFewest = 4000;
  for (BodyDescription& body : scene.bodies)
    body.tets = std::min(body.tets, std::max(kFewest, body.tets / 3));
}

std::string joules(double energy) { return fmt::format("{:.3g}", energy); }

void show_scene(const BuiltInScene& shown, bool full, const fs::path& folder, Table& table) {
  const std::string name(shown.name);
  SceneDescription scene = scene_from_text(shown.text, {}, name + ".json");
  if (!full) make_small(scene);
  LoadedWorld loaded = load_world(scene, name + ".json");
  loaded.run.folder = folder / name;
  const RunSummary summary = run(loaded.world, loaded.run);
  for (std::size_t b = 0; b < summary.bodies.size(); ++b) {
    const auto& [body, energies] = summary.bodies[b];
    const bool first = b == 0;
    table.add_row({first ? name : "", body,
                   with_thousands(loaded.world.frame().bodies[b].topology->element_count()),
                   first ? std::to_string(summary.steps()) : "",
                   first ? fmt::format("{:.0f}", summary.steps_per_second()) : "", joules(energies.kinetic),
                   joules(energies.elastic), joules(energies.external)});
  }
}

}  // namespace

void show_scenes(const std::vector<std::string>& names, bool full, const fs::path& folder) {
  fmt::print("\nScenes: bodies that move. Energies in joules, at the end.\n\n");
  std::fflush(stdout);
  Table table({"scene", "body", "elements", "steps", "steps/s", "kinetic", "elastic", "external"});
  for (const std::string& name : names) show_scene(find_scene(name), full, folder, table);
  fmt::print("{}\nin {}: the frames of each in a folder of its own, as BODY.pvd with BODY_STEP.vtu\n",
             table.text(), folder.string());
}

}  // namespace sinew
