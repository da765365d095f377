#include "app/demo_scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <sstream>
#include <string_view>

#include "app/demo_film.h"
#include "app/scene_list.h"
#include "base/table.h"
#include "base/timer.h"
#include "sinew/record/run.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kFirst{"rabbit_cuts", "bears",     "towers", "cloth", "figure_cuts",
                                                 "rods",        "liver_cut", "drape",  "fur"};

// Scenes that come to rest, or swing back, and the step after which their picture is taken instead of after
// the last.
const std::map<std::string, std::int64_t, std::less<>> kPictureSteps{
    {"bridge", 55},      {"car", 60},    {"cloth", 118},  {"dragon_ball", 50}, {"finger_pad", 60},
    {"forceps", 80},     {"fur", 38},    {"incline", 60}, {"liver_flap", 62},  {"liver_press", 62},
    {"rabbit_poke", 40}, {"stack", 110}, {"towers", 40}};

// A third of the tetrahedra, but enough for limbs to be seen. Octrees stay as they are: what a blade leaves
// of them depends on their cells.
void make_small(SceneDescription& scene) {
  constexpr Index kFewest = 4000;
  for (BodyDescription& body : scene.bodies)
    if (auto* tet = std::get_if<TetBodyDescription>(&body.kind))
      tet->tets = std::min(tet->tets, std::max(kFewest, tet->tets / 3));
}

// Octrees as large as those of the figures that the scenes follow [Dick11]; tetrahedra are at least as many as
// in [Georgii05] without overrides.
const std::map<std::string, std::vector<std::string>, std::less<>> kPaperSizes{
    {"figure_cuts", {"bodies.figure.cells=467"}},
    {"rabbit_cuts", {"bodies.rabbit.cells=198"}},
    {"rods", {"bodies.cube.cells=80"}},
    {"slices", {"bodies.block.cells=256"}},
    {"soft_layer", {"bodies.cube.cells=80", "cuts[0].blade.counts=[10,10]"}}};

std::vector<std::string> overrides_for(const std::string& name, bool full) {
  const auto sizes = kPaperSizes.find(name);
  return full && sizes != kPaperSizes.end() ? sizes->second : std::vector<std::string>{};
}

// The prose of the comment that a scene file begins with: the lines before the commands, which are indented.
std::string opening_words(std::string_view scene) {
  std::istringstream lines{std::string(scene)};
  std::string words;
  for (std::string line; std::getline(lines, line) && line.starts_with("// ") && line[3] != ' ';)
    words += (words.empty() ? "" : " ") + line.substr(3);
  return words;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

SceneDescription description_of(const std::string& name, bool full = false) {
  return scene_from_text(find_scene(name).text, overrides_for(name, full), name + ".json");
}

std::string joules(double energy) { return fmt::format("{:.3g}", energy); }

const std::vector<std::string> kHeads{"body",    "elements", "steps",   "steps/s",
                                      "kinetic", "elastic",  "external"};

// What came of each body.
std::vector<std::vector<std::string>> result_rows(const RunSummary& summary, const Frame& frame) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t b = 0; b < summary.bodies.size(); ++b) {
    const auto& body = summary.bodies[b];
    const bool first = b == 0;
    rows.push_back({body.name, with_thousands(frame.bodies[b].topology.elements->element_count()),
                    first ? std::to_string(summary.steps()) : "",
                    first ? fmt::format("{:.0f}", summary.steps_per_second()) : "",
                    joules(body.energies.kinetic), joules(body.energies.elastic),
                    joules(body.energies.external)});
  }
  return rows;
}

// Runs the scene, films it, and fills its part of the page.
void show_scene(bool full, const fs::path& folder, GalleryPart& part) {
  SceneDescription scene = description_of(part.name, full);
  if (!full) make_small(scene);
  LoadedWorld loaded = load_world(scene, part.name + ".json");
  loaded.run.folder = folder / part.name;
  const auto step = kPictureSteps.find(part.name);
  DemoFilm film(loaded, folder, part.name, step != kPictureSteps.end() ? step->second : loaded.run.steps);
  film.watch(loaded.run);
  const RunSummary summary = run(loaded.world, loaded.run);
  film.finish();
  part.picture = film.picture();
  part.movie = film.movie();
  part.trouble = film.trouble();
  if (!part.movie.empty() && film.slower() > 1)
    part.text += fmt::format(" The film is {} times slower than the motion.", film.slower());
  part.rows = result_rows(summary, loaded.world.frame());
}

std::string added(const GalleryPart& part) {
  std::vector<std::string> files{part.name + "/"};
  if (!part.picture.empty()) files.insert(files.begin(), part.picture);
  if (!part.movie.empty()) files.insert(files.begin(), part.movie);
  return fmt::format("{}", fmt::join(files, ", "));
}

}  // namespace

std::vector<std::string> scenes_to_show() {
  std::vector<std::string> names = scene_names();
  std::ranges::stable_sort(names, {},
                           [](const std::string& name) { return std::ranges::find(kFirst, name); });
  return names;
}

GalleryPart scene_part(const std::string& name) {
  GalleryPart part;
  part.name = name;
  part.title = capitalised(description_of(name).title);
  part.text = opening_words(find_scene(name).text);
  part.command = "sinew view " + name;
  part.heads = kHeads;
  return part;
}

void show_scenes(const std::vector<std::string>& names, bool full, const fs::path& folder, DemoPage& page) {
  std::vector<std::string> heads = kHeads;
  heads.insert(heads.begin(), "scene");
  Table table(heads);
  std::string trouble;
  for (const std::string& name : names) {
    GalleryPart& part = page.begin(name);
    show_scene(full, folder, part);
    page.finish(part, added(part));
    for (std::vector<std::string> row : part.rows) {
      row.insert(row.begin(), row[2].empty() ? "" : name);
      table.add_row(std::move(row));
    }
    if (trouble.empty()) trouble = part.trouble;
  }
  fmt::print("\nScenes: bodies that move. Energies in joules, at the end.\n\n{}\n", table.text());
  if (!trouble.empty()) fmt::print("some pictures or movies are missing: {}\n\n", trouble);
  std::fflush(stdout);
}

}  // namespace sinew
