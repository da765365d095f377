#include "app/scene_argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/scene_list.h"
#include "base/error.h"
#include "base/file.h"
#include "base/suggestion.h"
#include "scene/scene_file.h"

namespace sinew {

LoadedWorld load_scene(const std::string& scene, std::span<const std::string> overrides) {
  std::error_code ignored;
  if (std::filesystem::exists(scene, ignored)) return load_world(scene, overrides);
  std::vector<std::string> names;
  for (const BuiltInScene& built_in : built_in_scenes()) {
    if (built_in.name == scene) return load_world(scene_from_text(built_in.text, overrides, scene), scene);
    names.emplace_back(built_in.name);
  }
  throw Error(
      fmt::format("there is no such file, and no built-in scene of that name{}", did_you_mean(scene, names)),
      scene, fmt::format("built in are: {}", fmt::join(names, ", ")));
}

}  // namespace sinew
