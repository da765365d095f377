// A body of another kind than the library has, a rigid pendulum, moves in a world as any other: it is
// stepped, seen in frames, and its state can be kept and restored.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <numbers>
#include <utility>

#include <sinew/body/body.h>
#include <sinew/embed/embedding.h>
#include <sinew/shape/models.h>
#include <sinew/world/world.h>

using namespace sinew;

constexpr double kG = 9.81, kLength = 1, kDt = 0.01;  // m/s^2, m, s

// A small ball on a rod without mass: angle'' = -g / length sin(angle).
class Pendulum : public Body {
 public:
  Pendulum(std::string name, double angle) : name_(std::move(name)), angle_(angle) {
    // What is seen is a ball. Its vertices are the nodes of the body, so that each follows its own node.
    FrameSurface surface;
    surface.mesh = make_model("sphere", 500, {{"radius", 0.05}});
    FrameElements points;
    points.rest_positions = surface.mesh.positions;
    topology_ = make_topology(surface, embedding_on_own_nodes(surface.mesh.vertex_count()), points);
  }

  const std::string& name() const override { return name_; }

  // A step computes a candidate and changes nothing else, here by the leapfrog scheme; commit makes it the
  // state.
  void begin_step(double, double dt) override {
    const auto turning = [&](double angle) { return -kG / kLength * std::sin(angle); };  // rad/s^2
    const double half_way = rate_ + dt / 2 * turning(angle_);
    next_angle_ = angle_ + dt * half_way;
    next_rate_ = half_way + dt / 2 * turning(next_angle_);
  }
  void commit() override { angle_ = next_angle_, rate_ = next_rate_; }

  // A frame is all that others see of a body. It comes with arrays of an earlier one, which are filled again.
  void publish(const FrameContents&, BodyFrame& frame) const override {
    frame.body = name_;
    frame.topology = topology_;
    frame.positions = topology_.elements->rest_positions;
    const Vec3 ball = kLength * Vec3{std::sin(angle_), -std::cos(angle_), 0};
    for (Vec3& p : frame.positions) p += ball;
    const Vec3 velocity = kLength * rate_ * Vec3{std::cos(angle_), std::sin(angle_), 0};
    frame.velocities.assign(frame.positions.size(), velocity);
  }

  // All that a checkpoint needs.
  BodyState state() const override { return {{"pendulum", {angle_, rate_}}}; }
  void restore(const BodyState& state) override {
    angle_ = state.at(0).values.at(0), rate_ = state.at(0).values.at(1);
  }

  double angle() const { return angle_; }  // rad

 private:
  std::string name_;
  FrameTopology topology_;
  double angle_, rate_ = 0, next_angle_ = 0, next_rate_ = 0;
};

// The time of a swing to and fro, s: four times that from the start, at rest, to the lowest point.
double period(World& world, const Pendulum& pendulum) {
  double before = 0;
  while (pendulum.angle() > 0) before = pendulum.angle(), world.step(kDt);
  return 4 * (world.time() + kDt * pendulum.angle() / (before - pendulum.angle()));
}

int main() {
  for (const double degrees : {5.0, 45.0, 90.0}) {
    World world;
    const double angle = degrees * std::numbers::pi / 180;
    const auto& body = dynamic_cast<Pendulum&>(world.add(std::make_unique<Pendulum>("pendulum", angle)));
    const double exact = 4 * std::sqrt(kLength / kG) * std::comp_ellint_1(std::sin(angle / 2));
    std::printf("from %2.0f degrees: %.3f s to and fro, exactly %.3f s\n", degrees, period(world, body),
                exact);
  }

  // Go back to a state that was kept, and make the same step again.
  World world;
  world.add(std::make_unique<Pendulum>("pendulum", 1));
  const WorldState start = world.state();
  world.step(kDt);
  const std::uint64_t checksum = frame_checksum(world.frame());
  world.restore(start);
  world.step(kDt);
  std::printf("the same bits after restoring: %s\n",
              frame_checksum(world.frame()) == checksum ? "yes" : "no");
}
