// Corner k of face f of the simulation mesh has the number 3 f + k.
#include "view.glsl"
#include "data_texture.glsl"

uniform sampler2D nodePositions;  // and the scalar
uniform usampler2D faces;         // three nodes and the level

out vec3 position;
out float scalar;
flat out vec3 normal;
flat out float level;

void main() {
  uvec4 face = entry(faces, gl_VertexID / 3);
  vec4 a = entry(nodePositions, int(face.x));
  vec4 b = entry(nodePositions, int(face.y));
  vec4 c = entry(nodePositions, int(face.z));
  int corner = gl_VertexID % 3;
  vec4 here = corner == 0 ? a : corner == 1 ? b : c;
  position = here.xyz + bodyOffset;
  scalar = here.w;
  level = float(face.w);
  vec3 outward = cross(b.xyz - a.xyz, c.xyz - a.xyz);
  float size = length(outward);
  normal = size > 0.0 ? outward / size : vec3(0.0, 0.0, 1.0);
  gl_Position = onScreen(position);
}
