#include "render/engine/shadow_map.h"

#include <cmath>

#include "render/engine/draw_state.h"

namespace sinew {

namespace {

// The stage as the light sees it, right, up and towards it.
struct LightView {
  Matrix4 view;  // of positions relative to the context's origin
  Box3 box;
};

LightView light_view(const DrawContext& context) {
  const Vec3& light = context.light;
  const Vec3 up =
      std::abs(dot(light, context.display.up)) > 0.99 ? context.camera.right() : context.display.up;
  LightView result{look_at(light, {}, up), {}};
  for (const Vec3& corner : corners_of(context.stage))
    result.box.extend(transform_point(result.view, corner - context.origin));
  return result;
}

// Brings the box to -1..1.
Matrix4 onto(const Box3& box) {
  Matrix4 centred;
  const Vec3 centre = box.center(), half = 0.5 * box.size();
  for (int axis = 0; axis < 3; ++axis) centred(axis, 3) = -centre[axis];
  return orthographic(half.x, half.y, -half.z, half.z) * centred;
}

}  // namespace

ShadowMap::ShadowMap() {
  glBindTexture(GL_TEXTURE_2D, depth_.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, kSize, kSize, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
               nullptr);
  set_sampling(GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  target_.attach_depth(depth_.name());
}

void ShadowMap::draw(DrawContext& context, std::span<const BodyOnGpu> bodies) {
  constexpr double kSoftness = 0.007;  // radius of a shadow's edge, of the scene's size
  const double radius = std::max(kSoftness * context.stage.diagonal(), 1e-9);
  const LightView light = light_view(context);
  // Nothing is drawn within a radius of the border, which thus is lit.
  const Box3 box = light.box.inflated(1.5 * radius);
  context.to_shadow = onto(box) * light.view;
  context.shadow_map = depth_.name();
  context.shadow_radius = radius;
  context.shadow_size = {box.size().x, box.size().y};

  target_.bind(kSize, kSize);
  set_opaque();
  glClear(GL_DEPTH_BUFFER_BIT);
  for (const BodyOnGpu& body : bodies)
    if (context.display.section && context.display.wire && !body.is_tool)
      draw_faces(context, body);
    else
      draw_surface(context, body);
}

void ShadowMap::draw_surface(const DrawContext& context, const BodyOnGpu& body) const {
  surfaces_.use();
  surfaces_.set("toShadow", context.to_shadow);
  set_surface(surfaces_, context, body);
  body.surface.draw();
}

void ShadowMap::draw_faces(const DrawContext& context, const BodyOnGpu& body) const {
  faces_.use();
  faces_.set("toShadow", context.to_shadow);
  faces_.set("bodyOffset", body.origin - context.origin);
  body.all_nodes.texture().bind(0);
  faces_.set("nodePositions", 0);
  body.wire.bind_faces(1);
  faces_.set("faces", 1);
  glBindVertexArray(vertex_array_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3 * body.wire.face_count());
}

}  // namespace sinew
