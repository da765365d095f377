// One of the shells of fur around a surface, the outermost first: it hides much of those below.
#include "view.glsl"
#include "surface_vertex.glsl"

uniform sampler2D velocities;  // of the skin, m/s
uniform vec3 upDirection;
uniform int shells;
uniform float furLength;  // m
uniform float droop;      // of a tip, in lengths
uniform float response;   // s
uniform float mostBend;   // in lengths

out vec3 position;
out vec3 normal;
out vec3 strand;  // its direction at this height
out vec3 root;     // of the skin, at rest
out float height;  // 0..1

void main() {
  SurfaceVertex skin = surfaceVertex();
  height = 1.0 - float(gl_InstanceID) / float(shells);
  vec3 bend = -response / furLength * entry(velocities, gl_VertexID).xyz - droop * upDirection;
  bend *= mostBend / max(length(bend), mostBend);
  // Skin is in the way of a strand that is pressed into it.
  bend -= 0.5 * min(dot(bend, skin.normal), 0.0) * skin.normal;
  strand = normalize(skin.normal + 2.0 * height * bend + vec3(1e-6));
  vec3 reach = skin.normal + height * bend;
  position = skin.position + bodyOffset + furLength * height * reach / max(length(reach), 1.0);
  normal = skin.normal;
  root = rest.xyz;
  gl_Position = onScreen(position);
}
