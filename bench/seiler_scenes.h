#pragma once

#include <memory>

#include "sinew/octree/octree_body.h"
#include "sinew/world/world.h"

namespace sinew {

// The scenes of `sinew bench seiler-...`, after [Seiler11, sec. 7]: steps of 0.01 s by backward Euler, corotated strain.
inline constexpr double kSeilerStep = 0.01;

// How a body is resolved and solved.
struct SeilerRun {
  bool adapts = false;        // else all cells are of the finest level
  bool has_levels = true;     // else conjugate gradients without levels
  bool by_gradients = false;  // conjugate gradients in any case
  int tool_level = 1;         // of the plane: of the cells under the ball
  double split_above = 0.02;  // of the plane
  Index most_cells = 130;     // of the plane
  int passes = 1;             // of the plane: how often the ball is led along, and back again
  double tolerance = 1e-3;    // of a step's residual
  bool by_positions = false;  // of the plane: the paper's contact, else forces
};

struct SeilerScene {
  World world;
  OctreeBody* body = nullptr;
  std::unique_ptr<OctreeBody> twin;  // the same body, apart from the world: nothing touches it
  Index full_elements = 0;
  double size = 0;  // the longest side, m
  int steps = 0;
};

// A bar of 16 x 8 x 8 cells that sags between two boxes under its ends: fig. 2, with 2e4 kg/m^3 for the paper's 2e5, which
// is ten times the densest metal.
SeilerScene seiler_bar(const SeilerRun& run);
// A plane of 16 x 4 x 16 cells on the ground, and a ball that is pressed into it and led along: fig. 4. The boundary of 7,680
// tetrahedra collides.
SeilerScene seiler_plane(const SeilerRun& run);

// The height of the vertex of the body's top face at rest that is nearest to this place, m.
double top_height(const World& world, double x, double z);
// The height of the body's surface at this place, m: as it is seen, and where the cells would have it.
double height_under(const World& world, double x, double z);
double cell_height_under(const World& world, double x, double z);

// Of the plane: the height of its top at rest, and where the ball is at a time of its first pass, m.
double seiler_plane_top();
Vec3 seiler_ball(double time);
inline constexpr double kSeilerBall = 0.02;  // its radius, m

}  // namespace sinew
