// [Georgii05, sec. 4.1]: a vertex follows its nodes, v = sum w_i v_i; so does the fourth component, a scalar.
uniform sampler2D nodeValues;
uniform usampler2D boundNodes;
uniform sampler2D boundWeights;
uniform int texelsPerVertex;  // of four nodes each
uniform int vertexCount;
uniform int width;  // of the array that is written
out vec4 value;

#include "data_pass.glsl"

void main() {
  int vertex = entryHere(width);
  value = vec4(0.0);
  if (vertex >= vertexCount) return;
  for (int t = 0; t < texelsPerVertex; ++t) {
    uvec4 nodes = entry(boundNodes, vertex * texelsPerVertex + t);
    vec4 weights = entry(boundWeights, vertex * texelsPerVertex + t);
    for (int k = 0; k < 4; ++k) value += weights[k] * entry(nodeValues, int(nodes[k]));
  }
}
