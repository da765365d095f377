#pragma once

#include "scene/scene_texts.h"
#include "sinew/scene/load_world.h"
#include "world/spring_body.h"

namespace sinew::test {

// One tumbling stone, which is given to `body` too.
inline SimulatedWorld tumbling_world(SpringBody** body = nullptr) {
  SimulatedWorld loaded;
  auto stone = tumbling_body("stone");
  if (body != nullptr) *body = stone.get();
  loaded.world.add(std::move(stone));
  return loaded;
}

// The smallest scene there is, held at its left.
inline LoadedWorld loaded_text(const std::string& of_scene = "") {
  const std::string hold =
      R"("hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}])";
  return load_world(scene_from_text(small_scene(hold, of_scene)), "scene.json");
}

inline SimulatedWorld simulated_text(const std::string& of_scene = "") {
  return simulated(loaded_text(of_scene));
}

}  // namespace sinew::test
