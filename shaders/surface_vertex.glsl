// The vertex of a moved surface that is being drawn; see DeformedSurface::draw.
layout(location = 0) in vec4 rest;  // position at rest relative to its centre, the number of the cut that made it
uniform sampler2D positions;
uniform sampler2D normals;

#include "data_texture.glsl"

struct SurfaceVertex {
  vec3 position;  // relative to the body's origin
  vec3 normal;    // of length 1, or 0 if there is none
  float scalar;
};

SurfaceVertex surfaceVertex() {
  vec4 value = entry(positions, gl_VertexID);
  return SurfaceVertex(value.xyz, entry(normals, gl_VertexID).xyz, value.w);
}
