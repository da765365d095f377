// How much of the key light gets to a point: the share of 16 places around it, in the plane across the light,
// that the light sees. Each place is compared with four texels, so that the disc is covered without gaps.
uniform highp sampler2DShadow shadowMap;
uniform int shadowed;        // 1: there is a map
uniform mat4 toShadow;       // -1..1 where the map is
uniform vec2 shadowRadius;   // of the disc, as a share of the map in each direction
uniform float shadowOffset;  // the same radius, m

const vec2 kPlaces[16] = vec2[16](
    vec2(0.177, 0.000), vec2(-0.226, 0.207), vec2(0.035, -0.394), vec2(0.284, 0.371), vec2(-0.522, -0.092),
    vec2(0.495, -0.315), vec2(-0.166, 0.616), vec2(-0.315, -0.608), vec2(0.685, 0.250), vec2(-0.712, 0.294),
    vec2(0.343, -0.734), vec2(0.256, 0.809), vec2(-0.764, -0.443), vec2(0.897, -0.197), vec2(-0.547, 0.779),
    vec2(-0.127, -0.976));

// `normal` on the lit side, of length 1, and the cosine between it and the light.
float lightSeen(vec3 position, vec3 normal, float cosine) {
  if (shadowed == 0) return 1.0;
  // Lift the point until its own slope cannot hide any place of the disc: r sin(angle), and a texel's depth.
  float lift = shadowOffset * (0.25 + sqrt(max(1.0 - cosine * cosine, 0.0)));
  vec3 at = (toShadow * vec4(position + lift * normal, 1.0)).xyz * 0.5 + 0.5;
  if (any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) return 1.0;
  at.z = min(at.z, 1.0);
  float seen = 0.0;
  for (int i = 0; i < 16; ++i) seen += texture(shadowMap, vec3(at.xy + shadowRadius * kPlaces[i], at.z));
  return seen / 16.0;
}
