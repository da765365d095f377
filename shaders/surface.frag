#include "view.glsl"
#include "lighting.glsl"
#include "colour_map.glsl"

in vec3 position;
in vec3 normal;
in float scalar;
in float cut;  // its number, from 1; 0: none
uniform vec3 colour;
uniform vec3 cutColour;
uniform int coloured;  // 1: by the scalar, 2: by the whole number nearest to it, 3: by the number of the cut
out vec4 seen;

// The normal on the side that is seen; that of the triangle if the vertices have none.
vec3 seenNormal() {
  vec3 ofTriangle = cross(dFdx(position), dFdy(position));
  vec3 ofVertices = gl_FrontFacing ? normal : -normal;
  return normalize(dot(ofVertices, ofVertices) > 1e-6 ? ofVertices : ofTriangle);
}

// Hues a golden section apart, so that cuts that follow each other differ.
vec3 colourOfCut(float number) {
  float hue = 6.0 * fract(0.02 + 0.618034 * (number - 1.0));
  vec3 pure = clamp(abs(mod(hue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  return mix(vec3(0.55), pure, 0.65) * 0.85;
}

void main() {
  float number = floor(cut + 0.5);
  float shown = coloured == 2 ? floor(scalar + 0.5) : scalar;
  vec3 albedo = number > 0.0 ? cutColour : colour;
  if (coloured == 3 && number > 0.0) albedo = colourOfCut(number);
  if (coloured == 1 || coloured == 2) albedo = mappedColour(shown);
  seen = vec4(lit(albedo, seenNormal(), position), 1.0);
}
