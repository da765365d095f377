#pragma once

namespace sinew {

// Settings of the whole process. The library changes none of them unasked.

// The number of threads that steps, cuts and meshers use. Results have the same bits for any number.
int thread_count();
// At least 1; 0 asks for one thread per core.
void set_thread_count(int count);

// Keeps memory that the process frees instead of returning it to the system, which clears every page that is
// allocated again: that took a quarter of the time of a cut of half a million cells. Programs call it once at
// their start, as the command does. It does nothing if the C library has no such setting.
void keep_freed_memory();

}  // namespace sinew
