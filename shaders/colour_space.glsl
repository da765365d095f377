// Colours come and go as sRGB; light adds up in linear light. The power 2.2 stands for the sRGB curve.
vec3 toLinear(vec3 colour) { return pow(colour, vec3(2.2)); }
vec3 toSrgb(vec3 light) { return pow(clamp(light, 0.0, 1.0), vec3(1.0 / 2.2)); }
