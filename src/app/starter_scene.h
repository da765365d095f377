#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "sinew/scene/scene_description.h"

namespace sinew {

// What a body is made of.
enum class BodyType { kTet, kOctree };

struct StarterOptions {
  std::optional<BodyType> type;  // default: tetrahedra, or an octree for a mesh of hexahedra
  std::optional<UpAxis> up;      // default: mesh/up_guess.h
  std::string unit, material;    // empty: chosen to suit
  std::optional<Index> tets, cells;
};

// The text of a scene that runs as it is: the mesh, sheet or solid, held so that every piece of it stays, of
// a material that a static solve finds firm enough for its size and slenderness, under gravity. `folder` is
// where the scene will be. Warnings of the mesh are logged. Throws Error if the file is not a mesh, or if no
// body can be made of it.
std::string starter_scene(const std::filesystem::path& mesh, const std::filesystem::path& folder,
                          const StarterOptions& options = {});

}  // namespace sinew
