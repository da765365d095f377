// The background, and on it the ground with its grid and the shadows, which far away fades into it.
#include "view.glsl"
#include "colour_space.glsl"
#include "shadow.glsl"

in vec3 ray;
in float height;
uniform vec3 upDirection;
uniform vec3 lightDirection;
uniform vec2 pictureSize;     // pixels
uniform int groundSeen;
uniform float eyeHeight;      // above the ground
uniform vec3 groundAxes[2];   // of the grid
uniform vec2 gridStart;       // of the origin in the grid, in its cells
uniform float gridSpacing;    // m
uniform vec2 groundCentre;    // below the bodies, along the axes
uniform float groundReach;    // m, where half of it has faded
out vec4 seen;

// Share of this pixel that lines at whole numbers cover, which are `width` pixels wide; gone where cells get
// smaller than a few pixels.
float lines(vec2 at, vec2 pixel, float width) {
  vec2 away = abs(fract(at - 0.5) - 0.5) / pixel;
  vec2 covered = clamp(0.5 * width + 0.5 - away, 0.0, min(width, 1.0)) * clamp(1.5 - 6.0 * pixel, 0.0, 1.0);
  return max(covered.x, covered.y);
}

void main() {
  vec3 background = mix(vec3(0.955, 0.958, 0.962), vec3(0.80, 0.845, 0.895), smoothstep(0.1, 1.0, height));
  float fall = -dot(ray, upDirection);
  vec3 position = cameraPosition + ray * (eyeHeight / max(fall, 1e-6 * length(ray)));
  vec2 across = vec2(dot(position, groundAxes[0]), dot(position, groundAxes[1]));
  vec2 at = across / gridSpacing + gridStart;
  vec2 pixel = max(fwidth(at), vec2(1e-6));

  bool isGround = groundSeen == 1 && fall > 0.0;
  vec2 away = (across - groundCentre) / groundReach;
  float there = isGround ? exp2(-dot(away, away)) : 0.0;
  float width = pictureSize.y / 720.0;
  float line = max(0.55 * lines(at, pixel, width), lines(at / 5.0, pixel / 5.0, 1.5 * width));
  float light = lightSeen(position, upDirection, there > 0.0 ? dot(upDirection, lightDirection) : 0.0);
  vec3 ground = mix(vec3(0.975, 0.975, 0.972), vec3(0.78, 0.80, 0.825), line);
  ground = toSrgb(toLinear(ground) * mix(vec3(0.40, 0.42, 0.46), vec3(1.0), light));
  seen = vec4(mix(background, ground, there), 1.0);
}
