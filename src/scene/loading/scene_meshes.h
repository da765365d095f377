#pragma once

#include <vector>

#include "scene/loading/body_mesh.h"
#include "scene/loading/filled_surface.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// Meshes and voxels of a scene, each made once: bodies with the same mesh share the work. Refers to the
// meshes' descriptions.
class SceneMeshes {
 public:
  explicit SceneMeshes(UpAxis up) : up_(up) {}

  // The mesh of a body of type tet in its own axes, scaled; `own` are the keys of its kind.
  BodyMesh of_body(const BodyDescription& body, const TetBodyDescription& own);
  // The voxels of a body of type octree.
  FilledSurface filled(const BodyDescription& body, const OctreeBodyDescription& own);
  // The surface of a body of type rigid, in its own axes, scaled.
  SurfaceMesh bounding(const BodyDescription& body);

 private:
  struct Made {
    const MeshDescription& mesh;
    TetBodyDescription own;
    BodyMesh made;
  };
  struct Filled {
    const MeshDescription& mesh;
    OctreeBodyDescription own;
    double scale;
    FilledSurface filled;
  };

  struct Bounding {
    const MeshDescription& mesh;
    SurfaceMesh surface;
  };

  const BodyMesh& unplaced(const MeshDescription& mesh, const TetBodyDescription& own);

  UpAxis up_;
  std::vector<Made> made_;
  std::vector<Filled> filled_;
  std::vector<Bounding> bounding_;
};

}  // namespace sinew
