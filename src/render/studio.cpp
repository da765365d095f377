#include "sinew/render/studio.h"

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

Studio::Studio(StudioOptions options)
    : options_(std::move(options)),
      display_(display_for(options_.view, options_.up)),
      renderer_(scale_of(options_) * options_.size[0], scale_of(options_) * options_.size[1]),
      camera_(options_.view, options_.up, static_cast<double>(options_.size[0]) / options_.size[1]) {
  display_.body_colours = options_.body_colours;
}

Picture Studio::picture(const Frame& frame) {
  Picture drawn = renderer_.picture(frame, camera_.follow(frame), display_);
  return options_.sharp ? halved(drawn) : std::move(drawn);
}

}  // namespace sinew
