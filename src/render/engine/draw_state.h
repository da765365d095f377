#pragma once

#include "render/engine/body_on_gpu.h"
#include "render/engine/draw_context.h"

namespace sinew {

// What a pass sets before it draws; it finds the state as the pass before, or a window's own drawing, left
// it.

// Nearer things hide others.
void set_opaque();
// Things that opaque ones hide are laid over what is there, by their opacity. `multiplied`: their colours are
// times their opacity already.
void set_blended(bool multiplied);
// Tells the program in use where a surface lies and how DeformedSurface::draw binds it.
void set_surface(const ShaderProgram& program, const DrawContext& context, const BodyOnGpu& body);
// Skips the back faces of a closed surface seen from outside, which halves the time of software rendering.
void set_seen_sides(const DrawContext& context, const BodyOnGpu& body);

}  // namespace sinew
