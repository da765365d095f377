#pragma once

#include <optional>

#include "base/fingerprint.h"
#include "sinew/model/contact_choice.h"

namespace sinew {

// A surface that collides in the place of the one that is seen, at rest.
struct ContactMesh {
  SurfaceMesh mesh;           // m
  bool is_decimated = false;  // from what is seen
  double deviation = 0;       // if it is: how far the two are apart, at most, m
};

// What collides, by choice, of a solid that is seen as this surface; empty: what is seen. `element_edge`: the mean edge
// of the elements that move it, m.
std::optional<ContactMesh> contact_mesh(const ContactChoice& choice, const SurfaceMesh& seen,
                                        double element_edge);

// Throws Error, at "contact_surface", if a number is invalid, or if a mesh that was given is not closed or has a vertex
// that is farther outside of the body than a tenth of its size.
void require_valid(const ContactChoice& choice, const SurfaceMesh& seen);

// Adds what is chosen.
void add(Fingerprint& print, const ContactChoice& choice);

}  // namespace sinew
