#pragma once

#include "render/gl/shader_program.h"
#include "sinew/render/camera.h"
#include "sinew/render/display_options.h"

namespace sinew {

// What every pass of one picture shares. Lengths on the graphics card are metres relative to `origin`, which
// is subtracted in double before.
struct DrawContext {
  const Camera& camera;
  const DisplayOptions& display;
  int width = 0, height = 0;     // pixels
  Vec3 origin{};                 // the camera's target
  Box3 bounds{};                 // of everything shown, in the world; a point if nothing is
  Box3 stage{};                  // the same without crumbs, which may fall far: for ground, shadows and sizes
  Box3 bodies{};                 // the stage of bodies alone, without tools: for what goes by their size
  Matrix4 view{}, projection{};  // of positions relative to origin
  Vec3 light{};                  // towards it, of length 1
  // Colours of the scalar: from range[0] to range[1] through the map.
  std::array<float, 2> range{0, 1};
  GLuint colour_map = 0;  // a 256 x 1 RGBA8 texture
  // The shadow map of the light, 0 where shadows are not shown, and how to get there from positions relative
  // to origin.
  GLuint shadow_map = 0;
  Matrix4 to_shadow{};
  double shadow_radius = 0;                 // of the soft edge, m
  std::array<double, 2> shadow_size{1, 1};  // of the map, m

  static constexpr int kShadowUnit = 6, kColourUnit = 7;  // texture units; 0 to 5 are each pass's own

  // Sets the uniforms of shaders/view.glsl, lighting.glsl and colour_map.glsl, and binds their textures, for
  // the program in use.
  void apply(const ShaderProgram& program) const;
};

}  // namespace sinew
