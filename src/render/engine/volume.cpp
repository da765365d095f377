#include "render/engine/volume.h"

#include <algorithm>
#include <vector>

#include "render/engine/draw_state.h"

namespace sinew {

void Volume::draw(const DrawContext& context, std::span<BodyOnGpu> bodies) const {
  std::vector<std::pair<double, BodyOnGpu*>> by_depth;
  for (BodyOnGpu& body : bodies)
    if (body.cast.elements() == body.section.shown() && body.cast.mean_chord() > 0)
      by_depth.emplace_back(-distance(body.bounds.center(), context.camera.eye()), &body);
  std::stable_sort(by_depth.begin(), by_depth.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [depth, body] : by_depth) {
    cast_rays(context, *body);
    draw_outline(context, *body);
  }
}

void Volume::cast_rays(const DrawContext& context, BodyOnGpu& body) const {
  body.cast.sort_faces(body.all_nodes.sent(), context.camera.eye() - body.origin);
  rays_.use();
  context.apply(rays_);
  rays_.set("bodyOffset", body.origin - context.origin);
  body.all_nodes.texture().bind(0);
  body.cast.bind(1, 2, 3);
  rays_.set("nodeValues", 0);
  rays_.set("tetrahedra", 1);
  rays_.set("neighbours", 2);
  rays_.set("faces", 3);
  rays_.set("mostAbsorption", static_cast<float>(kDepth / body.cast.mean_chord()));
  rays_.set("leastShare", static_cast<float>(kLeast));
  rays_.set("mostSteps", std::min(body.cast.tetrahedron_count(), Index{kMostSteps}));
  set_blended(true);
  // A walk serves a whole pixel: so must the faces where it begins and, at a hollow, begins again. With
  // several samples a pixel, rims of hollows inside a body would show as bright lines.
  glDisable(GL_MULTISAMPLE);
  body.cast.draw_faces();
  glEnable(GL_MULTISAMPLE);
}

void Volume::draw_outline(const DrawContext& context, const BodyOnGpu& body) const {
  outline_.use();
  context.apply(outline_);
  set_surface(outline_, context, body);
  set_blended(true);
  set_seen_sides(context, body);
  body.surface.draw();
}

}  // namespace sinew
