// Values of --set, one a line, for a scene with a body of every kind of key.
#include "fuzz/scene_files.h"
#include "sinew/scene/scene_description.h"

namespace sinew::fuzz {

namespace {

constexpr std::string_view kScene = R"({"sinew": 1, "gravity": [0, -9.81, 0],
 "bodies": [{"name": "bar", "mesh": {"box": {"size": [1, 1, 1], "cells": [2, 2, 2]}}, "material": "rubber",
             "hold": [{"region": {"box": [[-1, -1, -1], [0, 2, 2]]}}]},
            {"name": "cube", "type": "octree", "mesh": "cube.obj",
             "material": {"young": 1e5, "regions": []}}],
 "forces": [{"type": "wind", "velocity": [1, 0, 0]}],
 "record": {"probes": [{"name": "tip", "body": "bar", "at": [1, 1, 1]}]}})";

std::vector<std::string> lines_of(std::string_view bytes) {
  std::vector<std::string> lines;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    lines.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return lines;
}

}  // namespace

void read_input(std::string_view bytes) {
  [[maybe_unused]] static const bool once = [] {
    scene_from_text(kScene, {}, "scene.json", scene_folder().path());  // is taken as it is
    return true;
  }();
  is_taken([&] { scene_from_text(kScene, lines_of(bytes), "scene.json", scene_folder().path()); });
}

}  // namespace sinew::fuzz
