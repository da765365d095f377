// Faces of the simulation mesh as the light sees them. Corner k of face f has the number 3 f + k.
#include "data_texture.glsl"

uniform sampler2D nodePositions;
uniform usampler2D faces;  // three nodes and the level
uniform mat4 toShadow;
uniform vec3 bodyOffset;

void main() {
  uvec4 face = entry(faces, gl_VertexID / 3);
  int corner = gl_VertexID % 3;
  uint node = corner == 0 ? face.x : corner == 1 ? face.y : face.z;
  gl_Position = toShadow * vec4(entry(nodePositions, int(node)).xyz + bodyOffset, 1.0);
}
