#include "render/studio.h"

#include "render/scene_view.h"

namespace sinew {

StudioOptions studio_options(const LoadedWorld& loaded) {
  StudioOptions options;
  options.view = loaded.view;
  options.up = loaded.up;
  options.body_colours = loaded.colours;
  return options;
}

Studio::Studio(StudioOptions options)
    : options_(std::move(options)),
      display_(display_for(options_.view, options_.up)),
      renderer_(options_.sharpness * options_.size[0], options_.sharpness * options_.size[1]) {
  display_.body_colours = options_.body_colours;
}

Picture Studio::picture(const Frame& frame) {
  if (!camera_) {
    const double aspect = static_cast<double>(options_.size[0]) / options_.size[1];
    camera_ = camera_for(options_.view, options_.up, frame, aspect);
  }
  Picture drawn = renderer_.picture(frame, *camera_, display_);
  return options_.sharpness == 2 ? halved(drawn) : std::move(drawn);
}

}  // namespace sinew
