#include "app/scene_argument.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/scene_list.h"
#include "base/suggestion.h"
#include "sinew/base/error.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

SceneDescription described_scene(const std::string& scene, std::span<const std::string> overrides) {
  const std::filesystem::path path = scene;
  const BuiltInScene* built_in = scene_named(scene);
  std::error_code ignored;
  // A folder may have the name of a built-in scene: that of its run, for example.
  const bool folder = std::filesystem::is_directory(path, ignored);
  if (std::filesystem::exists(path, ignored) && !(folder && built_in != nullptr)) {
    if (is_mesh_name(path))
      throw Error("this is a mesh, not a scene", scene,
                  fmt::format("'sinew new {} -o {}' makes a scene of it", scene,
                              std::filesystem::path(path).replace_extension(".json").filename().string()));
    return read_scene(path, overrides);
  }
  if (built_in != nullptr) return scene_from_text(built_in->text, overrides, scene);
  const std::vector<std::string> names = scene_names();
  throw Error(
      fmt::format("there is no such file, and no built-in scene of that name{}", did_you_mean(scene, names)),
      scene, fmt::format("built in are: {}", fmt::join(names, ", ")));
}

LoadedWorld load_scene(const std::string& scene, std::span<const std::string> overrides) {
  return load_world(described_scene(scene, overrides), scene);
}

}  // namespace sinew
