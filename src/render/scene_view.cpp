#include "render/scene_view.h"

#include <cmath>

namespace sinew {

Vec3 up_direction(UpAxis up) { return up == UpAxis::kZ ? Vec3{0, 0, 1} : Vec3{0, 1, 0}; }

DisplayOptions display_for(const ViewDescription& view, UpAxis up) {
  DisplayOptions display;
  for (const Shown shown : view.show) switch (shown) {
      case Shown::kStress:
        display.colouring = Colouring::kStress;
        break;
      case Shown::kLevels:
        display.colouring = Colouring::kLevels;
        break;
      case Shown::kWire:
        display.wire = true;
        break;
      case Shown::kVolume:
        display.volume = true;
        break;
      case Shown::kFur:
        display.fur = true;
        break;
      case Shown::kForces:
        display.forces = true;
        break;
    }
  display.ground = view.ground;
  display.colours = view.colours;
  display.range = view.range;
  display.fur_length = view.fur_length;
  display.up = up_direction(up);
  return display;
}

DisplayOptions display_for(const LoadedWorld& loaded) {
  DisplayOptions display = display_for(loaded.view, loaded.up);
  display.body_colours = loaded.colours;
  return display;
}

Camera camera_for(const ViewDescription& view, UpAxis up, const Box3& box, double aspect) {
  constexpr double kDegree = M_PI / 180;
  Camera camera =
      camera_around(box, up_direction(up), view.azimuth * kDegree, view.elevation * kDegree, aspect);
  if (view.target) camera.target = *view.target;
  camera.zoom(view.zoom);
  return camera;
}

Box3 bounds_of(const Frame& frame) {
  Box3 box;
  for (const BodyFrame& body : frame.bodies)
    for (const Vec3& p : surface_positions(body)) box.extend(p);
  return box.empty() ? Box3{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}} : box;
}

}  // namespace sinew
