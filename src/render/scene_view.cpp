#include "render/scene_view.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

bool shows_colours(const ViewDescription& view) {
  return std::ranges::any_of(view.show, [](Shown shown) {
    return shown == Shown::kStress || shown == Shown::kLevels || shown == Shown::kVolume;
  });
}

}  // namespace

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

Camera camera_for(const ViewDescription& view, UpAxis up, const Frame& frame, double aspect) {
  constexpr double kDegree = M_PI / 180;
  // The legend of colours stands at the right: what is seen leaves that part of the picture to it.
  const double legend = shows_colours(view) ? std::min(0.34, 0.25 * aspect) : 0;  // in heights of the picture
  Camera camera = camera_around(points_of(frame), up_direction(up), view.azimuth * kDegree,
                                view.elevation * kDegree, aspect - legend);
  if (view.target) camera.target = *view.target;
  camera.zoom(view.zoom);
  camera.pan(legend / 2, 0);
  return camera;
}

std::vector<Vec3> points_of(const Frame& frame) {
  std::vector<Vec3> points;
  for (const BodyFrame& body : frame.bodies) {
    const std::vector<Vec3> surface = surface_positions(body);
    points.insert(points.end(), surface.begin(), surface.end());
  }
  return points;
}

}  // namespace sinew
