// The ground seen from below: a pane of glass with the grid on it, before all that stands on it.
#include "view.glsl"
#include "ground_plane.glsl"

in vec3 ray;
in float height;
uniform vec3 upDirection;
uniform vec2 pictureSize;  // pixels
out vec4 seen;

void main() {
  float rise = dot(ray, upDirection);
  vec3 position = cameraPosition + ray * (-eyeHeight / max(rise, 1e-6 * length(ray)));
  vec2 across = acrossGround(position);
  float line = gridLines(across, pictureSize.y);
  vec4 onPicture = onScreen(position);
  gl_FragDepth = clamp(0.5 + 0.5 * onPicture.z / onPicture.w, 0.0, 1.0);
  float there = rise > 0.0 ? groundThere(across) : 0.0;
  seen = vec4(mix(vec3(0.70, 0.73, 0.77), vec3(0.50, 0.53, 0.58), line), mix(0.20, 0.62, line) * there);
}
