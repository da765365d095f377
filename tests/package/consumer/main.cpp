#include "base/parallel.h"
#include "mesh/triangle_tree.h"

// Uses the headers and every library that base and mesh pull in; returns 0 if the answers are right.
int main() {
  const sinew::SurfaceMesh triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const sinew::TriangleTree tree(triangle);
  const double area = sinew::surface_area(triangle);
  const double height = tree.nearest({0.25, 0.25, 2}).point.z;
  const int sum = sinew::parallel_reduce(
      100, 7, 0, [](sinew::Index begin, sinew::Index end) { return end - begin; }, std::plus<>());
  return area == 0.5 && height == 0 && sum == 100 ? 0 : 1;
}
