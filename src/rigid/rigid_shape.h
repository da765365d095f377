#pragma once

#include <array>
#include <memory>
#include <vector>

#include "body/contact_surface.h"
#include "rigid/solid_moments.h"
#include "sinew/body/frame.h"
#include "sinew/model/contact_choice.h"

namespace sinew {

// What rigid bodies of the same surface share, whatever their density and place, in the own axes of the
// surface.
//
// A rigid body moves as four points do that have a quarter of its mass each and keep their distances, if their
// second moment is that of the body: mass, centre and inertia are then the same. With L L^T the second moment
// over the volume, they are at  centre + L s  for the corners s of a tetrahedron:
//
//   s = (1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1).
//
// Every point of the body follows the four by fixed weights, (1 + s . L^-1 (x - centre)) / 4. They are the
// unknowns that contact sees.
struct RigidShape {
  SolidMoments solid;
  std::vector<Vec3> offsets;    // of the vertices from the centre, m
  std::array<Vec3, 4> corners;  // offsets of the four points, m
  FrameTopology topology;       // nodes are the vertices, elements the triangles
  std::shared_ptr<const ContactSurface> contact;
  std::vector<Vec3> contact_offsets;  // of its vertices from the centre, m

  // Equal surfaces that collide alike have the same object. Throws Error, with a remedy, if the surface has no triangles, names
  // vertices that it does not have, is open, not oriented or inside out, or bounds next to nothing; at "contact_surface",
  // if that is invalid.
  static std::shared_ptr<const RigidShape> of(SurfaceMesh surface, const ContactChoice& contact = {});
};

}  // namespace sinew
