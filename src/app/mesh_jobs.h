#pragma once

#include <map>
#include <string>

#include "sinew/base/geometry.h"

namespace sinew {

// The work behind `sinew mesh`, one function per kind: load, mesh, write, and print a table of the result.
// All may throw Error; then nothing is written.
struct MeshJob {
  std::string input, output;
};

void make_tetrahedra(const MeshJob& job, Index target);
// Writes OUT with _level0, _level1, ... before its extension. `finest` 0: a ratio of 4 between levels.
void make_hierarchy(const MeshJob& job, int levels, Index finest, const std::map<int, std::string>& given);
void make_voxels(const MeshJob& job, Index resolution);
void refine_volume(const MeshJob& job, int times);
void decimate_surface(const MeshJob& job, Index triangles);
void remesh_surface(const MeshJob& job, Index levels, Index base_triangles);

}  // namespace sinew
