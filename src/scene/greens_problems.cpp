#include "scene/greens_problems.h"

#include <fmt/format.h>

#include "base/suggestion.h"
#include "scene/loading/greens_loading.h"
#include "scene/loading/scene_meshes.h"
#include "sinew/base/error.h"

namespace sinew {

std::vector<GreensProblem> greens_problems(const SceneDescription& description, const std::string& scene,
                                           const std::string& body) {
  std::vector<GreensProblem> problems;
  std::vector<std::string> names;
  SceneMeshes meshes(description.up);
  for (std::size_t b = 0; b < description.bodies.size(); ++b) {
    const BodyDescription& wanted = description.bodies[b];
    const auto* own = std::get_if<GreensBodyDescription>(&wanted.kind);
    if (own == nullptr) continue;
    names.push_back(wanted.name);
    if (!body.empty() && body != wanted.name) continue;
    const ScenePlace place = ScenePlace{scene, "bodies"}.item(b);
    problems.push_back({wanted.name, *own, greens_problem({description, wanted, place, meshes}, *own)});
  }
  if (names.empty())
    throw Error("no body of the scene is known by its responses", scene,
                "give one \"type\": \"greens\" (sinew scene --keys lists what goes with it)");
  if (problems.empty())
    throw Error(fmt::format("there is no body '{}' of type greens{}", body, did_you_mean(body, names)), scene,
                fmt::format("there are: {}", fmt::join(names, ", ")));
  return problems;
}

}  // namespace sinew
