#include "view.glsl"
#include "lighting.glsl"
#include "colour_map.glsl"

in vec3 position;
in vec3 normal;
in float scalar;
in float cut;
uniform vec3 colour;
uniform vec3 cutColour;
uniform int coloured;  // 1: by the scalar, 2: by the whole number nearest to it
out vec4 seen;

// The normal on the side that is seen; that of the triangle if the vertices have none.
vec3 seenNormal() {
  vec3 ofTriangle = cross(dFdx(position), dFdy(position));
  vec3 ofVertices = gl_FrontFacing ? normal : -normal;
  return normalize(dot(ofVertices, ofVertices) > 1e-6 ? ofVertices : ofTriangle);
}

void main() {
  float shown = coloured == 2 ? floor(scalar + 0.5) : scalar;
  vec3 albedo = coloured == 0 ? mix(colour, cutColour, cut) : mappedColour(shown);
  seen = vec4(lit(albedo, seenNormal(), position), 1.0);
}
