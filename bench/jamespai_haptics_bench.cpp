#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>

#include "bench/benches.h"
#include "bench/dick_models.h"
#include "bench/georgii_models.h"
#include "bench/greens_models.h"
#include "greens/known_body.h"
#include "haptics/haptic_session.h"
#include "haptics/round_tip.h"
#include "haptics/scripted_device.h"
#include "octree/grid/octree_rest.h"
#include "sinew/greens/greens_body.h"
#include "sinew/octree/octree_body.h"

namespace sinew {

namespace {

constexpr double kHapticStep = 0.03;  // s, of the bodies
constexpr double kRound = 4;          // s, of one press, slide and release
constexpr int kRounds = 6;
constexpr double kPressed = 1, kSilent = 0.6;  // s, at the end: a last press, and a device that says nothing

// A place of the surface and the frame of directions there.
struct PlaceToPress {
  Vec3 at, inward, along;
  double slide = 3;  // depths
};

// Beside the middle of the body.
PlaceToPress place_to_press(std::span<const Vec3> x, const std::vector<Triangle>& triangles) {
  const Box3 box = bounding_box(x);
  const Vec3 beside{box.upper.x, box.center().y, box.center().z};
  const auto nearest =
      std::ranges::min_element(x, {}, [&](const Vec3& p) { return squared_norm(p - beside); });
  const auto vertex = static_cast<Index>(nearest - x.begin());
  Vec3 normal;
  for (const Triangle& t : triangles)
    if (std::ranges::find(t, vertex) != t.end()) normal += cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]);
  const Vec3 inward = -normalized(normal);
  return {.at = *nearest, .inward = inward, .along = normalized(cross(inward, Vec3{0, 1, 0}))};
}

double eased(double t) {
  const double s = std::clamp(t, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

// Out of contact, in, along, and out again; `t` from 0 to 1.
Vec3 place_in_round(const PlaceToPress& place, double depth, double t) {
  const double clear = 2 * depth;
  const double in = eased(4 * t) - eased(4 * (t - 0.7)),
               along = eased(2.5 * (t - 0.28)) * (1 - eased(6 * (t - 0.83)));
  return place.at + (in * (clear + depth) - clear) * place.inward + place.slide * along * depth * place.along;
}

ToolPath path_of(const PlaceToPress& place, double depth) {
  constexpr double kRow = 0.005;  // s
  ToolPath path;
  const double rounds = kRounds * kRound;
  for (int k = 0; k * kRow < rounds; ++k) {
    const double t = k * kRow / kRound;
    path.rows.push_back({k * kRow, place_in_round(place, depth, t - std::floor(t)), {}, false});
  }
  for (int k = 0; k * kRow <= kPressed; ++k)
    path.rows.push_back(
        {rounds + k * kRow, place_in_round(place, depth, 0.27 * k * kRow / kPressed), {}, false});
  path.rows.push_back({rounds + kPressed + kRow, path.rows.back().place, {}, true});
  return path;
}

// Work of the hand over a record until some time: what it put in, and what it got back, J.
struct HandWork {
  double put_in = 0, given_back = 0;
};
HandWork work_until(const ToolPath& record, double end) {
  HandWork sum;
  for (std::size_t k = 1; k < record.rows.size() && record.rows[k].time < end; ++k) {
    const double work = -dot(record.rows[k - 1].force, record.rows[k].place - record.rows[k - 1].place);
    (work > 0 ? sum.put_in : sum.given_back) += std::abs(work);
  }
  return sum;
}

// ms from the last word of the device to the first tick without force; none if there was no force then.
double zero_force_after(const ToolPath& record, double silent_from) {
  constexpr double kNever = 1e9;
  Vec3 before;
  for (const ToolPath::Row& row : record.rows) {
    if (row.time < silent_from)
      before = row.force;
    else if (before == Vec3{})
      return kNever;
    else if (row.force == Vec3{})
      return 1e3 * (row.time - silent_from);
  }
  return kNever;
}

// A solver of a fixed cost, as interactive bodies have it.
ElasticParams felt_by_cycles() {
  ElasticParams params;
  params.strain = Strain::kCorotated;
  params.solver.cycles = 2;
  return params;
}

void add_histogram(const char* name, const Histogram& histogram, BenchRow& row) {
  row.add(std::string(name) + "_us_p50", histogram.quantile(0.5));
  row.add(std::string(name) + "_us_p999", histogram.quantile(0.999));
  row.add(std::string(name) + "_us_max", histogram.most());
}

void report(const ServoStatistics& statistics, const ToolPath& record, const std::string& fifo_refusal,
            BenchRow& row) {
  const double rounds = record.rows.front().time + kRounds * kRound;
  const HandWork work = work_until(record, rounds);
  row.add("ticks", statistics.done.load());
  row.add("ticks_touching", statistics.touching.load());
  row.add("ticks_done_over_due", statistics.done_over_due());
  row.add("fifo_refusal", BenchValue(fifo_refusal));
  add_histogram("compute", statistics.compute, row);
  add_histogram("late", statistics.late, row);
  row.add("response_age_ms_p99", 1e-3 * statistics.age.quantile(0.99));
  row.add("most_force_N", statistics.most_force.load());
  row.add("energy_in_mJ", 1e3 * work.put_in);
  // The net energy that the hand got: negative if the body, friction and damping took some.
  row.add("energy_out_over_in", (work.given_back - work.put_in) / work.put_in);
  row.add("zero_force_ms_after_silence", zero_force_after(record, rounds + kPressed + 0.005));
}

void wait(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// Feels the body for half a minute; at half time `act` is posted.
void feel(std::unique_ptr<Body> body, double size, std::optional<SimulationCommand> act, BenchRow& row) {
  HapticParams params;
  params.felt.body = body->name();
  params.felt.patch = 0.02 * size, params.felt.reach = 0.15 * size;
  params.servo.touch.most_depth = 0.03 * size;
  params.record_ticks = 40000;
  SimulatedWorld simulated{{}, kHapticStep};
  simulated.world.add(std::move(body));
  const BodyFrame& frame = simulated.world.frame().bodies[0];
  const PlaceToPress place = place_to_press(surface_positions(frame), frame.topology.surface->mesh.triangles);
  const ToolPath path = path_of(place, 0.012 * size);
  SimulationOptions options;
  options.playing = true;
  HapticSession session(std::move(simulated), options, std::make_unique<ScriptedDevice>(path), params);
  wait(path.duration() / 2);
  if (act) session.simulation().post(*act);
  wait(path.duration() / 2 + kSilent);
  const SimulationStatus status = session.simulation().status();
  const std::string refusal = session.thread().fifo_refusal();
  session.end();
  row.add("steps_per_second", status.steps_per_second);
  report(session.statistics(), session.tool_record(), refusal, row);
}

void feel_tetrahedra(BenchRow& row) {
  TetBodyModel model = georgii_solid("rabbit", 4'000, 3);
  model.materials = {Material{.young = 3e4, .poisson = 0.4, .density = 1000}};
  model.forces.clear();
  const double size = bounding_box(model.levels[0].positions).longest_side();
  row.add("elements", static_cast<Index>(model.levels[0].tetrahedra.size()));
  feel(std::make_unique<TetBody>("rabbit", model, felt_by_cycles()), size, {}, row);
}

void feel_octree(BenchRow& row) {
  DickCase rabbit = dick_case("rabbit-8k");
  rabbit.resolution = 36;
  DickModel model = make_dick_model(rabbit);
  model.body.materials.base = Material{.young = 3e4, .poisson = 0.4, .density = 1000};
  model.body.forces.clear();
  auto body = std::make_unique<OctreeBody>("rabbit", model.body, felt_by_cycles());
  row.add("elements", body->rest().grid.cells.count());
  BodyFrame frame;
  body->publish({}, frame);
  const double size = bounding_box(frame.positions).longest_side();
  feel(std::move(body), size, SimulationCommand(Cut{"rabbit", model.blade}), row);
}

// The rabbit of [JamesPai03, table I], 10 cm long and as soft as the others.
ReferenceProblem soft_rabbit4() {
  ReferenceProblem problem = greens_model("rabbit4");
  const double scale = 0.1 / bounding_box(problem.surface).longest_side();
  for (Vec3& x : problem.surface.positions) x *= scale;
  problem.material = {.young = 3e4, .poisson = 0.3, .density = 1000};
  return problem;
}

void feel_known(KnownResponses known, BenchRow& row) {
  const double size = bounding_box(known.problem.surface).longest_side();
  compress_known(0.05, known);
  row.add("elements", known.problem.surface.triangle_count());
  row.add("compression", known.compression);
  GreensBodyModel model;
  model.holds.emplace_back();
  for (std::size_t v = 0; v < known.problem.held.size(); ++v)
    if (known.problem.held[v] != 0) model.holds[0].nodes.push_back(static_cast<Index>(v));
  model.responses = std::make_shared<KnownResponses>(std::move(known));
  model.forces.clear();
  feel(std::make_unique<GreensBody>("rabbit", std::move(model)), size, {}, row);
}

// The least number of contacts that half of the ticks in contact do not exceed.
Index median_contacts(const RoundTip& tip) {
  const std::span<const std::int64_t> ticks = tip.ticks_by_contacts();
  const std::int64_t all = std::accumulate(ticks.begin(), ticks.end(), std::int64_t{0});
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < ticks.size(); ++k)
    if (2 * (sum += ticks[k]) >= all) return static_cast<Index>(k);
  return 0;
}

// A round tip, whose contact the servo solves in each tick.
void feel_by_round_tip(const KnownResponses& known, BenchRow& row) {
  const RoundTipParams params{.radius = 0.03, .most_depth = 0.004, .contacts = 32};
  constexpr double kDepth = 0.006;
  const SurfaceMesh& surface = known.problem.surface;
  PlaceToPress place = place_to_press(surface.positions, surface.triangles);
  place.at -= params.radius * place.inward, place.slide = 1.5;
  const ToolPath path = path_of(place, kDepth);
  RoundTip tip(known, params);
  ScriptedDevice device(path);
  TouchExchange exchange;
  ServoLoop loop(device, exchange, {}, {}, 40000, &tip);
  std::string refusal;
  {
    ServoThread thread(loop, {});
    wait(path.duration() + kSilent);
    refusal = thread.fifo_refusal();
  }
  row.add("vertices", surface.vertex_count());
  row.add("contacts", median_contacts(tip));
  report(loop.statistics(), loop.record(), refusal, row);
}

void feel_rabbit4(BenchContext& context) {
  if (!context.wants("rabbit4") && !context.wants("greens")) return;
  KnownResponses known = known_by_finite_elements(soft_rabbit4());
  if (context.wants("rabbit4")) feel_by_round_tip(known, context.add_row("rabbit4"));
  if (context.wants("greens")) feel_known(std::move(known), context.add_row("greens"));
}

}  // namespace

Bench jamespai_haptics_bench() {
  Bench bench;
  bench.name = "jamespai-haptics";
  bench.description =
      "bodies felt at 1 kHz by a scripted hand: ticks, energy, silence [JamesPai03, sec. 9.3]";
  bench.cases = {"tet", "octree-cut", "rabbit4", "greens"};
  bench.run = [](BenchContext& context) {
    if (context.wants("tet")) feel_tetrahedra(context.add_row("tet"));
    if (context.wants("octree-cut")) feel_octree(context.add_row("octree-cut"));
    feel_rabbit4(context);
  };
  return bench;
}

}  // namespace sinew
