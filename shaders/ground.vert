// The whole picture, with the ray from the eye through each of its points.
uniform mat4 fromScreen;  // to positions relative to the eye
out vec3 ray;
out float height;  // in the picture, 0 at its bottom to 1

void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  vec4 far = fromScreen * vec4(2.0 * corner - 1.0, 1.0, 1.0);
  ray = far.xyz / far.w;
  height = corner.y;
  gl_Position = vec4(2.0 * corner - 1.0, 1.0, 1.0);
}
