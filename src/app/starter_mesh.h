#pragma once

#include <filesystem>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A mesh of the user, as 'sinew new' sees it: in the unit of its file.
struct StarterMesh {
  enum class Kind {
    kSolid,      // a surface that encloses something, perhaps with holes
    kVolume,     // tetrahedra
    kHexahedra,  // with hexahedra among them
    kSheet       // a surface that encloses nothing
  };
  Kind kind = Kind::kSolid;
  SurfaceMesh surface;  // repaired; of a volume, its boundary
  Box3 box;
  Index elements = 0;  // of a volume

  bool is_volume() const { return kind == Kind::kVolume || kind == Kind::kHexahedra; }
};

// Warnings of the mesh are logged. A surface becomes a sheet if it looks like one (mesh/sheet_guess.h) and
// can bend as one, unless it is to be `filled`, and always if it has no inside. Throws Error if the file is
// not a mesh, or has no extent.
StarterMesh read_starter_mesh(const std::filesystem::path& path, bool filled);

}  // namespace sinew
