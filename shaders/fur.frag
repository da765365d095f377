// What the strands cut out of a shell. In each cell of a lattice in the space at rest lies one point, where a
// strand would grow; the skin is near some of them, and a strand is what of a shell is within a radius of the
// nearest point, less at each height until none is left. So strands differ in length by how far the skin is
// from their points, on top of what chance gives them.
#include "view.glsl"
#include "lighting.glsl"

in vec3 position;
in vec3 normal;
in vec3 strand;
in vec3 root;
in float height;
uniform vec3 colour;
uniform float strandSpacing;  // m
uniform float leastOpacity;
uniform int shells;
out vec4 seen;

const float kTuft = 3.3;  // strands of a tuft along its width

// Jarzynski and Olano 2020: three numbers from three.
uvec3 scattered(uvec3 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.z, v.y += v.z * v.x, v.z += v.x * v.y;
  v ^= v >> 16u;
  v.x += v.y * v.z, v.y += v.z * v.x, v.z += v.x * v.y;
  return v;
}
vec3 chance(ivec3 cell) { return vec3(scattered(uvec3(cell + 32768)) >> 8u) / 16777216.0; }

// The cell of the nearest point, among the eight around here, and its distance in cells.
float nearest(vec3 here, out ivec3 cell) {
  ivec3 corner = ivec3(floor(here - 0.5));
  float least = 1e9;
  for (int i = 0; i < 8; ++i) {
    ivec3 candidate = corner + ivec3(i & 1, (i >> 1) & 1, i >> 2);
    vec3 apart = vec3(candidate) + 0.1 + 0.8 * chance(candidate) - here;
    float squared = dot(apart, apart);
    if (squared < least) least = squared, cell = candidate;
  }
  return sqrt(least);
}

// The highlight of a strand, which shines along all of its width [Kajiya and Kay 1989].
float highlightOf(vec3 direction, float sharpness) {
  vec3 halfway = normalize(lightDirection + normalize(cameraPosition - position));
  float cosine = dot(direction, halfway);
  return pow(max(1.0 - cosine * cosine, 0.0), 0.5 * sharpness);
}

void main() {
  vec3 here = root / strandSpacing;
  ivec3 cell;
  float apart = nearest(here, cell);
  vec3 luck = chance(cell + 7919);
  float reach = height / mix(0.6, 1.0, luck.x);
  float radius = 0.62 * (1.0 - reach * reach);
  float pixel = clamp(max(length(dFdx(here)), length(dFdy(here))), 1e-6, 0.3);
  float opacity = clamp((radius - apart) / pixel + 0.5, 0.0, 1.0);
  // Near the eye a strand shows as a tuft of finer ones.
  float split = 1.0 - smoothstep(0.05, 0.15, pixel);
  if (split > 0.0) {
    ivec3 finer;
    apart = nearest(kTuft * here, finer);
    radius = mix(1.0, 0.62 * (1.0 - 0.7 * reach * reach), split);
    opacity = min(opacity, clamp((radius - apart) / (kTuft * pixel) + 0.5, 0.0, 1.0));
    luck.y = mix(luck.y, chance(finer).y, 0.6 * split);
  }
  // The lowest shell is the undercoat, without gaps.
  if (height * float(shells) < 1.5) opacity = 1.0;
  if (opacity < leastOpacity) discard;

  // Less light gets down between the strands than to their tips.
  float open = mix(0.12, 1.0, height * height * (3.0 - 2.0 * height));
  vec3 direction = normalize(strand);
  float key;
  vec3 light = open * lightOn(normalize(normal + 0.4 * direction), position, key);
  vec3 albedo = toLinear(colour) * mix(0.6, 1.2, luck.y);
  float shine = open * (0.15 + key) * 0.12 * highlightOf(direction, 60.0);
  seen = vec4(toSrgb(albedo * light + shine * mix(toLinear(colour), vec3(1.0), 0.4)), opacity);
}
