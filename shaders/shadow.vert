// Surfaces as the light sees them.
#include "surface_vertex.glsl"
uniform mat4 toShadow;
uniform vec3 bodyOffset;

void main() { gl_Position = toShadow * vec4(surfaceVertex().position + bodyOffset, 1.0); }
