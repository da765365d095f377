#include <cmath>

#include "bench/benches.h"
#include "bench/fcl_crossings.h"
#include "bench/shortest_time.h"
#include "collision/crossing_pairs.h"
#include "collision/features.h"
#include "mesh/mean_edge.h"
#include "mesh/self_intersection.h"
#include "sinew/base/process.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

constexpr Index kTriangles = 42'254;
constexpr double kNear = 0.1;  // mean edges
constexpr int kWindow = 50;    // calls

// All on one thread.
struct OneThread {
  int before = thread_count();
  OneThread() { set_thread_count(1); }
  ~OneThread() { set_thread_count(before); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;
};

// The self query of a knot at rest: boxes around all paths of a step, then all pairs of triangles without a
// common vertex that may be nearer than a tenth of an edge.
void measure_knot(BenchRow& row) {
  const OneThread one;
  const SurfaceMesh knot = make_model("knot", kTriangles);
  const double margin = kNear / 2 * mean_edge(knot);  // of each of two boxes
  const std::vector<Vec3> end = knot.positions;
  RefitTree tree(knot.triangles, knot.positions);
  OverlapScratch scratch;
  std::vector<TrianglePair> pairs;
  const FeatureOwners owners(knot.triangles, knot.vertex_count());
  std::vector<FeaturePair> features;

  row.add("triangles", knot.triangle_count());
  FlightBoxes boxes;
  const Flight flight{tree, boxes};
  row.add("refit_ms", shortest_cpu_ms(kWindow, [&] { boxes.fit(tree, knot.positions, end, margin, {}); }));
  row.add("query_ms",
          shortest_cpu_ms(kWindow, [&] { self_overlaps(flight, WhichPairs::kAll, scratch, pairs); }));
  row.add("pairs", pairs.size());
  row.add("features_ms", shortest_cpu_ms(kWindow, [&] {
            features.clear();
            append_feature_pairs({0, flight, owners}, {0, flight, owners}, pairs, features);
          }));
  row.add("feature_pairs", features.size());
  row.add("rebuild_ms", shortest_cpu_ms(5, [&] { tree.rebuild(knot.positions); }));
  row.add("threads", 1);
}

// Crossings of two surfaces by another tree and another loop: those of both as one surface.
std::vector<TrianglePair> crossings_of_joined(const SurfaceMesh& a, const SurfaceMesh& b) {
  SurfaceMesh both = a;
  append(both, b);
  std::vector<TrianglePair> pairs;
  for (const auto& [s, t] : self_intersections(both).pairs)
    if (s < a.triangle_count() && t >= a.triangle_count()) pairs.push_back({s, t - a.triangle_count()});
  return pairs;
}

// A knot and its copy, 0.1 m beside it, run through each other. Trees are fitted in both libraries.
void measure_pair(BenchRow& row) {
  const OneThread one;
  const SurfaceMesh first = make_model("knot", kTriangles);
  SurfaceMesh second = first;
  for (Vec3& p : second.positions) p += Vec3{0.1, 0, 0};
  RefitTree a(first.triangles, first.positions), b(second.triangles, second.positions);
  OverlapScratch scratch;
  std::vector<TrianglePair> pairs;
  const double ours = shortest_cpu_ms(
      kWindow, [&] { crossings_between(a, first.positions, b, second.positions, scratch, pairs); });
  const std::optional<FclCrossings> fcl = fcl_crossings(first, second);

  row.add("triangles", first.triangle_count() + second.triangle_count());
  row.add("crossings", pairs.size());
  row.add("same_crossings", pairs == crossings_of_joined(first, second) && (!fcl || pairs == fcl->pairs));
  row.add("ours_ms", ours);
  row.add("fcl_ms", fcl ? fcl->milliseconds : std::nan(""));  // null: compiled without FCL
  row.add("threads", 1);
}

}  // namespace

Bench self_collision_bench() {
  return {"self-collision",
          "Self-collision of a knot by a tree of boxes, and two knots against FCL; CPU time on one thread",
          {"knot-42k", "knot-pair"},
          [](BenchContext& context) {
            if (context.wants("knot-42k")) measure_knot(context.add_row("knot-42k"));
            if (context.wants("knot-pair")) measure_pair(context.add_row("knot-pair"));
          }};
}

}  // namespace sinew
