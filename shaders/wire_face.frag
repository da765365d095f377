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
  vec3 albedo = colouredBy == 1 ? mappedColour(scalar) : colouredBy == 2 ? mappedColour(level) : colour;
  seen = vec4(lit(albedo, gl_FrontFacing ? normal : -normal, position), 1.0);
}
