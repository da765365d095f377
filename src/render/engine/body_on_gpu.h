#pragma once

#include <memory>

#include "render/engine/cast_mesh.h"
#include "render/engine/deformed_surface.h"
#include "render/engine/section.h"
#include "render/engine/wire_mesh.h"
#include "sinew/render/display_options.h"

namespace sinew {

// One body as the graphics card has it.
struct BodyOnGpu {
  FrameTopology topology;
  Vec3 origin;           // positions on the card are relative to it, m
  Vec3 colour;           // sRGB
  Box3 bounds;           // of the finite nodes now, in the world
  Box3 stage;            // of those that are not of a crumb (body/frame_elements.h)
  double size = 1;       // the diagonal of the surface at rest, m
  bool is_tool = false;  // a thing of steel that is no body; see ToolBodies
  bool closed = false;   // its surface bounds a volume and faces outwards: no back is seen from outside
  // Whether it is a solid, not a sheet.
  bool has_inside() const {
    return !topology.elements->tetrahedra.empty() || !topology.elements->hexahedra.empty();
  }

  std::vector<Index> crumbless;  // the nodes of the stage; empty: all
  // The nodes that move the surface, with the scalar: those of the body, or its carriers if it has any. If a
  // vertex follows more nodes than the card takes, all vertices are placed on the CPU, and each is its own
  // node.
  NodeTexture moving_nodes;
  bool places_vertices = false;
  DeformedSurface surface;
  // Only where shown: all nodes, in their order, with the scalar (wire, cast); velocities of moving_nodes
  // (fur).
  NodeTexture all_nodes, velocities;
  SectionedElements section;  // the elements of wire and cast
  WireMesh wire;
  CastMesh cast;
};

// What of a topology was new, and the bytes that were sent for it.
struct TakenTopology {
  bool surface = false, embedding = false;
  std::size_t bytes = 0;
};

// Makes the body one of this topology, as far as it has other parts and `display` shows them. A surface that
// is the same object keeps its creases and rings, whatever moves it.
TakenTopology take_topology(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display);
// Sends positions, `scalars` (per node, or empty) and whatever else `display` needs. Returns the bytes sent.
std::size_t take_values(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display,
                        const std::vector<float>& scalars);

}  // namespace sinew
