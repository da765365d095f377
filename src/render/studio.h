#pragma once

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "playback/recorded_run.h"
#include "render/pictures.h"
#include "render/scene_view.h"
#include "scene/load_world.h"

namespace sinew {

// How pictures of a scene are made.
struct StudioOptions {
  std::array<int, 2> size{1280, 720};  // pixels
  ViewDescription view{};
  UpAxis up = UpAxis::kY;
  std::vector<std::optional<Vec3>> body_colours{};  // sRGB 0..1; none: from a palette
  bool sharp = false;                               // four samples for each pixel: for single pictures
  // A picture whose file would be larger gets fewer colours; see write_png.
  std::size_t most_bytes = std::numeric_limits<std::size_t>::max();
};

// What a loaded scene asks for.
StudioOptions studio_options(const LoadedWorld& loaded);
// What a recorded run asked for.
StudioOptions studio_options(const RecordedLook& look);

// One camera and one renderer for a series of pictures. The camera sees all of the first frame at zoom 1, and
// moves back if something leaves the picture.
class Studio {
 public:
  explicit Studio(StudioOptions options);

  // What frames must contain to be shown.
  FrameContents contents() const { return contents_for(display_); }
  Picture picture(const Frame& frame);

 private:
  StudioOptions options_;
  DisplayOptions display_;
  OffscreenRenderer renderer_;
  SceneCamera camera_;
};

}  // namespace sinew
