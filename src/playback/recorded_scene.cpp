#include "playback/recorded_scene.h"

#include "base/file.h"
#include "base/log.h"
#include "sinew/base/error.h"
#include "sinew/record/recorder.h"
#include "sinew/record/run.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

namespace fs = std::filesystem;

std::optional<SceneDescription> recorded_scene(const fs::path& folder) {
  const fs::path copy = folder / kSceneCopy;
  std::error_code ignored;
  if (!fs::is_regular_file(copy, ignored)) return {};
  try {
    return scene_without_files(read_file(copy), copy.string());
  } catch (const Error& error) {
    log_warning("colours, camera and tools of the run are not known: {}", error.what());
    return {};
  }
}

std::vector<std::string> file_stems(const SceneDescription& scene) {
  Frame frame;
  for (const BodyDescription& body : scene.bodies) frame.bodies.emplace_back().body = body.name;
  return file_stems(frame);
}

}  // namespace sinew
