#pragma once

#include <optional>
#include <span>
#include <vector>

#include "scene/loading/mesh_questions.h"
#include "sinew/mesh/volume_mesh.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// The meshes of a body, in metres: of tetrahedra or, for a sheet, of triangles, from fine to coarse.
struct BodyMesh {
  std::vector<VolumeMesh> levels;
  std::vector<SurfaceMesh> sheet_levels;
  SurfaceMesh surface;               // what is seen; empty for the body's own boundary
  std::optional<SolidFit> fit = {};  // if a surface was filled

  const std::vector<Vec3>& positions() const {
    return sheet_levels.empty() ? levels[0].positions : sheet_levels[0].positions;
  }
  // Of the elements of the finest level.
  std::vector<Vec3> element_centres() const;
};

// Reads or makes the mesh (a surface is filled), and the coarser
// levels that multigrid needs: a few hundred elements on the coarsest, some six times as many (four on a
// sheet) from level to level, unless the scene says how many levels there are. It is not yet scaled or placed.
BodyMesh make_body_mesh(const MeshDescription& mesh, const TetBodyDescription& body, UpAxis up);

// Whether two bodies get the same result from make_body_mesh if the mesh of the scene is the same.
bool same_mesh(const TetBodyDescription& a, const TetBodyDescription& b);

// Scales all of it.
void scale(BodyMesh& mesh, double factor);

}  // namespace sinew
