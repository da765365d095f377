#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/mat3.h"
#include "base/profile.h"
#include "embed/bindings.h"
#include "mesh/volume_mesh.h"

namespace sinew {

// A frame is all that leaves the simulation: viewer, recorder and haptics read frames, never a body.

// What stays the same from frame to frame while a body keeps its topology. Nodes and elements are numbered as
// in the mesh the body was made from.
struct FrameTopology {
  std::vector<Vec3> rest_positions;  // of the nodes, m
  // The elements, of one of these kinds: of a volume, of an octree (its cells), of a sheet.
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Hexahedron> hexahedra;
  std::vector<Triangle> triangles;
  SurfaceMesh surface;                  // what is seen, at rest
  Bindings bindings;                    // of the surface's vertices to the nodes
  std::vector<std::uint8_t> levels;     // of refinement, per element, 0 the finest; empty: all 0
  std::vector<std::uint8_t> cut_faces;  // per triangle of the surface: 1 where a cut made it; empty: none

  Index element_count() const {
    return static_cast<Index>(tetrahedra.size() + hexahedra.size() + triangles.size());
  }
};

// J. External: minus the work done by forces that have a potential (gravity), so that the sum stays where
// nothing else acts.
struct Energies {
  double kinetic = 0, elastic = 0, external = 0;
  double total() const { return kinetic + elastic + external; }
};

// A force on a body, where it acts now.
struct ForceArrow {
  enum class Kind { kApplied, kPull, kContact };
  Kind kind = Kind::kApplied;
  Vec3 at, force;  // m, N
};

struct BodyFrame {
  std::string body;
  std::shared_ptr<const FrameTopology> topology;  // another object when the topology changed
  std::vector<Vec3> positions, velocities;        // per node, m and m/s
  std::vector<float> stress;                      // von Mises, per element, Pa; empty if not asked for
  Energies energies;                              // zero if not asked for
  std::vector<ForceArrow> arrows;                 // empty if not asked for
};

// A thing in the world that is no body: a hand, a blade, a probe. A point p of its shape is at
// position + axes p.
struct ToolFrame {
  std::string name;
  std::shared_ptr<const SurfaceMesh> shape;  // about its own origin, m; another object when it changed
  Vec3 position;                             // m
  Mat3 axes = Mat3::identity();              // a rotation
};

struct Frame {
  std::int64_t step = 0;
  double time = 0;  // s
  std::vector<BodyFrame> bodies;
  std::vector<ToolFrame> tools;
  std::vector<Profile::Zone> zones;  // where the time of all steps so far went
  std::uint64_t checksum = 0;        // of frames that went through an exchange: their frame_checksum
};

// What a body works out for a frame besides positions and velocities.
struct FrameContents {
  bool stress = false, energies = false, forces = false;

  // What either asks for.
  FrameContents operator|(const FrameContents& other) const {
    return {stress || other.stress, energies || other.energies, forces || other.forces};
  }
  bool operator==(const FrameContents&) const = default;
};

// Checksum of everything that changes from step to step except the zones: a torn frame has another one than
// it was given, and runs with the same bits have the same.
std::uint64_t frame_checksum(const Frame& frame);
// Its parts: of one body's positions, velocities, stress, energies and arrows, and of where the tools are.
std::uint64_t body_checksum(const BodyFrame& body);
std::uint64_t tools_checksum(const std::vector<ToolFrame>& tools);

// Where the vertices of the surface are in this frame.
std::vector<Vec3> surface_positions(const BodyFrame& frame);

// Of each node: the mean of the values of the elements around it, weighted by their size at rest.
std::vector<float> node_values(const FrameTopology& topology, const std::vector<float>& element_values);

}  // namespace sinew
