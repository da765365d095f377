#pragma once

#include "body/body.h"
#include "scene/loading/body_mesh.h"
#include "scene/loading/scene_place.h"

namespace sinew {

// Makes a body of type tet, or a sheet, of its description and its mesh, which is placed already. Throws
// Error with the place of the part that is wrong.
std::unique_ptr<Body> make_tet_body(const SceneDescription& scene, const BodyDescription& body, BodyMesh mesh,
                                    const ScenePlace& place);

}  // namespace sinew
