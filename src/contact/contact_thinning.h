#pragma once

#include <vector>

#include "contact/contact_point.h"

namespace sinew {

// Drops contacts that others stand for. Two surfaces that lie on each other have many more pairs of near features
// than can matter: of two edges that cross in sight, vertices to the left and to the right touch as well, and a vertex
// over an edge touches both triangles of it. These stay, in their order:
//
//   contacts that pressed in the last step
//   a vertex and the inside of a triangle, or a plane
//   of all triangles on whose boundary a vertex is nearest to one and the same vertex or edge: the first
//   of the pairs of edges near a vertex: the nearest, seen from either side
//
// Nothing relies on the others: what would cross without them is found and added when the step has been solved.
class ContactThinning {
 public:
  void thin_out(std::vector<ContactPoint>& contacts);

 private:
  // What two contacts have in common if one stands for the other; the least of them stays.
  struct Candidate {
    std::array<Index, 6> common;
    double rank;
    Index contact;
    auto operator<=>(const Candidate&) const = default;
  };
  void keep_first_of_each();

  std::vector<Candidate> candidates_;
  std::vector<char> stays_;  // per contact
};

}  // namespace sinew
