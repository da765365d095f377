#pragma once

#include <cstdint>
#include <filesystem>

#include "scene/load_world.h"

namespace sinew {

struct ViewerOptions {
  int width = 1280, height = 800;            // of the window, pixels
  bool play = false;                         // at once
  std::filesystem::path replay{}, record{};  // events (see event_file.h) to replay and to record; empty: none
  std::int64_t steps = 0;                    // leave after so many; 0: when the window is closed
  std::filesystem::path picture{};           // of the window as it is left; empty: none
  std::filesystem::path folder = "out";      // for pictures, movies and checkpoints
  bool verbose = false;                      // says on standard error what is going on, where it changes
};

// Throws Error where no window can be opened: to be called before long work.
void require_screen();

// Opens a window on a scene and returns when it is closed. Throws Error where there is no screen or no OpenGL
// 3.3, for events that cannot be replayed, and where a body fails on the way to `steps`.
void view(LoadedWorld&& loaded, const ViewerOptions& options);

}  // namespace sinew
