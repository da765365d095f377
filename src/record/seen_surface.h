#pragma once

#include <optional>

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
// surface. Triangles that a cut made come last; a comment of the header says which is the first.
struct SeenSurface {
  SurfaceMesh surface;
  std::vector<SurfaceColumn> columns;
  std::vector<std::string> comments;
};

// For each vertex of the surface: an element whose nodes move it; -1 if there is none.
std::vector<Index> moving_elements(const FrameTopology& topology);

// `elements` are the moving_elements. The colour is sRGB, 0..1.
SeenSurface seen_surface(const BodyFrame& body, const std::vector<Index>& elements, const Vec3& colour);

// The index of the first triangle that a cut made; empty if the comments do not say.
std::optional<Index> first_cut_triangle(std::span<const std::string> comments);

// Binds the vertices of a recorded surface, by their positions at rest, to the nodes of the elements that
// move them: what seen_surface has told of a frame, the same again. Throws Error for an element that there is
// not.
Embedding bind_to_elements(const FrameElements& elements, std::span<const Vec3> rest,
                           std::span<const Index> element_of_point);

}  // namespace sinew
