#pragma once

#include "scene/loading/body_mesh.h"
#include "scene/loading/scene_place.h"

namespace sinew {

// Makes a body of its description and its mesh, which is placed already. Throws Error with the place of the
// part that is wrong.
std::unique_ptr<Body> make_body(const SceneDescription& scene, const BodyDescription& body, BodyMesh mesh,
                                const ScenePlace& place);

// Warns of a mesh file that looks as if it were in another unit, and of a body of a size that is unlikely.
// `box` is that of the body at rest, m.
void question_size(const BodyDescription& body, const Box3& box, const ScenePlace& place);

// Warns of materials so near incompressible that the digits of the matrices are used up.
void question_material(const MaterialDescription& material, const ScenePlace& place);

}  // namespace sinew
