#include <sinew/meshing/signed_distance.h>

// Uses the headers and every library that base and mesh pull in; returns 0 if the answers are right.
int main() {
  const sinew::SurfaceMesh triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const sinew::SignedDistance distance(triangle);
  return sinew::surface_area(triangle) == 0.5 && distance.distance({0.25, 0.25, 2}) == 2 ? 0 : 1;
}
