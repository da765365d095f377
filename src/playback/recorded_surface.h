#pragma once

#include <filesystem>
#include <span>

#include "body/frame.h"
#include "mesh/surface_mesh.h"

namespace sinew {

// A surface that was recorded, with what seen_surface.h has written beside it.
struct RecordedSurface {
  SurfaceMesh seen;                     // as it was in the frame
  std::vector<Vec3> rest;               // of its vertices, m; empty: not told
  std::vector<Index> elements;          // that move them; empty: not told
  std::vector<std::uint8_t> cut_faces;  // per triangle; empty: none, or not told
};

// Reads a .ply or .obj. Throws Error for a file that is damaged.
RecordedSurface read_recorded_surface(const std::filesystem::path& path);

// Whether the topology shows this surface where its nodes are at `positions`.
bool shows(const FrameTopology& topology, std::span<const Vec3> positions, const RecordedSurface& surface);

}  // namespace sinew
