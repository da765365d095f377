#pragma once

namespace sinew {

// Keeps memory that the process frees instead of returning it to the system, which clears every page that is
// allocated again: that took a quarter of the time of a cut of half a million cells. It holds for the whole
// process: programs call it once at their start, as the command does. It does nothing if the C library has no
// such setting.
void keep_freed_memory();

}  // namespace sinew
