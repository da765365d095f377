// A force, see ForceGlyphs: the mesh of an arrow along z, stretched along its shaft and turned.
#include "view.glsl"

layout(location = 0) in vec4 place;   // in radii of the shaft; share of the shaft's length, -1 for the ball
layout(location = 1) in vec3 facing;  // normal
layout(location = 2) in vec4 foot;    // and the arrow's length
layout(location = 3) in vec3 direction;
layout(location = 4) in vec3 tint;
uniform float shaftRadius;  // m
uniform float headLength;   // radii of the shaft

out vec3 position;
out vec3 normal;
out vec3 albedo;

void main() {
  // Any two axes across the arrow.
  vec3 along = dot(direction, direction) > 0.0 ? direction : vec3(0.0, 0.0, 1.0);
  vec3 side = normalize(cross(along, abs(along.x) < 0.7 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0)));
  mat3 axes = mat3(side, cross(along, side), along);
  // An arrow shorter than two heads is a smaller one.
  float radius = min(shaftRadius, 0.5 * foot.w / headLength);
  float shaft = foot.w - radius * headLength;
  vec3 local = place.w < 0.0 ? shaftRadius * place.xyz : radius * place.xyz + vec3(0.0, 0.0, place.w * shaft);
  position = foot.xyz + axes * local;
  normal = axes * facing;
  albedo = tint;
  gl_Position = onScreen(position);
}
