#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace sinew {

// Where in a scene something comes from: the file and the path of a value, "bar.json: bodies[0].mesh".
struct ScenePlace {
  std::string file, path;

  ScenePlace member(std::string_view key) const;
  ScenePlace item(std::size_t index) const;
  std::string text() const { return file + ": " + path; }

  // What a deeper layer had to say, with the place before it.
  Error with(const Error& error) const;
  // The same if the layer names its input by a list, "forces[2], element 5": `items` are the places of the
  // list's items.
  Error with(const Error& error, const std::string& list, const std::vector<ScenePlace>& items) const;
};

}  // namespace sinew
