#include "render/engine/ground.h"

#include <cmath>

#include "render/engine/draw_state.h"

namespace sinew {

namespace {

// Two horizontal directions, along the axes of the world where `up` is one.
std::array<Vec3, 2> axes_across(const Vec3& up) {
  const Vec3 other = std::abs(up.z) > 0.5 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 first = normalized(cross(up, other));
  return {first, cross(first, up)};
}

// The view of positions relative to the eye.
Matrix4 turned_only(Matrix4 view) {
  for (int row = 0; row < 3; ++row) view(row, 3) = 0;
  return view;
}

double eye_height(const DrawContext& context, double ground) {
  return dot(context.camera.eye(), context.display.up) - ground;
}

}  // namespace

double grid_spacing(double scene_size) {
  if (!(scene_size > 0)) return 1;
  const double wanted = scene_size / 10, decade = std::pow(10.0, std::floor(std::log10(wanted)));
  const double share = wanted / decade;
  return decade * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

void Ground::set_plane(const ShaderProgram& program, const DrawContext& context, double height) const {
  const auto axes = axes_across(context.display.up);
  const double spacing = grid_spacing(context.stage.diagonal());
  auto number = [](double x) { return static_cast<float>(x); };
  // Lines of the coarser grid are five cells apart: in double, whole groups of five are taken off.
  auto start = [&](const Vec3& axis) {
    return number(std::remainder(dot(context.origin, axis), 5 * spacing) / spacing);
  };
  const Vec3 centre = context.stage.center() - context.origin;
  program.use();
  context.apply(program);
  program.set("fromScreen", inverse(context.projection * turned_only(context.view)));
  program.set("eyeHeight", number(eye_height(context, height)));
  program.set("groundAxes[0]", axes[0]);
  program.set("groundAxes[1]", axes[1]);
  program.set("gridStart", start(axes[0]), start(axes[1]));
  program.set("gridSpacing", number(spacing));
  program.set("groundCentre", number(dot(centre, axes[0])), number(dot(centre, axes[1])));
  program.set("groundReach", number(1.6 * std::max(context.stage.diagonal(), 1e-9)));
  glBindVertexArray(empty_.name());
}

void Ground::draw(const DrawContext& context, double height) const {
  set_plane(program_, context, height);
  program_.set("groundSeen", context.display.ground && eye_height(context, height) > 0 ? 1 : 0);
  set_opaque();
  glDepthFunc(GL_LEQUAL);  // it lies on the far plane
  draw_full_screen();
}

void Ground::draw_pane(const DrawContext& context, double height) const {
  if (!context.display.ground || !(eye_height(context, height) < 0)) return;
  set_plane(pane_, context, height);
  set_blended(false);
  glDepthFunc(GL_LEQUAL);  // far away it lies on the far plane
  draw_full_screen();
}

}  // namespace sinew
