#include "sinew/scene/load_world.h"

#include <fmt/format.h>

#include "base/checksum.h"
#include "base/file.h"
#include "base/log.h"
#include "contact/seen_obstacle.h"
#include "scene/loading/contact_loading.h"
#include "scene/loading/cut_loading.h"
#include "scene/loading/mesh_questions.h"
#include "scene/loading/scene_meshes.h"
#include "sinew/scene/body_kind.h"
#include "sinew/scene/scene_description.h"
#include "sinew/world/simulation.h"
#include "world/scheduled_tool.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

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

}  // namespace

LoadedWorld load_world(const SceneDescription& scene, const std::string& name, const BodyKinds& kinds) {
  LoadedWorld loaded;
  SceneMeshes meshes(scene.up);
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodyDescription& body = scene.bodies[b];
    const ScenePlace place = ScenePlace{name, "bodies"}.item(b);
    const Body& made = loaded.world.add(kinds.find(body.type()).make({scene, body, place, meshes}));
    question_pieces(body.name, made.measure(), place);
    loaded.colours.push_back(body.colour);
  }
  if (scene.contact) loaded.world.set_contact(*scene.contact);
  for (const Obstacle& obstacle : scene_obstacles(scene, name)) loaded.world.add(obstacle);
  for (std::size_t i = 0; i < scene.attachments.size(); ++i) try {
      loaded.world.attach(scene_attachment(scene.attachments[i]));
    } catch (const Error& error) {
      throw ScenePlace{name, "attachments"}.item(i).with(error);
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

std::vector<SeenObstacle> seen_obstacles(const SceneDescription& scene, const std::string& name) {
  std::vector<SeenObstacle> all;
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i) try {
      const ScenePlace place = ScenePlace{name, "obstacles"}.item(i);
      if (auto seen = SeenObstacle::of(scene_obstacle(scene.obstacles[i], place)))
        all.push_back(std::move(*seen));
    } catch (const Error& error) {
      log_warning("{}: it is not shown", error.what());
    }
  return all;
}

SimulatedWorld simulated(LoadedWorld&& loaded) {
  return {std::move(loaded.world), loaded.run.dt, std::move(loaded.run.fingerprint)};
}

LoadedWorld load_world(const fs::path& path, std::span<const std::string> overrides, const BodyKinds& kinds) {
  return load_world(read_scene(path, overrides, kinds), path.string(), kinds);
}

}  // namespace sinew
