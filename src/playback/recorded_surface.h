#pragma once

#include <filesystem>
#include <span>

#include "sinew/body/frame.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A recorded surface, with the columns of record/seen_surface.h.
struct RecordedSurface {
  SurfaceMesh seen;                // at its positions in the frame
  std::vector<Vec3> rest;          // positions of its vertices, m; empty: unknown
  std::vector<Index> elements;     // that move them; empty: unknown
  std::vector<std::int32_t> cuts;  // per triangle, as in FrameSurface; empty: none, or unknown
};

// Reads a .ply or .obj. Throws Error if the file is damaged.
RecordedSurface read_recorded_surface(const std::filesystem::path& path);

// Whether the topology shows this surface if its nodes are at `positions`.
bool shows(const FrameTopology& topology, std::span<const Vec3> positions, const RecordedSurface& surface);

}  // namespace sinew
