#include "view.glsl"
#include "lighting.glsl"
#include "colour_map.glsl"

in vec3 position;
in float scalar;
flat in vec3 normal;
flat in float level;
uniform vec3 colour;
uniform int colouredBy;  // 0: nothing, 1: the scalar, 2: the level
out vec4 seen;

void main() {
  vec3 albedo = colour;
  // Paler than the legend, so that lines stand out from dark colours.
  if (colouredBy != 0) albedo = mix(mappedColour(colouredBy == 1 ? scalar : level), vec3(1.0), 0.2);
  seen = vec4(lit(albedo, gl_FrontFacing ? normal : -normal, position), 1.0);
}
