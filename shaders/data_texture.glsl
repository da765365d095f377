// An array in a texture: entry i lies at column i % width of row i / width.
ivec2 texelOf(int i, int width) { return ivec2(i % width, i / width); }
vec4 entry(sampler2D array, int i) { return texelFetch(array, texelOf(i, textureSize(array, 0).x), 0); }
uvec4 entry(usampler2D array, int i) { return texelFetch(array, texelOf(i, textureSize(array, 0).x), 0); }
