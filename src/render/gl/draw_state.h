#pragma once

namespace sinew {

// What a pass may count on before it changes what it wants changed: depth tested (nearer wins) and written,
// all colours written, no blending, both sides of faces drawn. Others, as panels of a window, leave anything
// behind.
void set_opaque_state();

}  // namespace sinew
