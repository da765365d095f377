#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mesh/surface_columns.h"
#include "sinew/body/frame.h"

namespace sinew {

// The surface of a body as it is recorded (.ply): normals and colours for other programs, and everything that
// a frame says of it, for pictures that are drawn later.
//
//   nx ny nz         normal, of length 1
//   red green blue   of the body, or of a cut, 0..255
//   dx dy dz         displacement, m: position minus position at rest
//   element          of the body that moves the vertex, as the .vtu counts them; -1: none
//
// Where the original surface of the body and a cut meet, a vertex has normal and colour of the original
// surface. Triangles that cuts made come last, sorted by cut; a comment of the header for each cut says which
// of them is its first.
struct SeenSurface {
  SurfaceMesh surface;
  std::vector<SurfaceColumn> columns;
  std::vector<std::string> comments;
};

// For each vertex of the surface: an element whose nodes move it; -1 if there is none.
std::vector<Index> moving_elements(const FrameTopology& topology);

// `elements` are the moving_elements. The colour is sRGB, 0..1.
SeenSurface seen_surface(const BodyFrame& body, const std::vector<Index>& elements, const Vec3& colour);

// The number of the cut that made each triangle, 0 for none; empty if the comments name no cut.
std::vector<std::int32_t> cuts_of_triangles(std::span<const std::string> comments, std::size_t triangles);

// Binds the vertices of a recorded surface, by their positions at rest, to the nodes of the elements that
// move them: what seen_surface has told of a frame, the same again. Throws Error for an element that there is
// not.
Embedding bind_to_elements(const FrameElements& elements, std::span<const Vec3> rest,
                           std::span<const Index> element_of_point);

}  // namespace sinew
