#pragma once

#include <memory>

#include "render/display_options.h"
#include "render/engine/cast_mesh.h"
#include "render/engine/deformed_surface.h"
#include "render/engine/wire_mesh.h"

namespace sinew {

// One body as the graphics card has it.
struct BodyOnGpu {
  std::shared_ptr<const FrameTopology> topology;
  Vec3 origin;           // positions on the card are relative to it, m
  Vec3 colour;           // sRGB
  Box3 bounds;           // of the nodes now, in the world, but for those that are not finite
  Box3 stage;            // of those that are not of a crumb (body/frame_elements.h)
  double size = 1;       // the diagonal of the surface at rest, m
  bool is_tool = false;  // a thing of steel that is no body; see ToolBodies
  bool closed = false;   // its surface bounds a volume and faces outwards: no back is seen from outside
  bool has_tetrahedra() const { return !topology->tetrahedra.empty(); }

  std::vector<Index> crumbless;  // the nodes of the stage; empty: all
  NodeTexture moving_nodes;      // the nodes that move the surface, with the scalar
  DeformedSurface surface;
  // Only where shown: all nodes, in their order, with the scalar (wire, cast); velocities of moving_nodes
  // (fur).
  NodeTexture all_nodes, velocities;
  WireMesh wire;
  CastMesh cast;
};

// Makes the body one of this topology, as far as it is another and `display` shows it. Returns the bytes
// sent.
std::size_t take_topology(BodyOnGpu& body, const std::shared_ptr<const FrameTopology>& topology,
                          const DisplayOptions& display);
// Sends positions, `scalars` (per node, or empty) and whatever else `display` needs. Returns the bytes sent.
std::size_t take_values(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display,
                        const std::vector<float>& scalars);

}  // namespace sinew
