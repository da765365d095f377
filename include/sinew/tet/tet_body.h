#pragma once

#include <optional>
#include <vector>

#include "sinew/base/placement.h"
#include "sinew/elastic/material.h"
#include "sinew/mesh/surface_mesh.h"
#include "sinew/mesh/volume_mesh.h"
#include "sinew/model/contact_choice.h"
#include "sinew/model/forces.h"
#include "sinew/model/motion.h"
#include "sinew/stepping/elastic_body.h"

namespace sinew {

// A thin sheet of triangles, for cloth.
struct Sheet {
  std::vector<SurfaceMesh> levels;  // from fine to coarse, nested or not
  double thickness = 1e-3;          // m
  double bending = 1;               // factor on the bending stiffness of a plate of this thickness; 0: none
};

// The input of a TetBody. Either `levels` or `sheet` is given. Levels, sheet and surface are in the body's own
// axes, which `placement` puts into the world; all else is in world coordinates. Bodies that are equal in their
// own axes share their rest data.
struct TetBodyModel {
  std::vector<VolumeMesh> levels = {};  // from fine to coarse, nested or not; the first is the body
  std::optional<Sheet> sheet = {};
  std::vector<Material> materials = {Material{}};  // one for all, or one per element
  std::vector<Hold> holds = {};                    // nodes that the world moves or fixes (Dirichlet)
  std::vector<Force> forces = {Gravity{}};
  Vec3 velocity = {};                  // at the start, m/s
  SurfaceMesh surface = {};            // the visible surface; empty: the body's own boundary
  ContactChoice contact_surface = {};  // a sheet: always what is seen
  Placement placement = {};
};

class TetDiscretization;
class TetSystem;
struct ElasticRest;

// The body of [Georgii05]: heterogeneous tetrahedra, or triangles in space, with an implicit step solved by
// multigrid. The nodes and elements of its frames are numbered as in the input mesh.
class TetBody final : public ElasticBody {
 public:
  // Throws Error if the model is invalid, if a sheet has corotated strain or a contact surface of its own, and if nothing holds a piece of a
  // static body.
  TetBody(std::string name, const TetBodyModel& model, const ElasticParams& params);

  BodyMeasure measure() const override;

  // For tests and benches: the body at rest, its levels, and the system of the last step.
  const ElasticRest& rest() const;
  int levels() const;
  const TetSystem& system() const;

 private:
  const TetDiscretization& parts() const;
};

}  // namespace sinew
