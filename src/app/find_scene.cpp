#include <fmt/format.h>

#include "app/scene_list.h"
#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const BuiltInScene& scene : built_in_scenes()) names.emplace_back(scene.name);
  return names;
}

const BuiltInScene* scene_named(std::string_view name) {
  for (const BuiltInScene& scene : built_in_scenes())
    if (scene.name == name) return &scene;
  return nullptr;
}

const BuiltInScene& find_scene(std::string_view name) {
  if (const BuiltInScene* scene = scene_named(name)) return *scene;
  const std::vector<std::string> names = scene_names();
  throw Error(fmt::format("no scene '{}'{}", name, did_you_mean(std::string(name), names)), "",
              fmt::format("there are: {}", fmt::join(names, ", ")));
}

}  // namespace sinew
