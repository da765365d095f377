#pragma once

// Pictures, movies and the window. CMake component render, target sinew::render.

#include "sinew/render/camera.h"
#include "sinew/render/display_options.h"
#include "sinew/render/picture.h"
#include "sinew/render/renderer.h"
#include "sinew/render/studio.h"
#include "sinew/render/viewer.h"
#include "sinew/scene.h"
