#include <algorithm>

#include "base/timer.h"
#include "bench/benches.h"
#include "bench/contact_scenes.h"
#include "bench/machine.h"
#include "sinew/base/process.h"

namespace sinew {

namespace {

// The part of the time of steps so far that went into finding what is near and what would cross.
struct DetectionTime {
  double detection = 0, all = 0;  // s

  static DetectionTime of(const World& world) {
    DetectionTime time;
    for (const Profile::Zone& zone : world.profile().zones()) {
      time.all += zone.seconds;
      if (zone.name == "detect" || zone.name == "fail-safe") time.detection += zone.seconds;
    }
    return time;
  }
};

// Sums over the steps in contact.
struct ContactSums {
  int steps = 0, in_contact = 0;
  double seconds = 0, detection_seconds = 0, elastic_seconds = 0;
  double contacts = 0, watched = 0, held_back = 0;
  Index crossings = 0;
};

double cpu_seconds_of_step(World& world) {
  const double start = cpu_seconds();
  world.step(kContactStep);
  return cpu_seconds() - start;
}

// Steps the world, and a twin whose bodies pass through everything from the same state.
void measure_step(const ContactScene& scene, World& world, World& twin, ContactSums& sums) {
  WorldState before = world.state();
  before.contact.clear();
  const DetectionTime then = DetectionTime::of(world);
  const double seconds = cpu_seconds_of_step(world);
  const DetectionTime now = DetectionTime::of(world);
  const ContactFrame& contact = world.frame().contact;
  ++sums.steps;
  sums.crossings += count_crossings(scene, world);
  if (contact.active == 0) return;
  twin.restore(before);
  ++sums.in_contact;
  sums.seconds += seconds;
  sums.detection_seconds += seconds * (now.detection - then.detection) / std::max(now.all - then.all, 1e-9);
  sums.elastic_seconds += cpu_seconds_of_step(twin);
  sums.contacts += static_cast<double>(contact.active);
  sums.watched += static_cast<double>(contact.contacts);
  sums.held_back += static_cast<double>(contact.held_back);
}

void measure(const ContactScene& scene, const Timer& setup, BenchRow& row) {
  World world = make_world(scene, true), twin = make_world(scene, false);
  const double setup_seconds = setup.seconds();
  twin.step(kContactStep);  // builds what later steps keep
  ContactSums sums;
  for (int step = 0; step < scene.steps; ++step) measure_step(scene, world, twin, sums);

  Index elements = 0;
  for (const auto& body : world.bodies()) elements += body->measure().elements;
  const double count = std::max(1, sums.in_contact), ms = 1e3 / (count * thread_count());
  row.add("bodies", world.bodies().size());
  row.add("elements", elements);
  row.add("steps", sums.steps);
  row.add("contact_share", sums.in_contact / static_cast<double>(sums.steps));
  row.add("contacts", sums.contacts / count);
  row.add("watched", sums.watched / count);
  row.add("crossing_pairs", sums.crossings);
  row.add("held_back", sums.held_back / count);
  row.add("detection_ms", ms * sums.detection_seconds);
  row.add("response_ms", ms * (sums.seconds - sums.detection_seconds - sums.elastic_seconds));
  row.add("elastic_ms", ms * sums.elastic_seconds);
  row.add("setup_s", setup_seconds);
  row.add("row_threads", thread_count());
}

struct Case {
  const char* name;
  ContactScene (*make)();
};
constexpr Case kCases[] = {{"bears-40", bears_in_a_bowl},
                           {"rabbits-10", heap_of_rabbits},
                           {"cloth-131k", cloth_on_a_sphere},
                           {"liver-44k", liver_between_plates},
                           {"boxes-1000", heap_of_boxes}};

}  // namespace

Bench contact_bench() {
  Bench bench;
  bench.name = "contact";
  bench.description =
      "Steps in contact, means over those in which something presses (contacts: how many do), CPU time over "
      "threads; elastic: the same states stepped with contact switched off, detection and response: all else";
  for (const Case& one : kCases) bench.cases.emplace_back(one.name);
  bench.run = [](BenchContext& context) {
    for (const Case& one : kCases) {
      if (!context.wants(one.name)) continue;
      const Timer setup;
      measure(one.make(), setup, context.add_row(one.name));
    }
  };
  return bench;
}

}  // namespace sinew
