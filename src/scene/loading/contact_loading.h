#pragma once

#include "sinew/contact/attachment.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// The obstacles that a scene describes: its ground first, which is called "ground". Throws Error if the surface
// of one is not closed.
std::vector<Obstacle> scene_obstacles(const SceneDescription& scene, const std::string& name);

// The obstacle at that place of the scene.
Obstacle scene_obstacle(const ObstacleDescription& description, const ScenePlace& place);

// The attachment at that place of the scene, with the region that it means.
Attachment scene_attachment(const AttachmentDescription& description);

// What of the body at that place collides; a mesh is read and scaled.
ContactChoice scene_contact_surface(const BodyDescription& body, const ScenePlace& place);
// An error about it that a body gave.
Error with_contact_place(const Error& error, const ScenePlace& body);

}  // namespace sinew
