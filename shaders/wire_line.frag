in float across;
in float strength;
uniform vec3 colour;
uniform float lineWidth;
out vec4 seen;

void main() {
  float covered = clamp(0.5 * lineWidth + 0.5 - abs(across * gl_FragCoord.w), 0.0, 1.0);
  seen = vec4(colour, 0.85 * strength * covered);
}
