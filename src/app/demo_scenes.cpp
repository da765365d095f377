#include "app/demo_scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/demo_film.h"
#include "app/gallery_page.h"
#include "app/scene_list.h"
#include "base/table.h"
#include "scene/load_world.h"
#include "scene/scene_file.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// A third of the tetrahedra, but enough for limbs to be seen. Octrees stay as they are: what a blade leaves
// of them depends on their cells.
void make_small(SceneDescription& scene) {
  constexpr Index kFewest = 4000;
  for (BodyDescription& body : scene.bodies)
    body.tets = std::min(body.tets, std::max(kFewest, body.tets / 3));
}

std::string joules(double energy) { return fmt::format("{:.3g}", energy); }

const std::vector<std::string> kHeads{"scene",   "body",    "elements", "steps",
                                      "steps/s", "kinetic", "elastic",  "external"};

// What came of each body.
std::vector<std::vector<std::string>> figures(const std::string& name, const RunSummary& summary,
                                              const Frame& frame) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t b = 0; b < summary.bodies.size(); ++b) {
    const auto& body = summary.bodies[b];
    const bool first = b == 0;
    rows.push_back(
        {first ? name : "", body.name, with_thousands(frame.bodies[b].topology.elements->element_count()),
         first ? std::to_string(summary.steps()) : "",
         first ? fmt::format("{:.0f}", summary.steps_per_second()) : "", joules(body.energies.kinetic),
         joules(body.energies.elastic), joules(body.energies.external)});
  }
  return rows;
}

// Runs the scene, films it, and returns what the page says of it; `trouble` takes the reason where it could
// not be filmed.
GalleryEntry show_scene(const BuiltInScene& shown, bool full, const fs::path& folder, std::string& trouble) {
  const std::string name(shown.name);
  SceneDescription scene = scene_from_text(shown.text, {}, name + ".json");
  if (!full) make_small(scene);
  LoadedWorld loaded = load_world(scene, name + ".json");
  loaded.run.folder = folder / name;
  DemoFilm film(loaded, folder, name);
  film.watch(loaded.run);
  const RunSummary summary = run(loaded.world, loaded.run);
  film.finish();
  if (trouble.empty()) trouble = film.trouble();
  return {name,         loaded.title, film.picture(),
          film.movie(), kHeads,       figures(name, summary, loaded.world.frame())};
}

}  // namespace

void show_scenes(const std::vector<std::string>& names, bool full, const fs::path& folder) {
  fmt::print("\nScenes: bodies that move. Energies in joules, at the end.\n\n");
  std::fflush(stdout);
  Table table(kHeads);
  std::vector<GalleryEntry> entries;
  std::string trouble;
  for (const std::string& name : names) {
    entries.push_back(show_scene(find_scene(name), full, folder, trouble));
    for (const auto& row : entries.back().rows) table.add_row(row);
  }
  write_gallery_page(folder / "index.html", entries);
  fmt::print("{}\nin {}: index.html shows them; SCENE.mp4, SCENE.png, and a folder of frames for each\n",
             table.text(), folder.string());
  if (!trouble.empty()) fmt::print("some pictures or movies are missing: {}\n", trouble);
}

}  // namespace sinew
