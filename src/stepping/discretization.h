#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/contact_surface.h"
#include "sinew/body/body.h"
#include "sinew/body/frame.h"
#include "sinew/elastic/material.h"
#include "sinew/embed/embedding.h"
#include "stepping/free_pieces.h"
#include "stepping/step_forces.h"
#include "stepping/step_nodes.h"
#include "stepping/step_system.h"

namespace sinew {

// What an elastic body (sinew/stepping/elastic_body.h) consists of as it is meshed now: the unknowns of its steps,
// the forces on them, their system, and how frames show them. A cut replaces it.
class Discretization {
 public:
  using In = std::span<const Block3<double>>;

  virtual ~Discretization() = default;

  // For the stepper, which refers to them. All vectors have a block per unknown and are in the own axes of the
  // body, except those of forces(), which are in the axes of the world.
  virtual StepNodes unknowns() const = 0;
  virtual StepForces& forces() = 0;
  virtual StepSystem& system() = 0;

  // What frames show, with its nodes; in own axes.
  virtual const FrameTopology& topology() const = 0;
  // Sets `nodes` to the displacements or velocities of the nodes of frames, given those of the unknowns.
  virtual void at_nodes(In unknowns, std::span<Vec3> nodes) const = 0;
  // How the nodes of frames follow the unknowns.
  virtual Embedding nodes_by_unknowns() const = 0;
  // Turns a pull on nodes of frames into the same pull on unknowns.
  virtual Pull by_unknowns(Pull pull) const = 0;

  // The materials before tuning: one, or one per element.
  virtual std::span<const Material> made_of() const = 0;
  // Changes the materials, one or one per element; must be called before the scheme is set.
  virtual void set_materials(const std::vector<Material>& materials) = 0;
  // The largest K dt^2 / M of the body as it is now (stepping/stiffness_limit.h).
  virtual double stiffness_over_inertia(const StepScheme& scheme) const = 0;
  // Per element: whether its piece is free, that is, held by nothing or by nodes on one line only. Empty if
  // no piece is free.
  virtual std::vector<char> free_elements() const = 0;
  // Of a sheet, m; 0: of a solid.
  virtual double sheet_thickness() const { return 0; }
  // What collides; null: nothing does. Made when it is asked for. Default: what is seen.
  virtual std::shared_ptr<const ContactSurface> contact_surface() const;
  // How points within it follow the nodes of frames, by their places: not for bodies that are cut. Throws Error if its
  // elements have no inside.
  Embedding bind_inside(std::span<const Vec3> points) const;
  // The pieces that no hold touches, by unknowns.
  virtual std::shared_ptr<const LoosePieces> loose_pieces() const = 0;

 protected:
  // A mesh in own axes, m, that follows the nodes of frames by this embedding.
  ContactSurface contact_surface_of(const SurfaceMesh& mesh, const Embedding& in_nodes) const;
};

}  // namespace sinew
