// How much of the key light gets to a point: the share of 16 places around it, in the plane across the light,
// that the light sees. Each place is compared with four texels, so that the disc is covered without gaps.
uniform sampler2DShadow shadowMap;
uniform int shadowed;        // 1: there is a map
uniform mat4 toShadow;       // -1..1 where the map is
uniform vec2 shadowRadius;   // of the disc, as a share of the map in each direction
uniform float shadowOffset;  // the same radius, m

// Turns by the golden angle, and by twice as much.
const mat2 kGolden = mat2(-0.737369, 0.675490, -0.675490, -0.737369);
const mat2 kTwiceGolden = mat2(0.087426, -0.996171, 0.996171, 0.087426);

// How many of `count` places, of the 16 every second from `first` on, are hidden. The places of a spiral that
// turns by the golden angle cover the disc evenly, and so does every second of them. Not a table of places:
// in software rendering it cost the ground 15 ms of 67 per picture; four lookups per turn were slower by 20.
float hiddenAround(vec3 at, vec2 direction, float first, int count) {
  float hidden = 0.0;
  for (int i = 0; i < count; ++i) {
    vec2 place = sqrt((first + 0.5 + 2.0 * float(i)) / 16.0) * direction;
    hidden += 1.0 - textureLod(shadowMap, vec3(at.xy + shadowRadius * place, at.z), 0.0);
    direction = kTwiceGolden * direction;
  }
  return hidden;
}

// `normal` on the lit side, of length 1, and the cosine between it and the light.
float lightSeen(vec3 position, vec3 normal, float cosine) {
  // Lift the point until its own slope cannot hide any place of the disc: r sin(angle), and a texel's depth.
  float lift = shadowOffset * (0.4 + sqrt(max(1.0 - cosine * cosine, 0.0)));
  vec3 at = (toShadow * vec4(position + lift * normal, 1.0)).xyz * 0.5 + 0.5;
  bool mapped = shadowed == 1 && all(greaterThan(at.xy, vec2(0.0))) && all(lessThan(at.xy, vec2(1.0)));
  at.z = min(at.z, 1.0);
  // Turned by another angle in each pixel, the places leave fine grain instead of sixteen edges. The tangent of
  // half the angle makes a turn without sines.
  float t = 2.0 * fract(52.9829 * fract(dot(gl_FragCoord.xy, vec2(0.06711, 0.00584)))) - 1.0;
  vec2 direction = vec2(1.0 - t * t, 2.0 * t) / (1.0 + t * t);
  // Half of the places decide where they agree (with a quarter, thin gaps broke into dots). Loops, because one
  // of no turns costs nothing; a branch that is not taken does, in software rendering.
  int early = mapped && cosine > 0.0 ? 8 : 0;
  float hidden = hiddenAround(at, direction, 0.0, early);
  bool agreed = hidden == 0.0 || hidden == 8.0;
  hidden += hiddenAround(at, kGolden * direction, 1.0, agreed ? 0 : 8);
  return 1.0 - hidden / (agreed ? 8.0 : 16.0);
}
