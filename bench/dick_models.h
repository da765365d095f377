#pragma once

#include <string_view>

#include "sinew/model/blade.h"
#include "sinew/octree/octree_body.h"

namespace sinew {

// The bodies of [Dick11, table 1] as bench/dick_*_bench.cpp measure them: E 1e6 Pa, nu 0.3, 1000 kg/m^3, on
// their feet under gravity, in steps of 0.03 s with corotated cells. The rabbit stands in for the bunny, the
// figure for the armadillo.
inline constexpr double kDickStep = 0.03;

struct DickModel {
  OctreeBodyModel body;  // uncut; its surface is the faces of its cells
  Blade blade;           // cuts it in one go
};

struct DickCase {
  const char* name;         // "rabbit-8k", after its number of cells once it is cut
  const char* model;        // of sinew/shape/models.h
  Index resolution;         // voxels along its longest side
  const char* paper_model;  // and its values in tables 1 and 2
  const char *paper_cells, *paper_cut_cells, *paper_uniform_cells;
  double paper_cutting, paper_step, paper_uniform_step;  // s
  double paper_mg, paper_mg_error, paper_cg_error, paper_cg;
};
std::span<const DickCase> dick_cases();
const DickCase& dick_case(std::string_view name);

DickModel make_dick_model(const DickCase& row);
// The cube of sec. 8.2, in one of its three states.
enum class CubeCut { kNone, kAligned, kRotated };
DickModel make_dick_cube(CubeCut cut, Index resolution = 80);
// The same cube, cut from above down to this height by as many blades in each direction, rotated about the
// vertical.
struct DickRods {
  int blades = 11;
  double degrees = 25;
  double lowest = 0.5;  // m, of 1
  Index resolution = 80;
};
DickModel make_dick_rods(const DickRods& rods);

// A rectangle around a point, spanned by two directions of half its sides.
Blade plate(const Vec3& centre, const Vec3& a, const Vec3& b);
// A body that stands on y = 0 and is held by its lowest twentieth.
OctreeBodyModel standing_body(LinkedVoxels voxels, const Box3& box);

// V-cycles alone, this many per step of the generalized-alpha scheme: Newmark's, which the paper uses, has
// millions of times its elastic energy after 250 steps.
ElasticParams dick_params(int cycles = 3);

}  // namespace sinew
