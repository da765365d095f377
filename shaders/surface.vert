#include "view.glsl"
#include "surface_vertex.glsl"

out vec3 position;
out vec3 normal;
out float scalar;
out float cut;

void main() {
  SurfaceVertex vertex = surfaceVertex();
  position = vertex.position + bodyOffset;
  normal = vertex.normal;
  scalar = vertex.scalar;
  cut = rest.w;
  gl_Position = onScreen(position);
}
