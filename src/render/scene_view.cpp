#include "render/scene_view.h"

#include <algorithm>
#include <cmath>

#include "body/frame_elements.h"

namespace sinew {

namespace {

constexpr double kDegree = M_PI / 180;

// Where the legend of colours stands at the right, what is seen leaves that part of the picture to it.
bool shows_colours(const ViewDescription& view) {
  return std::ranges::any_of(view.show, [](Shown shown) {
    return shown == Shown::kStress || shown == Shown::kLevels || shown == Shown::kVolume;
  });
}

// The vertices of obstacles, m, except those that are much larger than the bodies: floors and walls.
void append_obstacles(const std::vector<ToolFrame>& tools, std::vector<Vec3>& points) {
  constexpr double kLargest = 4;
  const double most = kLargest * bounding_box(points).diagonal();
  for (const ToolFrame& tool : tools) {
    if (!tool.is_obstacle || bounding_box(*tool.shape).diagonal() > most) continue;
    for (const Vec3& p : tool.shape->positions) points.push_back(tool.position + tool.axes * p);
  }
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
      case Shown::kCuts:
        display.colouring = Colouring::kCuts;
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
      case Shown::kContacts:
        display.contacts = true;
        break;
    }
  display.ground = view.ground;
  display.ground_height = view.ground_height;
  display.colours = view.colours;
  display.range = view.range;
  display.fur_length = view.fur_length;
  display.section = view.section;
  display.up = up_direction(up);
  return display;
}

DisplayOptions display_for(const LoadedWorld& loaded) {
  DisplayOptions display = display_for(loaded.view, loaded.up);
  display.body_colours = loaded.colours;
  return display;
}

SceneCamera::SceneCamera(const ViewDescription& view, UpAxis up, double aspect)
    : view_(view),
      legend_(shows_colours(view) ? std::min(0.34, 0.25 * aspect) : 0),
      framing_(up_direction(up), view.azimuth * kDegree, view.elevation * kDegree, aspect - legend_) {}

Camera SceneCamera::follow(const Frame& frame) {
  // A camera with a target of its own keeps the distance that suits the first frame; any camera, the obstacles of
  // that frame.
  if (!view_.target || !followed_) {
    std::vector<Vec3> points = points_of(frame);
    if (!followed_) append_obstacles(frame.tools, points);
    framing_.include(points);
  }
  followed_ = true;
  Camera camera = framing_.camera();
  if (view_.target) camera.target = *view_.target;
  camera.zoom(view_.zoom);
  camera.pan(legend_ / 2, 0);
  return camera;
}

std::vector<Vec3> SceneCamera::points_of(const Frame& frame) {
  crumbs_.resize(frame.bodies.size());
  std::vector<Vec3> points;
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    const BodyFrame& body = frame.bodies[b];
    const auto& elements = body.topology.elements;
    if (crumbs_[b].elements != elements) crumbs_[b] = {elements, crumb_nodes(*elements)};
    const std::vector<Vec3> surface = surface_without_crumbs(body, crumbs_[b].nodes);
    points.insert(points.end(), surface.begin(), surface.end());
  }
  return points;
}

Camera camera_for(const ViewDescription& view, UpAxis up, const Frame& frame, double aspect) {
  return SceneCamera(view, up, aspect).follow(frame);
}

std::vector<Vec3> points_of(const Frame& frame) {
  std::vector<Vec3> points;
  for (const BodyFrame& body : frame.bodies) {
    const std::vector<Vec3> surface = surface_without_crumbs(body);
    points.insert(points.end(), surface.begin(), surface.end());
  }
  return points;
}

}  // namespace sinew
