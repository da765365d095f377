#pragma once

#include <memory>

#include "sinew/octree/octree_body.h"
#include "sinew/world/world.h"

namespace sinew {

// The scenes of `sinew bench seiler-...`, after [Seiler11, sec. 7]: steps of 0.01 s by backward Euler, corotated strain.
inline constexpr double kSeilerStep = 0.01;

// How a body is resolved and solved.
struct SeilerRun {
  bool adapts = false;      // else all cells are of the finest level
  bool has_levels = true;   // else conjugate gradients without levels
  double tolerance = 1e-5;  // of a step's residual
};

struct SeilerScene {
  World world;
  const OctreeBody* body = nullptr;
  Index full_elements = 0;
  double size = 0;  // the longest side, m
  int steps = 0;
};

// A bar of 16 x 8 x 8 cells that sags between two boxes under its ends: fig. 2, with 2e4 kg/m^3 for the paper's 2e5, which
// is ten times the densest metal.
SeilerScene seiler_bar(const SeilerRun& run);
// A plane of 16 x 4 x 16 cells on the ground, and a ball that is pressed into it and led along: fig. 4.
SeilerScene seiler_plane(const SeilerRun& run);

// The height of what was the body's top face at rest at this place, m.
double top_height(const World& world, double x, double z);

// Of the plane: where the ball is at a time, m.
Vec3 seiler_ball(double time);
inline constexpr double kSeilerBall = 0.02;  // its radius, m

}  // namespace sinew
