// How much of the key light gets to a point: the share of 16 places around it, in the plane across the light,
// that the light sees. Each place is compared with four texels, so that the disc is covered without gaps.
uniform sampler2DShadow shadowMap;
uniform int shadowed;        // 1: there is a map
uniform mat4 toShadow;       // -1..1 where the map is
uniform vec2 shadowRadius;   // of the disc, as a share of the map in each direction
uniform float shadowOffset;  // the same radius, m

const vec2 kPlaces[16] = vec2[16](
    vec2(0.429, 0.814), vec2(-0.814, 0.429), vec2(-0.429, -0.814), vec2(0.814, -0.429),
    vec2(0.180, 0.000), vec2(-0.229, 0.210), vec2(0.035, -0.400), vec2(0.289, 0.377),
    vec2(-0.531, -0.094), vec2(0.503, -0.320), vec2(-0.168, 0.625), vec2(-0.321, -0.617),
    vec2(0.696, 0.254), vec2(-0.724, 0.299), vec2(0.349, -0.746), vec2(0.258, 0.822));

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
  // Four places at the rim decide where they agree. Loops, because one of no turns costs nothing; a branch
  // that is not taken does, where a processor draws.
  int rim = mapped && cosine > 0.0 ? 4 : 0;
  float hidden = 0.0;
  for (int i = 0; i < rim; ++i) hidden += hiddenAt(at, turned, i);
  bool agreed = hidden == 0.0 || hidden == 4.0;
  int others = agreed ? 0 : 12;
  for (int i = 0; i < others; ++i) hidden += hiddenAt(at, turned, 4 + i);
  return 1.0 - hidden / (agreed ? 4.0 : 16.0);
}
