#pragma once

namespace sinew {

// Keeps memory that the process frees instead of handing it back to the system, which clears every page of
// what is then asked for anew: a quarter of the time that a cut of half a million cells takes. For programs,
// at their start; nothing happens where the C library has no such setting.
void keep_freed_memory();

}  // namespace sinew
