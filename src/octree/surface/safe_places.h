#pragma once

#include "octree/surface/dual_face.h"

namespace sinew {

// Where vertices of the splitting-cubes surface can be put so that no triangles cross, whatever was cut.
//
// Edges and corners of a body often lie beyond the cubes in which splitting cubes finds them, and the two sides of a
// cut find them at slightly different places: there, triangles may cross. Every vertex therefore has a safe place
// besides, to which untangle() moves those that do:
//
//     link     on the link, the two ends' vertices apart
//     face     in the plane of the face. Straight lines between vertices on the face's rim never cross, since
//              segments end in pairs that do not interleave; a point in between goes as far from its line towards the
//              bend as the curves of the face stay apart.
//     cube     within the cube (CubeFiller). Cones over disjoint loops in the faces of a cube, from a common point inside,
//              have only that point in common.
//
// The triangles of different cubes then only meet in faces, along the curves that they share.

// How far, in voxels, safe places keep from the ends of links, and from the rims of faces and cubes.
inline constexpr double kSafeMargin = 0.02;

// How far apart, in voxels, the safe places of the two ends of a link are: wider than a kerf, since the cells on both sides
// of a cut do not bend exactly alike.
inline constexpr double kSafeKerf = 0.25;

// The safe place of the vertex at an end of a link, in voxels, with the link's lower end at `lower`.
Vec3 safe_on_link(const CutLink& link, int end, Vec3 lower);

// Sets the safe places of the points of a face.
void set_safe_points(const std::array<const CutLink*, 4>& links, int axis, FaceSegments& segments);

}  // namespace sinew
