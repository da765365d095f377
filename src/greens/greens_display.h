#pragma once

#include <span>
#include <vector>

#include "greens/greens_rest.h"
#include "remeshing/displaced_subdivision.h"

namespace sinew {

// What is seen of a known body in place of its surface: a displaced subdivision of it [JamesPai03, sec. 9.2, fig. 12]. Its
// vertices are carriers of the frame, since details turn with the normals, which no embedding does. Own axes.
class GreensDisplay {
 public:
  // Throws Error if `steps` are too many, or if the surface of the body is no manifold.
  GreensDisplay(const GreensRest& rest, int steps, const SurfaceMesh& detailed);

  // That of `rest`, with the fine surface in the place of the body's.
  const FrameTopology& topology() const { return topology_; }
  // The fine vertices from displacements of the body's.
  std::span<const Vec3> places(std::span<const Vec3> displacements);

 private:
  const GreensRest& rest_;
  DisplacedSubdivision fine_;
  FrameTopology topology_;
  std::vector<Vec3> control_, places_;
};

}  // namespace sinew
