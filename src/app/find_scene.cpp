#include <fmt/format.h>

#include "app/scene_list.h"
#include "base/error.h"
#include "base/suggestion.h"

namespace sinew {

const BuiltInScene& find_scene(std::string_view name) {
  std::vector<std::string> names;
  for (const BuiltInScene& scene : built_in_scenes()) {
    if (scene.name == name) return scene;
    names.emplace_back(scene.name);
  }
  throw Error(fmt::format("no scene '{}'{}", name, did_you_mean(std::string(name), names)), "",
              fmt::format("there are: {}", fmt::join(names, ", ")));
}

}  // namespace sinew
