// The background, and on it the ground with its grid and the shadows, which far away fades into it.
#include "view.glsl"
#include "colour_space.glsl"
#include "shadow.glsl"
#include "ground_plane.glsl"

in vec3 ray;
in float height;
uniform vec3 upDirection;
uniform vec3 lightDirection;
uniform vec2 pictureSize;     // pixels
uniform int groundSeen;
out vec4 seen;

void main() {
  vec3 background = mix(vec3(0.955, 0.958, 0.962), vec3(0.80, 0.845, 0.895), smoothstep(0.1, 1.0, height));
  float fall = -dot(ray, upDirection);
  vec3 position = cameraPosition + ray * (eyeHeight / max(fall, 1e-6 * length(ray)));
  vec2 across = acrossGround(position);
  float line = gridLines(across, pictureSize.y);

  bool isGround = groundSeen == 1 && fall > 0.0;
  float there = isGround ? groundThere(across) : 0.0;
  float light = lightSeen(position, upDirection, there > 0.0 ? dot(upDirection, lightDirection) : 0.0);
  vec3 ground = mix(vec3(0.975, 0.975, 0.972), vec3(0.78, 0.80, 0.825), line);
  ground = toSrgb(toLinear(ground) * mix(vec3(0.40, 0.42, 0.46), vec3(1.0), light));
  seen = vec4(mix(background, ground, there), 1.0);
}
