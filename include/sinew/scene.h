#pragma once

// Scene files: read, made into worlds, extended by kinds of bodies, and recorded runs as frames again. CMake
// component scene, target sinew::scene.

#include "sinew/core.h"
#include "sinew/playback/frame_source.h"
#include "sinew/scene/body_kind.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"
#include "sinew/scene/rules/rule.h"
#include "sinew/scene/scene_description.h"
#include "sinew/scene/view_description.h"
