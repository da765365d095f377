#pragma once

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "sinew/base/error.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// The smallest scene there is, with more keys for its body and for itself.
inline std::string small_scene(const std::string& of_body = "", const std::string& of_scene = "") {
  return R"({"sinew": 1,
 "bodies": [
  {"name": "bar", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}},
   "material": "rubber")" +
         (of_body.empty() ? "" : ",\n   " + of_body) + "}\n ]" + (of_scene.empty() ? "" : ",\n " + of_scene) +
         "}\n";
}

// What reading complains of; empty if it does not.
inline std::string complaint_about(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    scene_from_text(text, overrides, "s.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace sinew
