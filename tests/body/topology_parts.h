#pragma once

#include "sinew/body/frame.h"
#include "sinew/embed/embedding.h"

namespace sinew {

// The parts of a topology while a test puts them together.
struct TopologyParts {
  FrameSurface surface;
  Embedding embedding;
  FrameElements elements;

  FrameTopology shared() const { return make_topology(surface, embedding, elements); }
};

}  // namespace sinew
