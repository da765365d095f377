// A vertex's normal: the sum over the triangles of its smooth part, each weighted by its area.
uniform sampler2D positions;
uniform usampler2D ringStart;
uniform usampler2D ring;
uniform int vertexCount;
out vec4 normal;

#include "data_pass.glsl"

void main() {
  int vertex = entryHere(textureSize(positions, 0).x);
  normal = vec4(0.0);
  if (vertex >= vertexCount) return;
  int begin = int(entry(ringStart, vertex).x);
  int end = int(entry(ringStart, vertex + 1).x);
  vec3 here = entry(positions, vertex).xyz;
  vec3 sum = vec3(0.0);
  for (int i = begin; i < end; ++i) {
    uvec4 edge = entry(ring, i);
    sum += cross(entry(positions, int(edge.x)).xyz - here, entry(positions, int(edge.y)).xyz - here);
  }
  float size = length(sum);
  if (size > 0.0) normal.xyz = sum / size;
}
