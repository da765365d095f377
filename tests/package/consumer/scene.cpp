#include <sinew/scene.h>

int main() {
  const sinew::SceneDescription scene = sinew::scene_from_text(R"({"sinew": 1, "bodies": [
      {"name": "bar", "material": "rubber", "mesh": {"box": {"size": [1, 1, 1], "cells": [2, 2, 2]}}}]})");
  sinew::SimulatedWorld bar = sinew::simulated(sinew::load_world(scene, "bar"));
  sinew::SimulationOptions options;
  options.steps = 2, options.playing = true;
  sinew::Simulation simulation(std::move(bar), options);
  while (simulation.advance()) {
  }
  return simulation.frame().step == 2 && !simulation.status().failed ? 0 : 1;
}
