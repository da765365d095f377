#include <algorithm>
#include <cmath>

#include "base/timer.h"
#include "bench/benches.h"
#include "bench/contact_scenes.h"
#include "bench/machine.h"
#include "sinew/base/process.h"

namespace sinew {

namespace {

// The root mean square of the speeds of all nodes, m/s.
double rms_speed(const World& world) {
  double sum = 0, count = 0;
  for (const BodyFrame& body : world.frame().bodies) {
    for (const Vec3& v : body.velocities) sum += squared_norm(v);
    count += static_cast<double>(body.velocities.size());
  }
  return std::sqrt(sum / count);
}

Vec3 centre_of(const BodyFrame& body) {
  Vec3 sum;
  for (const Vec3& p : body.positions) sum += p;
  return sum / static_cast<double>(body.positions.size());
}

// A rabbit at rest: what the ground carries over its weight, and how fast its nodes still move.
void measure_weight(BenchRow& row) {
  const Timer setup;
  const ContactScene scene = rabbit_on_the_ground();
  World world = make_world(scene, true);
  row.add("setup_s", setup.seconds());
  const double start = cpu_seconds();
  Index crossings = 0;
  for (int step = 0; step < scene.steps; ++step) {
    world.step(kContactStep, {.reactions = step + 1 == scene.steps});
    crossings += count_crossings(scene, world);
  }
  const BodyMeasure measure = world.bodies()[0]->measure();
  row.add("elements", measure.elements);
  row.add("seconds", scene.steps * kContactStep);
  row.add("force_over_weight", -world.frame().contact.sums.front().force.y / (9.81 * measure.mass));
  row.add("rms_speed", rms_speed(world));
  row.add("crossing_pairs", crossings);
  row.add("cpu_seconds", cpu_seconds() - start);
}

// How tall a column of this material with a square section may be before it buckles under its own weight, m
// (Greenhill, 1881): 1.986 (E I / (rho g A))^(1/3), with I / A = side^2 / 12.
double buckling_height(const Material& material, double side) {
  return 1.986 * std::cbrt(material.young * side * side / 12 / (9.81 * material.density));
}

// Ten boxes: the largest speed of all nodes (rms), and how far a box moves from where it was, over its side,
// in the second half of the time. They are a column that is taller than it may be: it leans away by itself, at the rate
// of one that is glued together.
void measure_stack(BenchRow& row) {
  const Timer setup;
  const StackOfBoxes stack;
  const ContactScene scene = stack_of_boxes(stack);
  World world = make_world(scene, true);
  row.add("setup_s", setup.seconds());
  const double start = cpu_seconds();
  Index crossings = 0;
  double speed = 0, drift = 0;
  std::vector<Vec3> centres;
  for (int step = 0; step < scene.steps; ++step) {
    world.step(kContactStep);
    crossings += count_crossings(scene, world);
    if (step < scene.steps / 2) continue;
    speed = std::max(speed, rms_speed(world));
    const std::vector<BodyFrame>& bodies = world.frame().bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (centres.size() < bodies.size()) centres.push_back(centre_of(bodies[b]));
      drift = std::max(drift, distance(centre_of(bodies[b]), centres[b]));
    }
  }
  row.add("boxes", world.bodies().size());
  row.add("elements_per_box", world.bodies()[0]->measure().elements);
  row.add("seconds", scene.steps * kContactStep);
  row.add("height_over_buckling", stack.count * stack.side / buckling_height(stack.material, stack.side));
  row.add("rms_speed", speed);
  row.add("drift", drift / stack.side);
  row.add("crossing_pairs", crossings);
  row.add("cpu_seconds", cpu_seconds() - start);
}

}  // namespace

Bench contact_rest_bench() {
  return {"contact-rest",
          "Bodies that come to rest on the ground: the force that carries them, and what still moves",
          {"weight", "stack-10"},
          [](BenchContext& context) {
            if (context.wants("weight")) measure_weight(context.add_row("weight"));
            if (context.wants("stack-10")) measure_stack(context.add_row("stack-10"));
          }};
}

}  // namespace sinew
