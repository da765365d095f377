#pragma once

#include "render/camera.h"
#include "render/display_options.h"
#include "scene/load_world.h"

namespace sinew {

Vec3 up_direction(UpAxis up);

// What a scene asks to see.
DisplayOptions display_for(const ViewDescription& view, UpAxis up);
DisplayOptions display_for(const LoadedWorld& loaded);

// From where a scene asks to be seen, with all of the frame's surfaces in the picture at zoom 1.
Camera camera_for(const ViewDescription& view, UpAxis up, const Frame& frame, double aspect);

// The vertices of all surfaces, m.
std::vector<Vec3> points_of(const Frame& frame);

}  // namespace sinew
