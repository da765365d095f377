#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "render/tool.h"
#include "scene/load_world.h"

namespace sinew {

struct ViewerOptions {
  int width = 1280, height = 800;            // of the window, pixels
  bool play = false;                         // at once
  std::filesystem::path replay{}, record{};  // events (see event_file.h) to replay and to record; empty: none
  std::int64_t steps = 0;                    // exit after this many; 0: when the window is closed
  std::filesystem::path picture{};           // of the window at exit; empty: none
  std::filesystem::path folder = "out";      // for pictures, movies and checkpoints
  bool verbose = false;                      // reports changes of state on standard error
  std::vector<MakeTool> tools{};             // of the program, chosen by the keys from 3 on
};

// Throws Error if no window can be opened. Call it before long work.
void require_screen();

// Opens a window on a scene and returns when it is closed. Throws Error if there is no screen or no OpenGL
// 3.3, if events cannot be replayed, and if a body fails before `steps`.
void view(LoadedWorld&& loaded, const ViewerOptions& options);

}  // namespace sinew
