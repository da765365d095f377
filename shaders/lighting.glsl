// A key light, light from the sky and back from the ground, and a little from the eye, so that what the key
// light leaves dark still shows its shape.
#include "colour_space.glsl"
#include "shadow.glsl"

uniform vec3 lightDirection;  // towards the key light
uniform vec3 upDirection;

// Light that falls on a surface, and `key`, the share of the key light in it. `normal`: on the side that is
// seen, of length 1.
vec3 lightOn(vec3 normal, vec3 position, out float key) {
  vec3 toEye = normalize(cameraPosition - position);
  float facing = max(dot(normal, lightDirection), 0.0);
  key = facing * lightSeen(position, normal, facing);
  vec3 sky = mix(vec3(0.19, 0.17, 0.16), vec3(0.37, 0.39, 0.43), 0.5 + 0.5 * dot(normal, upDirection));
  float eye = 0.17 * max(dot(normal, toEye), 0.0);
  return sky + eye + 0.80 * key;
}

// Light from a surface of this colour (sRGB) to the eye, as sRGB.
vec3 lit(vec3 albedo, vec3 normal, vec3 position) {
  float key;
  vec3 light = lightOn(normal, position, key);
  vec3 halfway = normalize(lightDirection + normalize(cameraPosition - position));
  float shine = max(dot(normal, halfway), 0.0);
  shine *= shine, shine *= shine, shine *= shine;
  float highlight = 0.10 * key * shine * shine * shine * shine;
  return toSrgb(toLinear(albedo) * light + highlight);
}
