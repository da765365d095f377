#pragma once

#include "linalg/conjugate_gradient.h"
#include "linalg/panel_gradients.h"
#include "octree/solver/octree_cycle.h"
#include "stepping/defect_correction.h"
#include "stepping/panel_correction.h"

namespace sinew {

// What a solve on many right-hand sides writes.
struct PanelScratch {
  PanelCorrection<float> correction;
  PanelGradientsWork<float> gradients;
  OctreeCycle::PanelWork cycle;
  std::vector<BlockVector<double>> products;
};

// What a solve writes besides its result. Vectors get their lengths at the first use.
struct SolveScratch {
  UnsetBlockVector<double> wide, forces;
  DefectCorrection<float> defect;
  ConjugateGradientWork<float> gradients;
  OctreeCycle::Work cycle;
  bool resumed = false;                 // whether this solve has already made a correction
  std::unique_ptr<PanelScratch> panel;  // made by the first solve on many right-hand sides
};

}  // namespace sinew
