#pragma once

#include "render/window/panels.h"
#include "sinew/body/body.h"

namespace sinew {

// Makes the event that sets a parameter: tune_event or tool_event.
using ParameterEvent = InputEvent (*)(std::string whose, std::string name, double value);

// A line of a panel: the parameter, to drag or to type, and its name, which resets it to `untuned`.
void draw_slider(const std::string& whose, const Tunable& tunable, double untuned, ParameterEvent event,
                 EventSink& out);

}  // namespace sinew
