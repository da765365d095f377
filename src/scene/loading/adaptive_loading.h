#pragma once

#include "sinew/adaptive/adaptive_tet_body.h"
#include "sinew/scene/body_kind.h"

namespace sinew {

// How a body of type adaptive-tet is made of tetrahedra, and when it is refined.
struct AdaptiveTetDescription {
  static constexpr std::string_view kType = "adaptive-tet";
  Index tets = 20'000;
  int levels = 0;  // 0: as many as suit the mesh
  AdaptiveTetParams refinement;
};

// Throws Error with the place of the part that is wrong.
std::unique_ptr<Body> make_adaptive_tet_body(const BodyToMake& wanted, const AdaptiveTetDescription& own);

}  // namespace sinew
