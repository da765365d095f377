#include "sinew/render/display_options.h"

namespace sinew {

FrameContents contents_for(const DisplayOptions& display) {
  FrameContents contents;
  contents.stress = display.colouring == Colouring::kStress || display.volume;
  contents.forces = display.forces;
  contents.contacts = display.contacts;
  return contents;
}

}  // namespace sinew
