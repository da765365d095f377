#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/log.h"
#include "base/random.h"
#include "scene/load_world.h"
#include "scene/scene_texts.h"

namespace sinew {
namespace {

// Small bodies of every kind with figures drawn far beyond what is sensible: Young's moduli from 1 Pa to 1e12
// Pa, steps from 1e-4 s to 1 s, sizes from 1e-5 m to 1e4 m; free, hinged at an edge, held at a face or at a
// corner; bars, plates and cubes; cut and whole. Gravity is all that acts.
struct TortureCase {
  std::string scene;  // JSON
  bool is_euler = false;
  bool is_static = false;
};

double log_uniform(Random& random, double low, double high) {
  return std::exp(random.uniform(std::log(low), std::log(high)));
}

template <std::size_t N>
const char* one_of(Random& random, const std::array<const char*, N>& names) {
  return names[random.below(N)];
}

struct Shape {
  Vec3 size;  // m
  std::array<int, 3> cells;
};

Shape random_shape(Random& random, bool octree) {
  const double length = log_uniform(random, 1e-5, 1e4);
  switch (random.below(3)) {
    case 0:
      return {{length, length, length}, {3, 3, 3}};
    case 1:
      return {{length, 0.2 * length, 0.2 * length}, {10, 2, 2}};
    default:
      return {{length, (octree ? 0.125 : log_uniform(random, 2e-3, 0.1)) * length, length}, {8, 1, 8}};
  }
}

std::string hold_of(Random& random, const Vec3& size) {
  const double e = 1e-6 * size.x;
  const auto box = [&](const Vec3& b) {
    return fmt::format(R"(, "hold": [{{"region": {{"box": [[{}, {}, {}], [{}, {}, {}]]}}}}])", -e, -e, -e, b.x,
                       b.y, b.z);
  };
  switch (random.below(4)) {
    case 0:
      return "";
    case 1:
      return box({e, e, 2 * size.z});
    case 2:
      return box({e, 2 * size.y, 2 * size.z});
    default:
      return box({e, e, e});
  }
}

constexpr const char* kCut =
    R"(, "cuts": [{{"blade": {{"mesh": {{"vertices": [[{0}, {1}, {1}], [{0}, {2}, {1}], [{0}, {1}, {2}]],
 "triangles": [[0, 1, 2]]}}, "from": {3}}}}}])";

TortureCase torture_case(int seed) {
  Random random(seed);
  for (int i = 0; i < 8; ++i) random.next();
  const bool octree = random.below(3) == 0, sheet = !octree && random.below(6) == 0;
  const Shape shape = random_shape(random, octree);
  const Vec3& s = shape.size;
  const char* strain = sheet    ? one_of(random, std::array{"cauchy", "green"})
                       : octree ? one_of(random, std::array{"cauchy", "corotated", "corotated"})
                                : one_of(random, std::array{"cauchy", "corotated", "corotated", "green"});
  const std::string integrator =
      one_of(random, std::array{"euler", "euler", "euler", "euler", "euler", "newmark"});
  const double young = log_uniform(random, 1, 1e12), density = log_uniform(random, 100, 1e4);
  const double dt = log_uniform(random, 1e-4, 1);
  const double poisson = random.uniform(0, 0.45);
  std::string mesh;
  if (sheet)
    mesh = fmt::format(R"({{"rectangle": {{"size": [{}, {}], "cells": [8, 8]}}}}, "sheet": {{"thickness": {}}})",
                       s.x, s.x, log_uniform(random, 1e-4, 1e-2) * s.x);
  else
    mesh = fmt::format(R"({{"box": {{"size": [{}, {}, {}], "cells": [{}, {}, {}]}}}})", s.x, s.y, s.z,
                       shape.cells[0], shape.cells[1], shape.cells[2]);
  std::string body = fmt::format(
      R"("name": "b", "mesh": {}, "material": {{"young": {}, "poisson": {}, "density": {}}}, "strain": "{}",
 "integrator": "{}")",
      mesh, young, poisson, density, strain, integrator);
  if (octree) body += R"(, "type": "octree")";
  body += hold_of(random, s);
  TortureCase made;
  made.is_euler = integrator == "euler";
  made.scene = fmt::format(R"({{"sinew": 1, "step": {}, "steps": 40, "bodies": [{{{}}}]}})", dt, body);
  return made;
}

struct Outcome {
  bool finite = true;
  double gain = 0;  // of total energy over its start, at most, over the work of gravity
  double most = 0;
  std::string error;
  StepTally tally;
};

Outcome run_case(const TortureCase& torture) {
  Outcome outcome;
  try {
    LoadedWorld loaded = load_world(scene_from_text(torture.scene), "torture.json");
    loaded.world.publish({.energies = true});
    const Energies start = loaded.world.frame().bodies[0].energies;
    double work = start.kinetic;
    for (std::int64_t step = 0; step < loaded.run.steps; ++step) {
      loaded.world.step(loaded.run.dt, {.stress = true, .energies = true});
      const BodyFrame& frame = loaded.world.frame().bodies[0];
      const Energies& e = frame.energies;
      work = std::max(work, std::abs(e.external - start.external));
      outcome.gain = std::max(outcome.gain, (e.total() - start.total()) / work);
      outcome.most = std::max(outcome.most, e.kinetic + e.elastic);
      outcome.finite = outcome.finite && std::isfinite(e.total());
      outcome.tally = loaded.world.bodies()[0]->tally();
      for (const float s : frame.stress) outcome.finite = outcome.finite && std::isfinite(s);
    }
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  return outcome;
}

TEST(Torture, explore) {
  set_log_level(LogLevel::kQuiet);
  const char* only = std::getenv("ONLY");
  for (int seed = 0; seed < 100; ++seed) {
    if (only && std::atoi(only) != seed) continue;
    const TortureCase c = torture_case(seed);
    const Outcome o = run_case(c);
    const bool bad = !o.finite || !o.error.empty() || (c.is_euler && o.gain > 0.01);
    fmt::print("{} {} gain {:.3g} most {:.3g} unsolved {} worst {:.2g} {}{}\n", seed, bad ? "BAD" : "ok", o.gain, o.most, o.tally.unsolved, o.tally.worst_residual, o.error,
               bad || only ? "\n   " + c.scene : "");
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace sinew
