#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "render/window/panels.h"
#include "render/window/parameter_slider.h"

namespace sinew {

namespace {

// The others are of the material.
constexpr std::array<std::string_view, 4> kSolverParameters{"cycles", "sweeps before", "sweeps after",
                                                            "tolerance"};

bool belongs_to_solver(const Tunable& tunable) {
  return std::find(kSolverParameters.begin(), kSolverParameters.end(), tunable.name) !=
         kSolverParameters.end();
}

// How many elements it has now: cells come and go as they follow a deformation.
void draw_element_count(const Frame& frame, const std::string& name) {
  for (const BodyFrame& body : frame.bodies) {
    if (body.body != name || !body.topology.elements) continue;
    const FrameElements& elements = *body.topology.elements;
    ImGui::TextDisabled("%s", fmt::format("{} {}", elements.element_count(),
                                          elements.hexahedra.empty() ? "elements" : "cells")
                                  .c_str());
  }
}

// The parameters of every body: those of the solver, or the others.
void draw_parameters(const Session& session, bool of_solver, EventSink& out) {
  const auto& bodies = session.status().bodies;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const auto& [name, tunables] = bodies[b];
    ImGui::PushID(static_cast<int>(b));
    const bool open =
        bodies.size() == 1 ||
        ImGui::TreeNodeEx(name.c_str(), b == 0 && !of_solver ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    if (open) {
      if (bodies.size() == 1 && !of_solver) ImGui::TextDisabled("%s", name.c_str());
      if (!of_solver) draw_element_count(session.frame(), name);
      for (std::size_t t = 0; t < tunables.size(); ++t)
        if (belongs_to_solver(tunables[t]) == of_solver)
          draw_slider(name, tunables[t], session.untuned()[b].tunables[t].value, tune_event, out);
      if (bodies.size() > 1) ImGui::TreePop();
    }
    ImGui::PopID();
  }
}

}  // namespace

void draw_body_panel(const Session& session, EventSink& out) { draw_parameters(session, false, out); }
void draw_solver_panel(const Session& session, EventSink& out) { draw_parameters(session, true, out); }

}  // namespace sinew
