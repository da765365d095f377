#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/base/placement.h"
#include "sinew/body/body.h"
#include "sinew/mesh/surface_mesh.h"
#include "sinew/model/blade.h"
#include "sinew/model/contact_choice.h"
#include "sinew/model/forces.h"
#include "sinew/model/material_map.h"
#include "sinew/model/motion.h"
#include "sinew/octree/octree_adaptivity.h"
#include "sinew/octree/voxels.h"
#include "sinew/stepping/elastic_body.h"

namespace sinew {

// What is seen of an octree.
enum class OctreeSurface {
  kSmooth,  // splitting cubes: along the true boundary and the cuts [Dick11, sec. 7]
  kOwn,     // the surface that the body was made from, split along the cuts
  kCells    // the faces of the cells
};

// The names that scene files use, in the order of OctreeSurface.
inline constexpr std::array<std::string_view, 3> kOctreeSurfaceNames{"smooth", "own", "cells"};

// The input of an OctreeBody. Voxels and own surface are in the body's own axes, which `placement` puts into the
// world; all else is in world coordinates. The cells lie along the own axes. Bodies that are equal in their own
// axes share their rest data; those with holds or rules for materials, if they are also at the same place.
struct OctreeBodyModel {
  OctreeVoxels voxels = {};
  int coarsest = 3;            // level of the largest cells in the interior, 0 to 3
  MaterialMap materials = {};  // by the centres of cells; cells are of level 0 where they change
  std::vector<RegionHold> holds = {};
  std::vector<Force> forces = {Gravity{}};
  Vec3 velocity = {};  // at the start, m/s
  OctreeSurface surface = OctreeSurface::kSmooth;
  SurfaceMesh own_surface = {};        // the surface from which the voxels were made, m; may be empty
  ContactChoice contact_surface = {};  // while the body is not cut
  Placement placement = {};
  // Cells may then be large at the boundary too, and follow the deformation; else they change with cuts alone.
  std::optional<OctreeAdaptivity> adaptive = {};
};

// What an adaptive body did so far.
struct OctreeFrontTally {
  std::int64_t changes = 0;            // of its cells
  std::int64_t split = 0, merged = 0;  // cells that were split, and blocks that were merged
  double jump = 0;                     // the largest distance by which a change moved a vertex at once, m
  double momentum_given = 0;           // the largest speed that a change added to a free piece, m/s
};

struct CellRotation;
class CellWishes;
class OctreeDiscretization;
struct OctreeParts;
struct OctreeRest;

// The body of [Dick11]: an octree of cubes that can be cut, with an implicit step solved by multigrid. Masses
// are lumped. The nodes of its frames are all vertices, including hanging ones (T-junctions), and the
// elements are its cells; both change with a cut. Pieces that are cut off are parts of the same body.
class OctreeBody final : public ElasticBody, public Cuttable, public Adaptive {
 public:
  // Throws Error if materials, holds, forces, the contact surface or what adapts are invalid (naming them as rules[i],
  // holds[i], forces[i], contact_surface, adaptive), if the strain is Green's, and if nothing holds a piece of a static body, unless the piece is a crumb, tiny
  // beside the others.
  OctreeBody(std::string name, OctreeBodyModel model, const ElasticParams& params);
  ~OctreeBody() override;

  BodyMeasure measure() const override;
  // The cut links and the tips of strokes are part of the state: a state from before or after a cut can be
  // restored.
  BodyState state() const override;
  void restore(const BodyState& state) override;
  // Pulls keep their place on the body when it is cut.
  bool cut(const Blade& blade) override;
  bool sweep(const BladeSweep& sweep) override;
  Cuttable* cuttable() override { return this; }
  // Null unless the model says how.
  Adaptive* adaptive() override;
  bool adapt(double dt, const MovingParts& moving, const JumpCheck& crosses = {}) override;
  // Of an adaptive body, also its budget of cells: the most that deformation may ask for.
  std::vector<Tunable> tunables() const override;
  void tune(const std::string& name, double value) override;
  OctreeFrontTally front_tally() const;

  // For tests and benches: the body at rest, of the materials that it was made of. Equal bodies share it.
  const OctreeRest& rest() const;
  // For tests and benches: changes an adaptive body to the cells that these wishes give, or finer ones where its contact
  // surface would cross something. Returns whether they are others.
  bool change_cells(CellWishes wishes, const JumpCheck& crosses = {});
  // For tests and benches: cuts that touch a larger share of the body's bricks of 8 x 8 x 8 voxels rebuild
  // everything, smaller ones only what they touch. Both give the same bits. 0: every cut rebuilds everything.
  void patch_cuts_up_to(double share_of_bricks);

 private:
  struct Cuts;

  OctreeDiscretization& parts() const;
  // The blade must be valid, and is in own axes.
  bool cut_as(const Blade& blade, std::int32_t cut);
  // Replaces the discretization by that of these parts, and calls finish(). If either throws, the body is
  // unchanged; `rotations` are those of its cells.
  template <typename Finish>
  void replace(std::shared_ptr<const OctreeParts> next, std::span<const CellRotation> rotations,
               Finish&& finish);

  std::unique_ptr<Cuts> cuts_;
};

}  // namespace sinew
