#pragma once

namespace sinew {

// What a pass sets before it changes what it wants changed. Others, as panels of a window, leave anything
// behind.

// Depth tested (nearer wins) and written, all colours written, no blending, both sides of faces drawn.
void set_opaque_state();
// That, but laid over what is there by opacity, and depth not written. `multiplied`: colours are times their
// opacity already.
void set_blended_state(bool multiplied);

}  // namespace sinew
