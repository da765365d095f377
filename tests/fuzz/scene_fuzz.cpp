// Scene files. One that is accepted is made small (small_scene.h), loaded and stepped once, each of which
// may be refused by an Error.
#include <cmath>

#include "fuzz/scene_files.h"
#include "fuzz/small_scene.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"

namespace sinew::fuzz {

namespace {

void require_finite(const Frame& frame) {
  for (const BodyFrame& body : frame.bodies)
    for (const Vec3& p : body.positions) require(is_finite(p), "a step that was made has finite positions");
}

}  // namespace

void read_input(std::string_view bytes) {
  SceneDescription scene;
  const std::filesystem::path& folder = scene_folder().path();
  if (!is_taken([&] { scene = scene_from_text(bytes, {}, "scene.json", folder); })) return;
  make_small(scene, folder / "cube.obj");
  is_taken([&] {
    LoadedWorld loaded = load_world(scene, "scene.json");
    loaded.world.step(loaded.run.dt, {.stress = true, .energies = true, .forces = true});
    require_finite(loaded.world.frame());
  });
}

}  // namespace sinew::fuzz
