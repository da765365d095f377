// Faces where rays come into a mesh of tetrahedra. Corner k of face f has the number 3 f + k.
#include "view.glsl"
#include "data_texture.glsl"

uniform sampler2D nodeValues;  // position relative to the body's origin, and the scalar
uniform usampler2D faces;      // three nodes, 4 tetrahedron + side

out vec3 enters;
flat out int cameBy;  // 4 tetrahedron + side

void main() {
  uvec4 face = entry(faces, gl_VertexID / 3);
  enters = entry(nodeValues, int(face[gl_VertexID % 3])).xyz;
  cameBy = int(face.w);
  gl_Position = onScreen(enters + bodyOffset);
}
