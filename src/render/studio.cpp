#include "sinew/render/studio.h"

#include "render/scene_view.h"
#include "sinew/playback/frame_source.h"
#include "sinew/render/display_options.h"

namespace sinew {

namespace {

int scale_of(const StudioOptions& options) { return options.sharp ? 2 : 1; }

template <typename Look>
StudioOptions options_of(const Look& look) {
  StudioOptions options;
  options.view = look.view;
  options.up = look.up;
  options.body_colours = look.colours;
  return options;
}

}  // namespace

StudioOptions studio_options(const LoadedWorld& loaded) { return options_of(loaded); }
StudioOptions studio_options(const RecordedLook& look) { return options_of(look); }

struct Studio::Parts {
  explicit Parts(StudioOptions wanted)
      : options(std::move(wanted)),
        display(display_for(options.view, options.up)),
        renderer(scale_of(options) * options.size[0], scale_of(options) * options.size[1]),
        camera(options.view, options.up, static_cast<double>(options.size[0]) / options.size[1]) {
    display.body_colours = options.body_colours;
  }

  StudioOptions options;
  DisplayOptions display;
  OffscreenRenderer renderer;
  SceneCamera camera;
};

Studio::Studio(StudioOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}

Studio::~Studio() = default;

FrameContents Studio::contents() const { return contents_for(parts_->display); }

Picture Studio::picture(const Frame& frame) {
  Picture drawn = parts_->renderer.picture(frame, parts_->camera.follow(frame), parts_->display);
  return parts_->options.sharp ? halved(drawn) : std::move(drawn);
}

}  // namespace sinew
