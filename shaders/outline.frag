// The shape of a body whose inside is shown: its surface where it turns away from the eye.
#include "view.glsl"

in vec3 position;
in vec3 normal;
out vec4 seen;  // colour times opacity, opacity

void main() {
  float size = length(normal);
  float facing = size > 0.0 ? abs(dot(normal / size, normalize(cameraPosition - position))) : 1.0;
  float rim = 1.0 - facing;
  float opacity = 0.05 + 0.45 * rim * rim * rim;
  seen = opacity * vec4(0.22, 0.25, 0.32, 1.0);
}
