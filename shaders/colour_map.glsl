// The scalar's colour, sRGB.
uniform sampler2D colourMap;
uniform vec2 scalarRange;

// Where it lies in the range, 0..1.
float shareOfRange(float scalar) {
  return clamp((scalar - scalarRange.x) / (scalarRange.y - scalarRange.x), 0.0, 1.0);
}

vec3 mappedColour(float scalar) {
  float share = shareOfRange(scalar);
  // From the middle of the first texel to that of the last.
  float last = float(textureSize(colourMap, 0).x - 1);
  return texture(colourMap, vec2((share * last + 0.5) / (last + 1.0), 0.5)).rgb;
}
