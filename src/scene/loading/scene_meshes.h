#pragma once

#include <vector>

#include "scene/loading/body_mesh.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// Meshes of a scene: bodies of type tet with the same mesh share the work. Refers to their descriptions.
class SceneMeshes {
 public:
  explicit SceneMeshes(UpAxis up) : up_(up) {}

  // The mesh of a body in its own axes, scaled; `own` are the keys of its kind.
  BodyMesh of_body(const BodyDescription& body, const TetBodyDescription& own);

 private:
  struct Made {
    const MeshDescription& mesh;
    const TetBodyDescription& own;
    BodyMesh made;
  };

  const BodyMesh& unplaced(const MeshDescription& mesh, const TetBodyDescription& own);

  UpAxis up_;
  std::vector<Made> made_;
};

}  // namespace sinew
