#include "elastic/plate_bending.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "elastic/edge_slope.h"
#include "mesh/mesh_check.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

void require_two_triangles_an_edge(const EdgeTable& edges) {
  for (Index e = 0; e < edges.edge_count(); ++e)
    if (const auto count = edges.sides(e).size(); count > 2)
      throw Error(fmt::format("{} triangles meet at the edge from vertex {} to {} of the sheet", count,
                              edges.edge(e)[0], edges.edge(e)[1]),
                  "", "a sheet that bends has two at most: repair it, or leave bending out");
}

// sym(a b^T) as (xx, yy, xy), for vectors of a triangle's plane.
Vec3 symmetric_product(const std::array<double, 2>& a, const std::array<double, 2>& b) {
  return {a[0] * b[0], a[1] * b[1], 0.5 * (a[0] * b[1] + a[1] * b[0])};
}

// A side in axes of the triangle's plane.
struct PlaneSide {
  std::array<double, 2> tangent, normal;  // unit, outward
  double length;
};

// The first axis lies on the side from the first corner to the second.
std::array<PlaneSide, 3> plane_sides(const std::array<Vec3, 3>& corners, double area) {
  const auto& [a, b, c] = corners;
  const double base = distance(a, b), foot = dot(c - a, b - a) / base, height = 2 * area / base;
  const std::array<std::array<double, 2>, 3> at{{{0, 0}, {base, 0}, {foot, height}}};
  std::array<PlaneSide, 3> sides;
  for (int i = 0; i < 3; ++i) {
    const double x = at[(i + 1) % 3][0] - at[i][0], y = at[(i + 1) % 3][1] - at[i][1];
    const double length = std::hypot(x, y);
    sides[i] = {{x / length, y / length}, {y / length, -x / length}, length};
  }
  return sides;
}

class TermSum {
 public:
  void add(Index node, const Vec3& weight) {
    const auto at = std::ranges::find(terms_, node, &CurvatureTerm::node);
    if (at == terms_.end())
      terms_.push_back({node, weight});
    else
      at->weight += weight;
  }
  // Sorted by node.
  std::vector<CurvatureTerm> sorted() && {
    std::ranges::sort(terms_, {}, &CurvatureTerm::node);
    return std::move(terms_);
  }

 private:
  std::vector<CurvatureTerm> terms_;
};

// Per edge; none at the boundary.
std::vector<std::vector<SlopeTerm>> edge_slopes(const SurfaceMesh& rest, const EdgeTable& edges) {
  std::vector<std::vector<SlopeTerm>> slopes(edges.edge_count());
  parallel_for_each(slopes.size(), 256, [&](Index e) {
    if (edges.sides(e).size() == 2) slopes[e] = edge_slope(UnfoldedPatch(rest, edges, e));
  });
  return slopes;
}

}  // namespace

PlateElements plate_elements(const SurfaceMesh& rest) {
  require_sound_sheet(rest);
  const EdgeTable edges(rest.triangles);
  require_two_triangles_an_edge(edges);
  const auto slopes = edge_slopes(rest, edges);
  PlateElements plate;
  plate.elements.reserve(rest.triangles.size());
  for (Index t = 0; t < rest.triangle_count(); ++t) {
    PlateElement element{static_cast<Index>(plate.terms.size()), 0, 0.5 * norm(rest.area_vector(t)), 0, {}};
    const auto sides = plane_sides(rest.corners(t), element.area);
    TermSum sum;
    for (int i = 0; i < 3; ++i) {
      const auto& [tangent, normal, length] = sides[i];
      const Vec3 along = symmetric_product(normal, tangent) / element.area;
      sum.add(rest.triangles[t][i], -along);
      sum.add(rest.triangles[t][(i + 1) % 3], along);
      const Vec3 across = symmetric_product(normal, normal);
      const Index e = edges.edge_of(t, i);
      if (edges.sides(e).size() < 2) {
        if (element.free_sides < 2) element.free_curvature[element.free_sides] = across;
        ++element.free_sides;
      }
      const double sign = edges.sides(e)[0].triangle == t ? 1 : -1;
      for (const SlopeTerm& term : slopes[e])
        sum.add(term.node, sign * term.weight * length / element.area * across);
    }
    const auto terms = std::move(sum).sorted();
    element.term_count = static_cast<Index>(terms.size());
    plate.terms.insert(plate.terms.end(), terms.begin(), terms.end());
    plate.elements.push_back(element);
  }
  return plate;
}

double bending_stiffness(const Material& material, double thickness) {
  return material.young * thickness * thickness * thickness /
         (12 * (1 - material.poisson * material.poisson));
}

Mat3 plate_stiffness(const PlateElement& element, double D, double poisson) {
  if (element.free_sides == 3) return {};
  Mat3 H{{Vec3{1, poisson, 0}, Vec3{poisson, 1, 0}, Vec3{0, 0, 2 * (1 - poisson)}}};
  for (int i = 0; i < element.free_sides; ++i) {
    const Vec3 moment = H * element.free_curvature[i];
    H = H - 1 / dot(element.free_curvature[i], moment) * outer(moment, moment);
  }
  return D * element.area * H;
}

}  // namespace sinew
