#include "mesh/orient.h"

#include <algorithm>
#include <utility>

#include "mesh/edge_table.h"
#include "mesh/nesting.h"
#include "mesh/patches.h"

namespace sinew {

namespace {

constexpr double kNearlyClosed = 0.25;  // |sum of area vectors| / area: 0 when closed, 1/2 for a half sphere

struct ShellMeasure {
  Box3 box;
  double area = 0;
  Vec3 area_vector;
  Vec3 centroid;
  double volume = 0;  // signed, of the cone over the shell from its centroid
};

void turn(Triangle& t) { std::swap(t[1], t[2]); }

Index turn_minorities(SurfaceMesh& mesh, const Patches& patches) {
  std::vector<double> agreeing(patches.patches.size(), 0), opposed(patches.patches.size(), 0);
  for (Index t = 0; t < mesh.triangle_count(); ++t)
    (patches.opposed[t] != 0 ? opposed : agreeing)[patches.of[t]] += norm(mesh.area_vector(t));
  Index turned = 0;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const Index i = patches.of[t];
    const bool in_minority = (patches.opposed[t] != 0) != (opposed[i] > agreeing[i]);
    if (!patches.patches[i].orientable || !in_minority) continue;
    turn(mesh.triangles[t]);
    ++turned;
  }
  return turned;
}

std::vector<ShellMeasure> measure_shells(const SurfaceMesh& mesh, const Patches& shells) {
  std::vector<ShellMeasure> measures(shells.patches.size());
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    ShellMeasure& m = measures[shells.of[t]];
    const auto [a, b, c] = mesh.corners(t);
    for (const Vec3& corner : {a, b, c}) m.box.extend(corner);
    const Vec3 twice = mesh.area_vector(t);
    m.area += norm(twice) / 2;
    m.area_vector += twice / 2;
    m.centroid += (norm(twice) / 6) * (a + b + c);
  }
  for (ShellMeasure& m : measures) m.centroid = m.area > 0 ? m.centroid / m.area : m.box.center();
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    ShellMeasure& m = measures[shells.of[t]];
    const auto [a, b, c] = mesh.corners(t);
    m.volume += dot((a - m.centroid) + (b - m.centroid) + (c - m.centroid), mesh.area_vector(t)) / 18;
  }
  return measures;
}

bool lies_within(const Box3& inner, const Box3& outer) {
  return outer.contains(inner.lower) && outer.contains(inner.upper);
}

bool open_shell_is_inside_out(Index i, const std::vector<ShellMeasure>& measures) {
  const ShellMeasure& m = measures[i];
  if (m.volume >= 0 || norm(m.area_vector) >= kNearlyClosed * m.area) return false;
  for (Index other = 0; other < static_cast<Index>(measures.size()); ++other)
    if (other != i && lies_within(m.box, measures[other].box)) return false;
  return true;
}

// The outermost shell that contains shell i; i itself if none does.
Index outermost(Index i, const std::vector<std::vector<Index>>& containing) {
  for (const Index outer : containing[i])
    if (containing[outer].empty()) return outer;
  return i;
}

std::vector<char> inside_out_shells(const Patches& shells, const std::vector<ShellMeasure>& measures,
                                    const std::vector<std::vector<Index>>& containing) {
  std::vector<char> inside_out(shells.patches.size(), 0);
  for (Index i = 0; i < shells.count(); ++i) {
    if (!shells.patches[i].orientable) continue;
    const Index outer = outermost(i, containing);
    inside_out[i] = shells.patches[i].closed ? shells.patches[outer].orientable && measures[outer].volume < 0
                                             : open_shell_is_inside_out(i, measures);
  }
  return inside_out;
}

}  // namespace

OrientationReport orient(SurfaceMesh& mesh) {
  OrientationReport report;
  const Patches patches = find_patches(mesh.triangles, EdgeTable(mesh.triangles));
  report.turned_to_neighbours = turn_minorities(mesh, patches);

  const Patches shells = find_shells(mesh.triangles, EdgeTable(mesh.triangles), patches);
  const std::vector<ShellMeasure> measures = measure_shells(mesh, shells);
  const auto containing = containing_patches(mesh, shells);
  const std::vector<char> inside_out = inside_out_shells(shells, measures, containing);
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    if (inside_out[shells.of[t]] == 0) continue;
    turn(mesh.triangles[t]);
    ++report.turned_outward;
  }

  for (const auto& patch : patches.patches) report.one_sided_patches += !patch.orientable;
  for (Index i = 0; i < shells.count(); ++i) {
    if (containing[i].empty() || !shells.patches[i].orientable) continue;
    const bool faces_inward = (measures[i].volume < 0) != (inside_out[i] != 0);
    ++(faces_inward ? report.cavities : report.nested_solids);
  }
  return report;
}

}  // namespace sinew
