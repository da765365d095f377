#pragma once

#include <vector>

#include "greens/responses/reference_problem.h"

namespace sinew {

// Places where something presses on a body: a free vertex drawn at random, and the free vertices nearest to it along
// the edges of the surface, in that order, the first one among them.
struct GreensPlace {
  std::vector<Index> vertices;  // by the numbers of free vertices
  Vec3 inward;                  // against the normal at the first
};
std::vector<GreensPlace> random_places(const ReferenceProblem& problem, int places, int vertices, int seed);

}  // namespace sinew
