#pragma once

#include "greens/responses/responses.h"

namespace sinew {

// Where a constraint acts [JamesPai03, Eq. 68]: on the finest level L on one vertex; on a coarser level l a unit force
// is spread over the vertices around, by the hat of level l (greens/wavelets/hierarchical_forces.h).
struct ConstraintPlace {
  Index level = 0, vertex = 0;  // vertex < free vertices on that level
  bool operator==(const ConstraintPlace&) const = default;
};

// Responses to forces of coarser levels too [JamesPai03, sec. 7].
class HierarchicalResponses : public Responses {
 public:
  using Responses::extract;
  using Responses::sum;
  // As those of vertices, for constraints of any level, mixed if need be [JamesPai03, Eq. 69]. Displacements are met at
  // vertices, so the block between functions [l_i,k_i] and [l_j,k_j] is row k_i of column [l_j,k_j]. Their matrix is
  // not symmetric.
  virtual void extract(std::span<const Index> rows, std::span<const ConstraintPlace> columns,
                       std::span<double> G) const = 0;
  virtual void sum(std::span<const ConstraintPlace> places, std::span<const Vec3> forces,
                   std::span<Vec3> u) const = 0;
};

}  // namespace sinew
