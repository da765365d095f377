#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/base/placement.h"
#include "sinew/body/body.h"
#include "sinew/elastic/material.h"
#include "sinew/mesh/surface_mesh.h"
#include "sinew/mesh/volume_mesh.h"
#include "sinew/model/forces.h"
#include "sinew/model/motion.h"

namespace sinew {

// What is known of a body by its responses to forces: its surface, which vertices are held, and how the others answer.
struct KnownResponses;  // greens/responses/known_responses.h

// Computes the responses of a small body of tetrahedra, for which quadratic ones are taken [JamesPai03, sec. 3.1.2]. The
// surface is the boundary of the mesh, whose vertices are numbered in the order of the nodes. `held`: nodes of the
// boundary. Throws Error if the mesh or the material is invalid, or if a piece is not held by three nodes off one line.
std::shared_ptr<const KnownResponses> responses_of_elements(const VolumeMesh& mesh, const Material& material,
                                                            const std::vector<Index>& held);
// The surface of a body that is known.
const SurfaceMesh& surface_of(const KnownResponses& known);

// The same body in less detail [JamesPai03, sec. 9.1]: only the vertices of this level of a semi-regular surface are there
// to be touched and evaluated, and move as they do in full. Throws Error if there is no such level.
std::shared_ptr<const KnownResponses> at_detail(const std::shared_ptr<const KnownResponses>& known,
                                                Index level);

// What is seen of a body in place of its surface, which is then a control mesh [JamesPai03, sec. 9.2]: a subdivision surface,
// displaced along its normals to a detailed surface at rest.
struct DisplacedDisplay {
  int steps = 2;         // of Loop's subdivision, 0 to 6; each has four times the triangles of the one before
  SurfaceMesh detailed;  // closed, in own axes, near the body's
};

// The input of a GreensBody. The surface and the responses are in the body's own axes, which `placement` puts into the
// world; all else is in world coordinates.
struct GreensBodyModel {
  std::shared_ptr<const KnownResponses> responses;
  // Their nodes are vertices of the surface, and the held ones of the responses are those of all holds together. The
  // body follows its holds, which all have the same motion.
  std::vector<Hold> holds;
  std::vector<Force> forces = {Gravity{}};
  Placement placement = {};
  std::optional<DisplacedDisplay> display = {};  // default: its surface is seen as it is
};

// A linear elastic body in balance that is known by its responses to forces [JamesPai03]: in each step it is in balance
// under its weight, forces from outside, pulls and contact, whatever came before. Displacements are linear in the
// forces, so they should be small against the body. It has no inertia and cannot be cut. The nodes of its frames are
// the vertices of its surface, and the elements are its triangles, without stress. Contact touches this surface, whatever
// is seen.
//
// Forces that depend on where the body is (pressure, wind) are those of the step before.
class GreensBody final : public Body, public Pullable, public TunableBody {
 public:
  // Throws Error, with a remedy, if there are no responses, if nothing is held, if holds do not have the vertices that
  // are held in the responses, hold some directions alone or move differently, or if a force is invalid or of a kind
  // whose response is not known (naming it as forces[i]).
  GreensBody(std::string name, GreensBodyModel model);
  ~GreensBody() override;

  const std::string& name() const override;
  void begin_step(double time, double dt) override;
  bool relax() override;
  void end_step() override;
  void commit() override;
  void publish(const FrameContents& contents, BodyFrame& frame) const override;
  ContactSide* contact_side() override;
  StepTally tally() const override;
  BodyMeasure measure() const override;
  // How many vertices are free, how the responses were found, and what their compression leaves out.
  std::string remark() const override;
  // Displacements, velocities, forces and time.
  BodyState state() const override;
  void restore(const BodyState& state) override;
  Pullable* pullable() override { return this; }
  void set_pulls(std::vector<Pull> pulls) override;
  std::vector<Vec3> pull_forces() const override;
  Mat3 step_compliance(const Pull& patch) const override;
  TunableBody* tunable() override { return this; }
  // Young's modulus and density, by which responses are scaled.
  std::vector<Tunable> tunables() const override;
  void tune(const std::string& name, double value) override;

  // Of the current state: the energies, J; what holds exert, as HoldReaction says, if there is one hold; and the
  // displacements of the vertices, m, in world coordinates.
  Energies energies() const;
  std::vector<HoldReaction> reactions() const;
  std::vector<Vec3> displacements() const;

 private:
  struct Parts;

  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
