#include "elastic/plate_bending.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "elastic/edge_slope.h"
#include "elastic/regular_vertex.h"
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

// The curvature of triangle t as a sum over nodes.
std::vector<CurvatureTerm> curvature_terms(const SurfaceMesh& rest, const EdgeTable& edges,
                                           const std::vector<std::vector<SlopeTerm>>& slopes, Index t,
                                           PlateElement& element) {
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
  return std::move(sum).sorted();
}

// The neighbours of a regular vertex with alternating signs.
std::vector<CurvatureTerm> alternating_terms(const RegularVertex& vertex) {
  TermSum sum;
  for (int i = 0; i < 6; ++i) sum.add(vertex.ring[i], {i % 2 == 0 ? 1.0 : -1.0, 0, 0});
  return std::move(sum).sorted();
}

void push_element(PlateElements& plate, PlateElement element, const std::vector<CurvatureTerm>& terms) {
  element.first_term = static_cast<Index>(plate.terms.size());
  element.term_count = static_cast<Index>(terms.size());
  plate.terms.insert(plate.terms.end(), terms.begin(), terms.end());
  plate.elements.push_back(element);
}

Mat3 triangle_stiffness(const PlateElement& element, double D, double poisson) {
  if (element.free_sides == 3) return {};
  Mat3 H{{Vec3{1, poisson, 0}, Vec3{poisson, 1, 0}, Vec3{0, 0, 2 * (1 - poisson)}}};
  for (int i = 0; i < element.free_sides; ++i) {
    const Vec3 moment = H * element.free_curvature[i];
    H = H - 1 / dot(element.free_curvature[i], moment) * outer(moment, moment);
  }
  return D * element.area * H;
}

}  // namespace

PlateElements plate_elements(const SurfaceMesh& rest) {
  require_sound_sheet(rest);
  const EdgeTable edges(rest.triangles);
  require_two_triangles_an_edge(edges);
  const auto slopes = edge_slopes(rest, edges);
  PlateElements plate;
  for (Index t = 0; t < rest.triangle_count(); ++t) {
    PlateElement element{0, 0, 0.5 * norm(rest.area_vector(t))};
    const auto terms = curvature_terms(rest, edges, slopes, t, element);
    push_element(plate, element, terms);
  }
  for (const RegularVertex& vertex : regular_vertices(rest)) {
    push_element(plate, {0, 0, vertex.area}, alternating_terms(vertex));
    plate.triangles_of_vertices.push_back(vertex.triangles);
  }
  return plate;
}

double bending_stiffness(const Material& material, double thickness) {
  return material.young * thickness * thickness * thickness /
         (12 * (1 - material.poisson * material.poisson));
}

std::vector<Mat3> plate_stiffnesses(const PlateElements& plate, std::span<const Material> materials,
                                    double thickness) {
  const auto of = [&](Index t) -> const Material& { return materials[materials.size() == 1 ? 0 : t]; };
  std::vector<Mat3> stiffnesses;
  stiffnesses.reserve(plate.elements.size());
  for (Index t = 0; t < plate.triangle_count(); ++t)
    stiffnesses.push_back(
        triangle_stiffness(plate.elements[t], bending_stiffness(of(t), thickness), of(t).poisson));
  for (const std::array<Index, 6>& triangles : plate.triangles_of_vertices) {
    const PlateElement& element = plate.elements[stiffnesses.size()];
    const Material& material = of(triangles[0]);
    Mat3 H;
    if (material.poisson > 0 &&
        std::ranges::all_of(triangles, [&](Index t) { return bends_alike(of(t), material); }))
      H.column[0].x = material.poisson * bending_stiffness(material, thickness) / (2 * element.area);
    stiffnesses.push_back(H);
  }
  return stiffnesses;
}

}  // namespace sinew
