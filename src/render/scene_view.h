#pragma once

#include "sinew/render/camera.h"
#include "sinew/render/display_options.h"
#include "sinew/scene/load_world.h"

namespace sinew {

Vec3 up_direction(UpAxis up);

// The display options that a scene asks for.
DisplayOptions display_for(const ViewDescription& view, UpAxis up);
DisplayOptions display_for(const LoadedWorld& loaded);

// Finds the camera that a scene asks for, frame by frame. If the scene does not say what to look at, all
// surfaces except crumbs are in the picture at zoom 1, and the obstacles of the first frame; see Framing.
class SceneCamera {
 public:
  SceneCamera(const ViewDescription& view, UpAxis up, double aspect);

  // The camera for this frame and all previous ones.
  Camera follow(const Frame& frame);

 private:
  // The vertices to keep in the picture.
  std::vector<Vec3> points_of(const Frame& frame);

  // Crumbs are searched for when the elements have changed.
  struct KnownCrumbs {
    std::shared_ptr<const FrameElements> elements;
    std::vector<std::uint8_t> nodes;
  };

  ViewDescription view_;
  double legend_;  // the part of the picture that is left to the legend, in heights of the picture
  Framing framing_;
  bool followed_ = false;
  std::vector<KnownCrumbs> crumbs_;  // per body
};

// The camera for one frame.
Camera camera_for(const ViewDescription& view, UpAxis up, const Frame& frame, double aspect);

// The vertices of all surfaces, m, except crumbs, which may fall out of the picture.
std::vector<Vec3> points_of(const Frame& frame);

}  // namespace sinew
