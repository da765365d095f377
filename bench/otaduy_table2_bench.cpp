#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "bench/benches.h"
#include "bench/machine.h"
#include "bench/otaduy_knot.h"
#include "collision/closest_points.h"
#include "collision/self_proximity.h"
#include "embed/binding.h"
#include "mesh/mean_edge.h"
#include "sinew/base/process.h"
#include "sinew/embed/embedding.h"

// Five methods find the pairs of features of the knot that are nearer than a margin although they are farther apart than
// it at rest. All of them evaluate what they need of the surface, on one thread, and end with the same exact distances.

namespace sinew {

namespace {

constexpr Index kTriangles = 42'254, kTetrahedra = 558;
constexpr double kNear = 0.1;  // mean edges
constexpr int kRepeats = 5, kSteps = 120;

using States = std::vector<std::vector<Vec3>>;
using Pairs = std::vector<FeaturePair>;

struct Knot {
  SurfaceMesh surface;
  VolumeMesh mesh;
  Embedding embedding;
  double margin;
};

Knot make_knot(const KnotModel& model, Index triangles) {
  Knot knot{triangles == kTriangles ? model.surface : knot_model(triangles, 0).surface, model.mesh, {}, 0};
  knot.embedding = bind_to_tetrahedra(knot.mesh, knot.surface.positions);
  knot.margin = kNear * mean_edge(knot.surface);
  return knot;
}

// Keeps the contacts of these candidates.
template <typename PositionOf>
void keep_contacts(const Knot& knot, const PositionOf& position, std::span<const FeaturePair> candidates,
                   Pairs& contacts) {
  contacts.clear();
  const std::span<const Vec3> rest = knot.surface.positions;
  for (const FeaturePair& pair : candidates) {
    std::array<Vec3, 4> x;
    for (int i = 0; i < 4; ++i) x[i] = position(pair.vertex[i]);
    if (closest_points(pair.kind, x).distance < knot.margin &&
        closest_points(pair.kind, gather(pair, rest, rest)).distance > knot.margin)
      contacts.push_back(pair);
  }
}

// Milliseconds of the phases of a method; one that has no phases calls all of it a query.
struct Phases {
  double refit = 0, hash = 0, query = 0;
  double total() const { return refit + hash + query; }
};

class Method {
 public:
  virtual ~Method() = default;
  virtual Phases run(const std::vector<Vec3>& nodes, Pairs& contacts) = 0;
};

class Stopwatch {
 public:
  // Milliseconds since the last call.
  double lap() {
    const double now = cpu_seconds(), ms = 1e3 * (now - last_);
    last_ = now;
    return ms;
  }

 private:
  double last_ = cpu_seconds();
};

class Multiscale : public Method {
 public:
  explicit Multiscale(const Knot& knot, GovernedBounds bounds = GovernedBounds::kIntervals)
      : knot_(knot),
        proximity_(knot.surface, std::vector<SurfaceCarrier>{{knot.mesh, knot.embedding}}, knot.margin,
                   bounds) {}
  SelfProximity& proximity() { return proximity_; }

  Phases run(const std::vector<Vec3>& nodes, Pairs& contacts) override {
    Phases phases;
    Stopwatch watch;
    proximity_.place({nodes, nodes}, nodes[0]);
    phases.refit = watch.lap();
    proximity_.hash();
    phases.hash = watch.lap();
    proximity_.fit();
    phases.refit += watch.lap();
    proximity_.query();
    keep_contacts(
        knot_, [&](Index v) { return proximity_.boxes().position(v); }, proximity_.found(), contacts);
    phases.query = watch.lap();
    return phases;
  }

 private:
  const Knot& knot_;
  SelfProximity proximity_;
};

// What the methods without governors have in common: all vertices, and features of pairs of triangles.
class Evaluated : public Method {
 public:
  explicit Evaluated(const Knot& knot)
      : knot_(knot),
        positions_(knot.surface.positions),
        owners_(knot.surface.triangles, knot.surface.vertex_count()) {}

  Phases run(const std::vector<Vec3>& nodes, Pairs& contacts) override {
    Stopwatch watch;
    embedded_positions(knot_.embedding, nodes, positions_);
    origin_ = positions_[0];
    find_triangles(pairs_);
    candidates_.clear();
    const auto& triangles = knot_.surface.triangles;
    for (const TrianglePair& pair : pairs_)
      append_feature_pairs(
          owners_, pair, triangles[pair.a], triangles[pair.b], [&](Index v) { return box_of(v); },
          candidates_);
    keep_contacts(
        knot_, [&](Index v) { return positions_[v]; }, candidates_, contacts);
    std::ranges::sort(contacts);
    return {0, 0, watch.lap()};
  }

 protected:
  virtual void find_triangles(std::vector<TrianglePair>& pairs) = 0;
  FloatBox box_of(Index v) const {
    const Vec3 p = positions_[v] - origin_;
    return float_box(Box3{p, p}.inflated(knot_.margin / 2));
  }

  const Knot& knot_;
  std::vector<Vec3> positions_;
  Vec3 origin_;

 private:
  FeatureOwners owners_;
  std::vector<TrianglePair> pairs_;
  Pairs candidates_;
};

class FullTree final : public Evaluated {
 public:
  explicit FullTree(const Knot& knot)
      : Evaluated(knot), tree_(knot.surface.triangles, knot.surface.positions) {}

 private:
  void find_triangles(std::vector<TrianglePair>& pairs) override {
    tree_.refit(positions_, knot_.margin / 2, origin_);
    self_overlaps(tree_, scratch_, pairs);
  }
  RefitTree tree_;
  OverlapScratch scratch_;
};

class HashGrid final : public Evaluated {
 public:
  using Evaluated::Evaluated;

 private:
  void find_triangles(std::vector<TrianglePair>& pairs) override {
    const auto& triangles = knot_.surface.triangles;
    vertices_.resize(positions_.size()), boxes_.resize(triangles.size());
    for (Index v = 0; v < static_cast<Index>(positions_.size()); ++v) vertices_[v] = box_of(v);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      boxes_[t] = vertices_[triangles[t][0]];
      boxes_[t].extend(vertices_[triangles[t][1]]);
      boxes_[t].extend(vertices_[triangles[t][2]]);
    }
    hash_.overlaps(boxes_, overlaps_);
    pairs.clear();
    for (const auto& [i, j] : overlaps_) {
      const Triangle &s = triangles[i], &t = triangles[j];
      bool apart = true;
      for (const Index v : s) apart &= v != t[0] && v != t[1] && v != t[2];
      if (apart) pairs.push_back({i, j});
    }
  }
  std::vector<FloatBox> vertices_, boxes_;
  BoxHash hash_;
  std::vector<std::array<Index, 2>> overlaps_;
};

// The least of some repeats in each state, one after the other as in a run, and the contacts.
struct Run {
  std::vector<Phases> phases;
  std::vector<Pairs> contacts;

  Phases mean() const {
    Phases sum;
    for (const Phases& p : phases) sum.refit += p.refit, sum.hash += p.hash, sum.query += p.query;
    const auto n = static_cast<double>(phases.size());
    return {sum.refit / n, sum.hash / n, sum.query / n};
  }
};

Run run_method(Method& method, const States& states) {
  Run run{std::vector<Phases>(states.size(), {0, 0, std::numeric_limits<double>::infinity()}),
          std::vector<Pairs>(states.size())};
  for (int repeat = 0; repeat < kRepeats; ++repeat)
    for (std::size_t s = 0; s < states.size(); ++s) {
      const Phases phases = method.run(states[s], run.contacts[s]);
      if (phases.total() < run.phases[s].total()) run.phases[s] = phases;
    }
  return run;
}

void measure_methods(BenchRow& row, const Knot& knot, const States& states) {
  Multiscale ours(knot), inside(knot, GovernedBounds::kInside), unsorted(knot);
  unsorted.proximity().boxes().sort_each_time();
  FullTree full(knot);
  HashGrid grid(knot);
  const Run best = run_method(ours, states), no_kdop = run_method(inside, states),
            no_sort = run_method(unsorted, states), tree = run_method(full, states),
            hash = run_method(grid, states);
  const bool same = best.contacts == tree.contacts && no_kdop.contacts == tree.contacts &&
                    no_sort.contacts == tree.contacts && hash.contacts == tree.contacts;
  std::size_t contacts = 0;
  for (const Pairs& p : tree.contacts) contacts += p.size();
  const Phases mean = best.mean();
  row.add("triangles", knot.surface.triangle_count(), "42254");
  row.add("tetrahedra", knot.mesh.tetrahedron_count(), "558");
  row.add("steps", states.size());
  row.add("contacts", static_cast<double>(contacts) / static_cast<double>(states.size()));
  row.add("same_contacts", same);
  row.add("refit_ms", mean.refit, "21.6");
  row.add("hash_ms", mean.hash, "2.8");
  row.add("query_ms", mean.query, "18.0");
  row.add("total_ms", mean.total(), "42.4");
  row.add("full_bvh_ms", tree.mean().total(), "282.5");
  row.add("hash_grid_ms", hash.mean().total(), "111.9");
  row.add("no_kdop_ms", no_kdop.mean().total(), "314.8");
  row.add("no_sort_ms", no_sort.mean().total(), "62.4");
  row.add("over_full_bvh", tree.mean().total() / mean.total());
  row.add("over_hash_grid", hash.mean().total() / mean.total());
  const Governors::Count count = ours.proximity().governors().count(0);
  row.add("governors_mean", count.mean);
  row.add("governors_most", count.most);
  row.add("listed_pairs", ours.proximity().listed());
  row.add("meeting_last", ours.proximity().meeting());
  row.add("leaves_opened_last", ours.proximity().boxes().counts().leaves);
  row.add("mb", 1e-6 * static_cast<double>(ours.proximity().bytes()));
  row.add("threads", 1);
}

// States in which something touches, and those in which nothing does.
struct Fall {
  States touching, apart;
};

Fall sort_states(const Knot& knot, const States& states) {
  FullTree full(knot);
  Fall fall;
  Pairs contacts;
  for (const auto& nodes : states) {
    full.run(nodes, contacts);
    (contacts.empty() ? fall.apart : fall.touching).push_back(nodes);
  }
  return fall;
}

// Every fourth state without contact: what is found must not grow with the surface.
void measure_growth(BenchRow& row, const KnotModel& model, const Fall& fall) {
  States states;
  for (std::size_t i = 0; i < fall.apart.size(); i += 4) states.push_back(fall.apart[i]);
  double least = 0, most = 0, least_size = 0, most_size = 0;  // ms and triangles
  for (const Index triangles : {10'000, kTriangles, 170'000}) {
    const Knot knot = make_knot(model, triangles);
    Multiscale ours(knot);
    const double ms = run_method(ours, states).mean().total();
    row.add("ms_" + std::to_string(triangles / 1000) + "k", ms);
    if (least_size == 0) least = ms, least_size = knot.surface.triangle_count();
    most = ms, most_size = knot.surface.triangle_count();
  }
  row.add("exponent", std::log(most / least) / std::log(most_size / least_size));
  row.add("threads", 1);
}

void measure(BenchContext& context) {
  const int before = thread_count();
  const KnotModel model = knot_model(kTriangles, kTetrahedra);
  const Knot knot = make_knot(model, kTriangles);
  const States states = knot_fall(model, kSteps);
  set_thread_count(1);
  const Fall fall = sort_states(knot, states);
  if (context.wants("knot")) measure_methods(context.add_row("knot"), knot, fall.touching);
  if (context.wants("knot-apart")) measure_methods(context.add_row("knot-apart"), knot, fall.apart);
  if (context.wants("growth")) measure_growth(context.add_row("growth"), model, fall);
  set_thread_count(before);
}

}  // namespace

Bench otaduy_table2_bench() {
  return {"otaduy-table2",
          "Self-collision of a falling knot by five methods [Otaduy07, table 2]; CPU time on one thread",
          {"knot", "knot-apart", "growth"},
          measure};
}

}  // namespace sinew
