#include "app/scene_argument.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/scene_list.h"
#include "base/error.h"
#include "base/suggestion.h"
#include "scene/scene_file.h"

namespace sinew {

LoadedWorld load_scene(const std::string& scene, std::span<const std::string> overrides) {
  std::error_code ignored;
  if (std::filesystem::exists(scene, ignored)) return load_world(scene, overrides);
  if (const BuiltInScene* built_in = scene_named(scene))
    return load_world(scene_from_text(built_in->text, overrides, scene), scene);
  const std::vector<std::string> names = scene_names();
  throw Error(
      fmt::format("there is no such file, and no built-in scene of that name{}", did_you_mean(scene, names)),
      scene, fmt::format("built in are: {}", fmt::join(names, ", ")));
}

}  // namespace sinew
