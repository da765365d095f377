#pragma once

// All public headers. A program that needs less includes sinew/core.h or sinew/scene.h, or what it uses.

#include "sinew/render.h"
