// A line between two nodes as a strip of four corners, a given number of pixels wide and half a pixel more on
// each side for the soft edge.
//
//   1 -------------- 3
//   a ============== b   (a, b: the nodes on the screen)
//   0 -------------- 2
#include "view.glsl"
#include "data_texture.glsl"

uniform sampler2D nodePositions;
uniform usampler2D edges;
uniform vec2 pictureSize;  // pixels
uniform float lineWidth;   // pixels

out float across;  // pixels from the middle of the line, times w: what keeps it straight on the screen
out float strength;

// A line lies on the surface it belongs to. Scaling it about the eye leaves it where it is on the screen and
// brings it nearer, by as much as a surface falls back over some pixels: a slope of kBias is cleared, and what
// is further behind than that stays hidden.
const float kBias = 3.0;

vec4 atEye(uint node) {
  vec3 position = entry(nodePositions, int(node)).xyz + bodyOffset;
  float pixel = 2.0 / (projectionMatrix[1][1] * pictureSize.y);  // at distance 1
  vec4 seen = viewMatrix * vec4(position, 1.0);
  return vec4(seen.xyz * (1.0 - kBias * pixel), 1.0);
}

// The end of a line that lies behind the near plane, moved along the line into it.
vec4 beforeEye(vec4 end, vec4 other) {
  float near = -projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0);
  return end.z > near && other.z < near ? mix(end, other, (end.z - near) / (end.z - other.z)) : end;
}

void main() {
  uvec4 edge = entry(edges, gl_InstanceID);
  vec4 a = atEye(edge.x), b = atEye(edge.y);
  vec4 from = projectionMatrix * beforeEye(a, b), to = projectionMatrix * beforeEye(b, a);
  vec2 along = 0.5 * pictureSize * (to.xy / to.w - from.xy / from.w);
  float size = length(along);
  along = size > 1e-4 ? along / size : vec2(1.0, 0.0);

  float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  bool atEnd = gl_VertexID >= 2;
  float reach = side * (0.5 * lineWidth + 0.5);
  // Lines of a few pixels would fill the picture where many meet.
  strength = clamp(size / (12.0 * lineWidth), 0.25, 1.0);
  gl_Position = atEnd ? to : from;
  across = reach * gl_Position.w;
  gl_Position.xy += reach * vec2(-along.y, along.x) * 2.0 / pictureSize * gl_Position.w;
}
