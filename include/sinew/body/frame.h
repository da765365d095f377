#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sinew/base/placement.h"
#include "sinew/base/profile.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

struct Embedding;  // sinew/embed/embedding.h

// A frame is all that leaves the simulation: viewer, recorder and haptics read frames, never a body.

// The topology of a body, which most frames share, has parts. Each part is an object of its own, and is
// replaced by a new object if it changes. A renderer therefore rebuilds a surface only if the surface itself
// changed, not if the elements below it were refined:
//
//   surface --embedding--> nodes of the elements
//   surface --embedding--> carriers --carrier_embedding--> nodes of the elements
//
// Carriers are points that move a surface in place of the nodes: the vertices of a collision mesh, which
// contact may have pushed away from where the nodes would have them.

// At rest, all of them are in the own axes of the body, so that equal bodies at different places share them.

// What is seen, at rest.
struct FrameSurface {
  SurfaceMesh mesh;  // m
  // Per triangle: the number of the cut that made it, from 1; 0 if none did. Empty if there are no cuts.
  std::vector<std::int32_t> cuts;
};

// What the body is made of. Nodes and elements are numbered as in the mesh the body was made from.
struct FrameElements {
  std::vector<Vec3> rest_positions;  // of the nodes, m
  // The elements, of one of these kinds: of a volume, of an octree (its cells), of a sheet or of the surface of
  // a rigid body.
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Hexahedron> hexahedra;
  std::vector<Triangle> triangles;
  std::vector<std::uint8_t> levels;  // of refinement, per element, 0 the finest; empty: all 0

  Index element_count() const {
    return static_cast<Index>(tetrahedra.size() + hexahedra.size() + triangles.size());
  }
};

// The parts of a body that stay the same from frame to frame, as long as they are the same objects.
struct FrameTopology {
  std::shared_ptr<const FrameSurface> surface;
  std::shared_ptr<const Embedding> embedding;  // of the surface's vertices
  std::shared_ptr<const FrameElements> elements;
  std::shared_ptr<const Embedding> carrier_embedding;  // null: there are no carriers

  // Whether all parts are the same objects.
  bool operator==(const FrameTopology&) const = default;
};

// Makes a topology of new objects, without carriers.
FrameTopology make_topology(FrameSurface surface, Embedding embedding, FrameElements elements);

// Energies of a body, J. External: minus the work done by forces that have a potential (gravity), so that the
// sum is constant if nothing else acts.
struct Energies {
  double kinetic = 0, elastic = 0, external = 0;
  double total() const { return kinetic + elastic + external; }
};

// A force on a body, where it acts now.
struct ForceArrow {
  // What exerts the force.
  enum class Kind { kApplied, kPull, kContact, kAttachment };
  Kind kind = Kind::kApplied;
  Vec3 at, force;  // m, N
};

// What a hold exerted on a body in the last step, along the directions that it holds; Newmark: the mean over
// the step. Forces of contact and of pulls on nodes that are held along all directions are not part of it.
// Force and torque are not a number if no step led to the state: at the start, and after a state was
// restored.
struct HoldReaction {
  std::string hold;  // its name
  Vec3 at;           // the mean position of its nodes now, m
  Vec3 force;        // N
  Vec3 torque;       // about that point, N m
};

// What a frame shows of one body.
struct BodyFrame {
  std::string body;
  FrameTopology topology;
  Placement placement;                      // of the axes of the topology in the world
  std::vector<Vec3> positions, velocities;  // per node, m and m/s
  std::vector<Vec3> carriers;               // their positions, m; may be empty
  std::vector<float> stress;                // von Mises, per element, Pa; empty if not asked for
  Energies energies;                        // zero if not asked for
  std::vector<ForceArrow> arrows;           // empty if not asked for
  std::vector<HoldReaction> reactions;      // one per hold; empty if not asked for
};

// A contact that pressed in the last step, between two things, bodies or obstacles.
struct ContactForce {
  std::string a, b;  // names; the same name twice: a body touches itself
  Vec3 at;           // m
  Vec3 normal;       // of length 1, from b to a
  Vec3 force;        // on a, N; b feels the opposite
};

// The sum of the forces of all contacts between two things, a and b; b is empty: of all contacts of a.
struct ContactSum {
  std::string a, b;  // names
  Vec3 force;        // on a, N
};

// A place where two things are near each other.
struct ContactMark {
  // Watched: near enough to be looked at, without force. Glued: a vertex of an attachment.
  enum class Kind { kWatched, kPressed, kGlued };
  Kind kind = Kind::kWatched;
  Vec3 at;      // m
  Vec3 normal;  // of length 1, towards the first of the two; glued: along the force
};

// What an attachment exerted in the last step, in all.
struct AttachmentForce {
  std::string name;  // of the attachment
  std::string a, b;  // names of what is glued, and of what it is glued to
  Index points = 0;  // vertices that are glued now
  Vec3 at = {};      // their mean position, m
  Vec3 force = {};   // on a, N
};

// What contact did in the last step.
struct ContactFrame {
  bool is_on = false;                // whether things collide at all
  std::vector<ContactForce> forces;  // of contacts that press; empty if not asked for
  // Of each pair of bodies if there are not too many, then of each obstacle; empty if reactions are not asked for.
  std::vector<ContactSum> sums;
  std::vector<AttachmentForce> attachments;  // of each; empty if neither forces nor reactions are asked for
  std::vector<ContactMark> marks;            // of all contacts and attachments; empty if not asked for
  std::int64_t contacts = 0;                 // pairs of features that are near enough to be watched
  std::int64_t active = 0;                   // those that press
  std::int64_t held_back = 0;                // unknowns that were held back so that nothing crosses
  std::int64_t blocked = 0;                  // pairs whose motions are prescribed and would cross
  std::int64_t exempt = 0;                   // pairs that crossed at the start and have not parted yet
  std::int64_t asleep = 0;                   // bodies that rest and were not stepped
};

// A thing in the world that is no body: a hand, a blade, a probe, an obstacle. A point p of its shape is at
// position + axes p.
struct ToolFrame {
  std::string name;
  std::shared_ptr<const SurfaceMesh> shape;  // about its own origin, m; another object when it changed
  Vec3 position;                             // m
  Mat3 axes = Mat3::identity();              // a rotation
  bool is_obstacle = false;                  // whether bodies collide with it
};

// The state of a world after a step. Frames are shared between threads and never change while they are.
struct Frame {
  std::int64_t step = 0;
  double time = 0;  // s
  std::vector<BodyFrame> bodies;
  std::vector<ToolFrame> tools;
  ContactFrame contact;
  std::vector<Profile::Zone> zones;  // where the time of all steps so far went
};

// What a body computes for a frame in addition to positions and velocities.
struct FrameContents {
  bool stress = false, energies = false, forces = false, reactions = false, contacts = false;

  // What either asks for.
  FrameContents operator|(const FrameContents& other) const {
    return {stress || other.stress, energies || other.energies, forces || other.forces,
            reactions || other.reactions, contacts || other.contacts};
  }
  bool operator==(const FrameContents&) const = default;
};

// Checksum of everything that changes from step to step except the zones: runs with the same bits have the
// same.
std::uint64_t frame_checksum(const Frame& frame);
// Its parts: the checksum of one body's positions, velocities, carriers, stress, energies, arrows and
// reactions, that of the tools' places, and that of what contact did.
std::uint64_t body_checksum(const BodyFrame& body);
std::uint64_t tools_checksum(const std::vector<ToolFrame>& tools);
std::uint64_t contact_checksum(const ContactFrame& contact);

// Where the nodes are at rest, and how far they are from there now, m, in world coordinates.
std::vector<Vec3> rest_positions(const BodyFrame& frame);
std::vector<Vec3> displacements(const BodyFrame& frame);
// Where the vertices of the surface are in this frame.
std::vector<Vec3> surface_positions(const BodyFrame& frame);
// How they follow the nodes, through the carriers if there are any.
std::shared_ptr<const Embedding> embedding_in_nodes(const FrameTopology& topology);

// Of each node: the mean of the values of the elements around it, weighted by their size at rest.
std::vector<float> node_values(const FrameElements& elements, const std::vector<float>& element_values);

}  // namespace sinew
