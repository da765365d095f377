#pragma once

#include "render/window/session.h"
#include "render/window/step_history.h"

namespace sinew {

// What the viewer itself knows, for the panels to show.
struct ViewerState {
  double frames_per_second = 0;
  bool recording_movie = false;
  std::string notice;  // of the last thing saved
};

using EventSink = std::vector<InputEvent>;

// Panels show a session and put out events; they change nothing themselves. To be called between
// begin_panels and end_panels of the window. Sizes in pixels.

// All of them, docked on the left.
void draw_panels(const Session& session, const StepHistory& history, const ViewerState& state,
                 EventSink& out);

// Parts of that.
void draw_run_buttons(const Session& session, const ViewerState& state, EventSink& out);
void draw_tool_panel(const Session& session, EventSink& out);
void draw_body_panel(const Session& session, EventSink& out);
void draw_solver_panel(const Session& session, EventSink& out);
void draw_display_panel(const Session& session, EventSink& out);
void draw_plots(const StepHistory& history);
// Of the tool "feel": how its servo is served.
void draw_feel_panel(const ServoStatistics& statistics);

// Over the picture: the state of the run, trouble, the lines of the tool in use, the list of keys.
void draw_over_picture(const Session& session, const ViewerState& state);
// "step 120, 2.40 s, 50 steps/s, playing".
std::string status_text(const Session& session);

}  // namespace sinew
