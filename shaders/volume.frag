// A ray's walk through a mesh of tetrahedra. In the corners' barycentric coordinates l_i, which are linear
// along the ray p + t d, it leaves a tetrahedron where the first of those that fall becomes zero:
//
//   l_i(t) = (n_i . (p - a) + t n_i . d) / det,   n_i the inward area vectors of the faces, corner a
//
// Only ratios of the l_i are needed, so that flat tetrahedra (det = 0) divide by nothing. The area vectors
// point outward in an inverted one, which the sign of det takes back.
#include "view.glsl"
#include "data_texture.glsl"
#include "colour_map.glsl"

uniform sampler2D nodeValues;
uniform usampler2D tetrahedra;
uniform usampler2D neighbours;
uniform float mostAbsorption;  // 1/m, at the upper end of the range
uniform float leastShare;      // of it, at the lower end
uniform int mostSteps;

in vec3 enters;
flat in int cameBy;
out vec4 seen;  // colour times opacity, opacity

// Light of a stretch of the ray over which the scalar goes from s0 to s1, behind what was gathered so far.
void gather(inout vec4 sum, float s0, float s1, float size) {
  float change = abs(shareOfRange(s1) - shareOfRange(s0));
  int parts = 1 + int(min(24.0 * change, 7.0));
  for (int k = 0; k < parts; ++k) {
    float scalar = mix(s0, s1, (float(k) + 0.5) / float(parts));
    float share = shareOfRange(scalar);
    float absorption = mostAbsorption * mix(leastShare, 1.0, share * share);
    float opacity = 1.0 - exp(-absorption * size / float(parts));
    sum += (1.0 - sum.a) * opacity * vec4(mappedColour(scalar), 1.0);
  }
}

void main() {
  vec3 d = normalize(enters + bodyOffset - cameraPosition);
  vec4 sum = vec4(0.0);
  float at = 0.0;  // m along the ray
  int here = cameBy / 4, came = cameBy % 4;
  for (int count = 0; count < mostSteps && here >= 0 && sum.a < 0.995; ++count) {
    uvec4 nodes = entry(tetrahedra, here);
    vec4 v0 = entry(nodeValues, int(nodes.x)), v1 = entry(nodeValues, int(nodes.y));
    vec4 v2 = entry(nodeValues, int(nodes.z)), v3 = entry(nodeValues, int(nodes.w));
    vec3 a = v0.xyz - enters;
    vec3 e1 = v1.xyz - v0.xyz, e2 = v2.xyz - v0.xyz, e3 = v3.xyz - v0.xyz;
    vec3 n1 = cross(e2, e3), n2 = cross(e3, e1), n3 = cross(e1, e2);
    float det = dot(e1, n1), turn = det < 0.0 ? -1.0 : 1.0;
    vec4 begin = vec4(0.0, -dot(n1, a), -dot(n2, a), -dot(n3, a));
    vec4 slope = vec4(0.0, dot(n1, d), dot(n2, d), dot(n3, d));
    begin.x = det - begin.y - begin.z - begin.w;
    slope.x = -slope.y - slope.z - slope.w;

    int side = -1;
    float leaves = 0.0;
    for (int i = 0; i < 4; ++i) {
      if (i == came || slope[i] * turn >= 0.0) continue;
      float t = -begin[i] / slope[i];
      if (side < 0 || t < leaves) side = i, leaves = t;
    }
    if (side < 0) break;
    float size = leaves - at;
    if (size > 0.0 && abs(det) > 1e-6 * length(e1) * length(n1)) {
      vec3 gradient = ((v1.w - v0.w) * n1 + (v2.w - v0.w) * n2 + (v3.w - v0.w) * n3) / det;
      float least = min(min(v0.w, v1.w), min(v2.w, v3.w)), most = max(max(v0.w, v1.w), max(v2.w, v3.w));
      float s0 = clamp(v0.w + dot(gradient, at * d - a), least, most);
      float s1 = clamp(v0.w + dot(gradient, leaves * d - a), least, most);
      gather(sum, s0, s1, size);
      at = leaves;
    }

    // Into the neighbour, by the side of it that leads back.
    int next = int(entry(neighbours, here)[side]);
    came = -1;
    if (next >= 0) {
      uvec4 back = entry(neighbours, next);
      for (int i = 0; i < 4; ++i)
        if (int(back[i]) == here) came = i;
    }
    here = next;
  }
  seen = sum;
}
