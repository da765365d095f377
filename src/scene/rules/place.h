#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/rules/document.h"

namespace sinew {

// What all values of one scene file share while it is read.
struct SceneSource {
  std::string name;
  std::filesystem::path folder;                   // what paths are relative to
  std::vector<std::string> overrides;             // "path=value", see overrides.h
  double metres_per_unit = 1;                     // known once the scene's unit is read
  bool files_exist = true;                        // a file that is missing is refused
  std::vector<std::filesystem::path> files = {};  // that were named so far
  std::vector<std::string> file_places = {};      // where in the scene, one for each
};

// Where a value stands, for messages and for what depends on the file.
class Place {
 public:
  Place(SceneSource& source, const Node& node) : Place(source, "", node) {}

  Place member(std::string_view key, const Node& node) const {
    return Place(*source_, member_path(path_, key), node);
  }
  Place item(std::size_t index, const Node& node) const {
    return Place(*source_, item_path(path_, index), node);
  }

  // The place of a key that the object has, or of the object itself if it does not have it.
  Place of(std::string_view key, const Node& object) const {
    const Node* found = object.find(key);
    return found == nullptr ? *this : member(key, *found);
  }

  SceneSource& source() const { return *source_; }
  const std::string& path() const { return path_; }
  // Whether an override put the value there, not the file.
  bool is_set() const { return line_ < 0; }

  // "scene.json:12: bodies[0].tets", or with the override instead of file and line.
  std::string text() const;
  // Throws Error: "scene.json:12: bodies[0].tets: ...", or with the override instead of file and line.
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = "") const;

 private:
  Place(SceneSource& source, std::string path, const Node& node)
      : source_(&source), path_(std::move(path)), line_(node.line) {}

  SceneSource* source_;
  std::string path_;
  int line_;
};

}  // namespace sinew
