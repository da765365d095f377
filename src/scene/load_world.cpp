#include "scene/load_world.h"

#include <fmt/format.h>

#include "base/checksum.h"
#include "base/file.h"
#include "scene/loading/cut_loading.h"
#include "scene/loading/mesh_questions.h"
#include "scene/loading/octree_loading.h"
#include "scene/loading/tet_loading.h"
#include "scene/scene_file.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// Meshes of a scene: bodies that are alike share the work.
class SceneMeshes {
 public:
  explicit SceneMeshes(const SceneDescription& scene) : scene_(scene) {}

  // In place.
  BodyMesh of_body(std::size_t body) {
    BodyMesh mesh = unplaced(body);
    put_in_place(mesh, scene_.bodies[body].place);
    return mesh;
  }

 private:
  const BodyMesh& unplaced(std::size_t body) {
    for (const auto& [other, mesh] : made_)
      if (same_mesh(scene_.bodies[other], scene_.bodies[body])) return mesh;
    made_.emplace_back(body, make_body_mesh(scene_.bodies[body], scene_.up));
    return made_.back().second;
  }

  const SceneDescription& scene_;
  std::vector<std::pair<std::size_t, BodyMesh>> made_;
};

RunOptions run_options(const SceneDescription& scene) {
  RunOptions options;
  options.steps = scene.steps;
  options.dt = scene.step;
  options.every = scene.record.every;
  options.formats = scene.record.formats;
  for (const auto& [name, body, at, where] : scene.record.probes)
    options.probes.push_back({name, body, at, where, unit_of(scene.metres_per_unit)});
  return options;
}

// Of all that a run depends on: what the scene says, and the bytes of its files.
std::string fingerprint_of(const SceneDescription& scene) {
  std::uint64_t sum = scene.checksum;
  for (const fs::path& file : scene.files) {
    const std::string bytes = read_file(file);
    const std::uint64_t size = bytes.size();
    sum = checksum_of(std::span(bytes), checksum_of(std::span(&size, 1), sum));
  }
  return fmt::format("{:016x}", sum);
}

std::unique_ptr<Body> tet_body(const SceneDescription& scene, std::size_t b, SceneMeshes& meshes,
                               const ScenePlace& place) {
  BodyMesh mesh;
  try {
    mesh = meshes.of_body(b);
  } catch (const Error& error) {
    throw place.member("mesh").with(error);
  }
  question_size(scene.bodies[b], bounding_box(mesh.positions()), place);
  return make_tet_body(scene, scene.bodies[b], std::move(mesh), place);
}

}  // namespace

LoadedWorld load_world(const SceneDescription& scene, const std::string& name) {
  LoadedWorld loaded;
  SceneMeshes meshes(scene);
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const ScenePlace place = ScenePlace{name, "bodies"}.item(b);
    question_material(scene.bodies[b].material, place.member("material"));
    if (scene.bodies[b].type == BodyType::kOctree)
      loaded.world.add(make_octree_body(scene, scene.bodies[b], place));
    else
      loaded.world.add(tet_body(scene, b, meshes, place));
    question_pieces(scene.bodies[b].name, loaded.world.bodies()[b]->measure(), place);
    loaded.colours.push_back(scene.bodies[b].colour);
  }
  for (std::size_t i = 0; i < scene.cuts.size(); ++i)
    loaded.world.schedule(scheduled_cut(scene.cuts[i], ScenePlace{name, "cuts"}.item(i)));
  loaded.run = run_options(scene);
  loaded.run.fingerprint = fingerprint_of(scene);
  loaded.run.scene = scene.text;
  loaded.run.colours = loaded.colours;
  loaded.title = scene.title;
  loaded.up = scene.up;
  loaded.view = scene.view;
  return loaded;
}

std::vector<ScheduledTool> seen_tools(const SceneDescription& scene, const std::string& name) {
  std::vector<ScheduledTool> tools;
  for (const CutDescription& cut : scene.cuts) {
    if (!std::holds_alternative<ToolDescription>(cut.blade)) continue;
    if (auto tool = ScheduledTool::of(scheduled_cut(cut, ScenePlace{name, "cuts"})))
      tools.push_back(std::move(*tool));
  }
  return tools;
}

SimulatedWorld simulated(LoadedWorld&& loaded) {
  return {std::move(loaded.world), loaded.run.dt, std::move(loaded.run.fingerprint)};
}

LoadedWorld load_world(const fs::path& path, std::span<const std::string> overrides) {
  return load_world(read_scene(path, overrides), path.string());
}

}  // namespace sinew
