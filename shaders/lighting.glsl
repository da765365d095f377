// A key light, light from the sky and back from the ground, and a little from the eye, so that what the key
// light leaves dark still shows its shape.
#include "colour_space.glsl"
#include "shadow.glsl"

uniform vec3 lightDirection;  // towards the key light
uniform vec3 upDirection;

// Light from a surface of this colour (sRGB) to the eye, as sRGB. `normal`: on the side that is seen, of
// length 1.
vec3 lit(vec3 albedo, vec3 normal, vec3 position) {
  vec3 toEye = normalize(cameraPosition - position);
  float facing = dot(normal, lightDirection);
  float key = facing > 0.0 ? facing * lightSeen(position, normal, facing) : 0.0;
  vec3 sky = mix(vec3(0.20, 0.18, 0.17), vec3(0.42, 0.44, 0.48), 0.5 + 0.5 * dot(normal, upDirection));
  float eye = 0.14 * max(dot(normal, toEye), 0.0);
  vec3 halfway = normalize(lightDirection + toEye);
  float highlight = 0.10 * key * pow(max(dot(normal, halfway), 0.0), 32.0);
  return toSrgb(toLinear(albedo) * (sky + eye + 0.72 * key) + highlight);
}
