// How much of the key light gets to a point: the share of 16 places around it, in the plane across the light,
// that the light sees. Each place is compared with four texels, so that the disc is covered without gaps.
uniform sampler2DShadow shadowMap;
uniform int shadowed;        // 1: there is a map
uniform mat4 toShadow;       // -1..1 where the map is
uniform vec2 shadowRadius;   // of the disc, as a share of the map in each direction
uniform float shadowOffset;  // the same radius, m

const vec2 kPlaces[16] = vec2[16](
    vec2(0.888, 0.275), vec2(0.013, 0.930), vec2(-0.880, 0.300), vec2(-0.557, -0.745),
    vec2(0.536, -0.760), vec2(0.249, 0.313), vec2(-0.396, 0.059), vec2(0.147, -0.372),
    vec2(0.431, 0.576), vec2(-0.415, 0.588), vec2(-0.688, -0.213), vec2(-0.010, -0.720),
    vec2(0.682, -0.232), vec2(-0.081, 0.205), vec2(-0.137, -0.172), vec2(0.218, -0.032));

float hiddenAt(vec3 at, mat2 turned, int place) {
  return 1.0 - texture(shadowMap, vec3(at.xy + turned * kPlaces[place], at.z));
}

// `normal` on the lit side, of length 1, and the cosine between it and the light.
float lightSeen(vec3 position, vec3 normal, float cosine) {
  // Lift the point until its own slope cannot hide any place of the disc: r sin(angle), and a texel's depth.
  float lift = shadowOffset * (0.4 + sqrt(max(1.0 - cosine * cosine, 0.0)));
  vec3 at = (toShadow * vec4(position + lift * normal, 1.0)).xyz * 0.5 + 0.5;
  bool mapped = shadowed == 1 && all(greaterThan(at.xy, vec2(0.0))) && all(lessThan(at.xy, vec2(1.0)));
  at.z = min(at.z, 1.0);
  // Turned by another angle in each pixel, the places leave fine grain instead of sixteen edges.
  float angle = 6.2832 * fract(52.9829 * fract(dot(gl_FragCoord.xy, vec2(0.06711, 0.00584))));
  mat2 turned = mat2(cos(angle) * shadowRadius.x, sin(angle) * shadowRadius.y, -sin(angle) * shadowRadius.x,
                     cos(angle) * shadowRadius.y);
  // Half of the places decide where they agree (with a quarter, thin gaps broke into dots). Loops, because one
  // of no turns costs nothing; a branch that is not taken does, where a processor draws.
  int first = mapped && cosine > 0.0 ? 8 : 0;
  float hidden = 0.0;
  for (int i = 0; i < first; ++i) hidden += hiddenAt(at, turned, i);
  bool agreed = hidden == 0.0 || hidden == 8.0;
  int others = agreed ? 0 : 8;
  for (int i = 0; i < others; ++i) hidden += hiddenAt(at, turned, 8 + i);
  return 1.0 - hidden / (agreed ? 8.0 : 16.0);
}
