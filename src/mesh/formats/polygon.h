#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sinew/mesh/mesh_file.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The faces of a file as it lists them; corner numbers are not checked.
struct PolygonList {
  std::vector<Index> corners;     // of all faces, one after the other
  std::vector<std::size_t> ends;  // ends[f]: where face f ends in `corners`

  // Corners may also be appended one by one; this ends the face.
  void close_face() { ends.push_back(corners.size()); }
  void add(std::span<const Index> face);
  // The triangles of a strip, see append_strip.
  void add_strip(std::span<const Index> strip);
};

// Appends the triangles of a strip, of which every second turns the other way. Those with a repeated corner,
// by which strips change direction, are left out.
void append_strip(std::span<const Index> strip, std::vector<Triangle>& triangles);
// Appends the triangles of a fan around its first corner.
void append_fan(std::span<const Index> fan, std::vector<Triangle>& triangles);

// Appends the n - 2 triangles of one polygon, oriented like it. Every edge of the polygon is kept, so closed
// surfaces stay closed. Triangles lie inside the polygon, even if it is not convex, and short diagonals are
// preferred; a quadrilateral gets the shorter one. Polygons that cross themselves, and those of more than
// 10,000 corners, are split without that care. Corners must be valid.
void triangulate_polygon(std::span<const Vec3> positions, std::span<const Index> corners,
                         std::vector<Triangle>& triangles);

// Splits all faces into file.surface.triangles (its positions must be complete), counts those of more than
// three corners, and warns of those of fewer, which are left out. A face with a corner that is not there
// becomes triangles with that corner, for require_sound to report.
void split_polygons(const PolygonList& faces, MeshFile& file);

}  // namespace sinew
