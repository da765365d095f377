#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"

namespace sinew {
namespace {

constexpr double kThick = 0.01, kPost = 0.08, kTail = 0.03, kGap = 2e-4;  // m
constexpr double kTurn = std::numbers::pi / 2;
constexpr double kArc = kTurn * (kPost + kThick / 2), kLength = kArc + 2 * kTail;

// A rope of square section and twenty times as long as thick lies over a post along z, a quarter turn, with straight
// tails. s is along it from where it first touches the post, r away from the axis, which goes through the origin.
Vec3 on_rope(double s, double r, double z) {
  const double along = std::clamp(s, 0.0, kArc), angle = along / (kPost + kThick / 2) - kTurn / 2;
  const Vec3 out{std::sin(angle), std::cos(angle), 0}, ahead{std::cos(angle), -std::sin(angle), 0};
  return r * out + (s - along) * ahead + Vec3{0, 0, z};
}

TetBodyModel rope(double pull) {
  TetBodyModel model;
  const auto cells = static_cast<Index>(std::lround(2 * kLength / kThick));
  model.levels = {box_mesh({kLength, kThick, kThick}, {cells, 2, 2})};
  std::vector<Vec3>& positions = model.levels[0].positions;
  Hold far{.nodes = {}, .motion = {}};
  for (Index v = 0; v < static_cast<Index>(positions.size()); ++v)
    if (positions[v].x > kLength - 1e-6) far.nodes.push_back(v);
  for (Vec3& p : positions) p = on_rope(p.x - kTail, kPost + kGap + p.y, p.z - kThick / 2);
  const Vec3 ahead = normalized(on_rope(kLength, kPost, 0) - on_rope(kArc, kPost, 0));
  far.motion.velocity = 0.05 * ahead;
  model.holds = {far};
  const Vec3 near = on_rope(-kTail, kPost, 0), back = normalized(near - on_rope(0, kPost, 0));
  model.forces = {SurfaceForce{.region = {HalfSpaceRegion{near - 1e-6 * back, back}},
                               .traction = pull / (kThick * kThick) * back}};
  model.materials = {{.young = 1e6, .poisson = 0.3, .density = 1000}};
  return model;
}

// Pulls one tail slowly, against a force on the other; returns both forces over each other.
double tension_ratio(double friction) {
  constexpr double kPull = 2;
  constexpr int kSteps = 20, kSliding = 10;
  ElasticParams params{.integrator = Integrator::kBackwardEuler};
  params.damping.stiffness = 0.002;
  World world;
  world.add(std::make_unique<TetBody>("rope", rope(kPull), params));
  world.set_contact({.friction = friction, .gap = kGap});
  world.add(Obstacle{.name = "post", .shape = CylinderShape{{0, 0, -0.05}, {0, 0, 0.05}, kPost}});
  double sum = 0;
  for (int step = 1; step <= kSteps; ++step) {
    world.step(0.01, {.reactions = true});
    if (step > kSliding) sum += norm(world.frame().bodies[0].reactions[0].force);
  }
  EXPECT_EQ(test::crossings(world), 0);
  return sum / ((kSteps - kSliding) * kPull);
}

TEST(Capstan, a_post_multiplies_the_tension_of_a_rope_by_the_exponential_of_friction_times_angle) {
  for (const double friction : {0.0, 0.6})
    EXPECT_NEAR(tension_ratio(friction) / std::exp(friction * kTurn), 1, 0.1) << friction;
}

}  // namespace
}  // namespace sinew
