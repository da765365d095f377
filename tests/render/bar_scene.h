#pragma once

namespace sinew::test {

// A bar that is held at its left end and lies across the middle of the picture.
inline constexpr const char* kBar = R"({
  "sinew": 1, "step": 0.01, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "bar", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [5, 1, 1]}}, "material": "rubber",
    "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}]
  }],
  "view": {"azimuth": 0, "elevation": 0}
})";

}  // namespace sinew::test
