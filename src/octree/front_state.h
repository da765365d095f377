#pragma once

#include "octree/cell_front.h"
#include "sinew/body/body.h"

namespace sinew {

// The wishes of an adaptive body and what its front waits for, as arrays of its state.
void add_front(const CellFront& front, const CellWishes& wishes, BodyState& state);
// Sets what the front waits for, and returns the wishes. Throws Error (front unchanged) if the arrays do not fit these
// voxels.
CellWishes restored_front(const BodyState& state, const LinkedVoxels& voxels, const std::string& body,
                          CellFront& front);

}  // namespace sinew
