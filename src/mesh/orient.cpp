#include "mesh/orient.h"

#include <algorithm>
#include <utility>

#include "mesh/edge_table.h"
#include "mesh/nesting.h"
#include "mesh/patches.h"

namespace sinew {

namespace {

constexpr double kNearlyClosed = 0.25;  // |sum of area vectors| / area: 0 when closed, 1/2 for a half sphere

struct PatchMeasure {
  Box3 box;
  double area = 0;
  Vec3 area_vector;
  Vec3 centroid;
  double volume = 0;  // signed, of the cone over the patch from its centroid
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

std::vector<PatchMeasure> measure_patches(const SurfaceMesh& mesh, const Patches& patches) {
  std::vector<PatchMeasure> measures(patches.patches.size());
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    PatchMeasure& m = measures[patches.of[t]];
    const auto [a, b, c] = mesh.corners(t);
    for (const Vec3& corner : {a, b, c}) m.box.extend(corner);
    const Vec3 twice = mesh.area_vector(t);
    m.area += norm(twice) / 2;
    m.area_vector += twice / 2;
    m.centroid += (norm(twice) / 6) * (a + b + c);
  }
  for (PatchMeasure& m : measures) m.centroid = m.area > 0 ? m.centroid / m.area : m.box.center();
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    PatchMeasure& m = measures[patches.of[t]];
    const auto [a, b, c] = mesh.corners(t);
    m.volume += dot((a - m.centroid) + (b - m.centroid) + (c - m.centroid), mesh.area_vector(t)) / 18;
  }
  return measures;
}

bool lies_within(const Box3& inner, const Box3& outer) {
  return outer.contains(inner.lower) && outer.contains(inner.upper);
}

bool open_patch_is_inside_out(Index i, const std::vector<PatchMeasure>& measures) {
  const PatchMeasure& m = measures[i];
  if (m.volume >= 0 || norm(m.area_vector) >= kNearlyClosed * m.area) return false;
  for (Index other = 0; other < static_cast<Index>(measures.size()); ++other)
    if (other != i && lies_within(m.box, measures[other].box)) return false;
  return true;
}

// The outermost patch that contains patch i; i itself where none does.
Index outermost(Index i, const std::vector<std::vector<Index>>& containing) {
  for (const Index outer : containing[i])
    if (containing[outer].empty()) return outer;
  return i;
}

std::vector<char> inside_out_patches(const Patches& patches, const std::vector<PatchMeasure>& measures,
                                     const std::vector<std::vector<Index>>& containing) {
  std::vector<char> inside_out(patches.patches.size(), 0);
  for (Index i = 0; i < patches.count(); ++i) {
    if (!patches.patches[i].orientable) continue;
    const Index outer = outermost(i, containing);
    inside_out[i] = patches.patches[i].closed
                        ? patches.patches[outer].orientable && measures[outer].volume < 0
                        : open_patch_is_inside_out(i, measures);
  }
  return inside_out;
}

}  // namespace

OrientationReport orient(SurfaceMesh& mesh) {
  OrientationReport report;
  const EdgeTable edges(mesh.triangles);
  const Patches patches = find_patches(mesh.triangles, edges);
  report.turned_to_neighbours = turn_minorities(mesh, patches);

  const std::vector<PatchMeasure> measures = measure_patches(mesh, patches);
  const auto containing = containing_patches(mesh, patches);
  const std::vector<char> inside_out = inside_out_patches(patches, measures, containing);
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    if (inside_out[patches.of[t]] == 0) continue;
    turn(mesh.triangles[t]);
    ++report.turned_outward;
  }

  for (Index i = 0; i < patches.count(); ++i) {
    report.one_sided_patches += !patches.patches[i].orientable;
    if (containing[i].empty() || !patches.patches[i].orientable) continue;
    const bool faces_inward = (measures[i].volume < 0) != (inside_out[i] != 0);
    ++(faces_inward ? report.cavities : report.nested_solids);
  }
  return report;
}

}  // namespace sinew
