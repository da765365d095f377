#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "mesh/surface_diagnosis.h"
#include "mesh/unit_guess.h"
#include "mesh/volume_diagnosis.h"
#include "sinew/mesh/repair.h"

namespace sinew {

class JsonValue;

// Everything `sinew inspect` knows about one file: its contents, and the result of loading it as a surface. A
// file with elements is a volume; its loose triangles are only counted.
struct Inspection {
  std::string path, format;
  Index polygons = 0;         // faces split into triangles
  Index loose_triangles = 0;  // in a volume file
  std::vector<std::string> warnings;
  UnitGuess unit;
  std::optional<SurfaceDiagnosis> surface;
  std::optional<VolumeDiagnosis> volume;
  RepairReport repair;      // of the surface or of the volume's boundary
  SurfaceDiagnosis loaded;  // after that repair

  const SurfaceDiagnosis& stored_surface() const { return volume ? volume->boundary : *surface; }
};

// Throws Error if the file cannot be read.
Inspection inspect_file(const std::filesystem::path& path);

// A table for people, ending in a newline.
std::string inspection_text(const Inspection& inspection);
// The same for programs, with stable keys.
JsonValue inspection_json(const Inspection& inspection);

}  // namespace sinew
