#include "data_texture.glsl"

// The index, in the array that a pass over data writes, of the entry at this fragment.
int entryHere(int width) { return int(gl_FragCoord.y) * width + int(gl_FragCoord.x); }
