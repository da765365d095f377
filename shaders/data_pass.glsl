#include "data_texture.glsl"

// Of the array that a pass over data writes: the number of the entry at this fragment.
int entryHere(int width) { return int(gl_FragCoord.y) * width + int(gl_FragCoord.x); }
