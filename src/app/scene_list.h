#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// The files of scenes/, part of the program (scene_list.cpp is made from them by CMake): by name, without
// the extension, in alphabetical order. None of them names another file.
struct BuiltInScene {
  std::string_view name, text;
};
const std::vector<BuiltInScene>& built_in_scenes();
std::vector<std::string> scene_names();

// nullptr if there is none of that name.
const BuiltInScene* scene_named(std::string_view name);
// Throws Error, with a suggestion, instead.
const BuiltInScene& find_scene(std::string_view name);

}  // namespace sinew
