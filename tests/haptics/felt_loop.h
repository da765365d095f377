#pragma once

#include <memory>

#include "base/random.h"
#include "haptics/felt_body.h"
#include "octree/octree_bodies.h"
#include "sinew/greens/greens_body.h"
#include "sinew/rigid/rigid_body.h"
#include "tet/bodies.h"

namespace sinew::test {

constexpr double kTick = 0.001;  // s

// The loop without threads: a world whose steps take `dt` of the servo's time, and the servo's ticks between them.
class FeltLoop {
 public:
  FeltLoop(World world, double dt, const ServoParams& params = {}, const FeltParams& felt = {.body = "body"})
      : world_(std::move(world)), dt_(dt), servo_(params), felt_(felt) {
    touch_.tool = {0, 0, 1};
  }

  // The tick with the tool there, measured so long ago, s; the world steps when it is due.
  Servo::Output to(const Vec3& tool, double age = 0) {
    now_ += kTick;
    if (now_ >= next_step_ - 1e-9) {
      world_.step(dt_);
      next_step_ += dt_ * (1 + lateness_ * random_.uniform());
      current_ = 1 - current_;
      felt_.after_step(world_, touch_, now_, response_[current_]);
    }
    HandReading hand;
    hand.is_known = true, hand.position = tool, hand.measured_at = now_ - age, hand.age = age;
    const Servo::Output output = servo_.tick(hand, &response_[current_], now_);
    touch_ = output.touch;
    return output;
  }
  // Goes there along a line with a smooth speed.
  Servo::Output lead(const Vec3& from, const Vec3& tool, int ticks) {
    Servo::Output output;
    for (int k = 0; k <= ticks; ++k) {
      const double t = double(k) / ticks;
      output = to(lerp(from, tool, t * t * (3 - 2 * t)));
    }
    return output;
  }

  World world_;
  double dt_, now_ = 0, next_step_ = 0;
  Servo servo_;
  FeltBody felt_;
  LocalResponse response_[2];
  int current_ = 0;
  TouchState touch_;
  double lateness_ = 0;  // of steps, up to this share of dt
  Random random_{5};
};

// A box of 10 x 10 x 5 cm, whose top is at z = 0 and whose bottom is held.
inline const Material kSoft{.young = 2e4, .poisson = 0.3, .density = 1000};
inline constexpr Vec3 kBox{0.1, 0.1, 0.05};

inline ElasticParams felt_params(Strain strain = Strain::kCorotated) {
  return params_of(strain, Integrator::kBackwardEuler, SolverMethod::kCholesky, 1e-8);
}

inline TetBodyModel felt_tet_model() {
  TetBodyModel model =
      held_model({box_mesh(kBox, {6, 6, 3})}, kSoft, [](const Vec3& p) { return p.z < 1e-9; });
  model.placement.move = {-0.05, -0.05, -0.05};
  return model;
}

inline OctreeBodyModel felt_octree_model() {
  OctreeBodyModel model = box_model({6, 6, 3}, 0.1 / 6, kSoft);
  model.coarsest = 0;
  model.holds.push_back({{HalfSpaceRegion{{0, 0, -0.0499}, {0, 0, -1}}}, {}});
  model.placement.move = {-0.05, -0.05, -0.05};
  return model;
}

inline std::unique_ptr<Body> felt_tet(const ElasticParams& params = felt_params()) {
  return std::make_unique<TetBody>("body", felt_tet_model(), params);
}
inline std::unique_ptr<Body> felt_octree() {
  return std::make_unique<OctreeBody>("body", felt_octree_model(), felt_params());
}
// Two halves that part at x = 2 mm, to 2 cm above the bottom.
inline std::unique_ptr<Body> felt_cut_octree() {
  std::unique_ptr<Body> body = felt_octree();
  body->cuttable()->cut(wall_at(0.002, {0.002, -1, -0.03}, {0.002, 1, 1}));
  return body;
}
// One whose cells follow its deformation.
inline std::unique_ptr<Body> felt_adaptive_octree() {
  OctreeBodyModel model = box_model({8, 8, 4}, 0.1 / 8, kSoft);
  model.holds.push_back({{HalfSpaceRegion{{0, 0, -0.0499}, {0, 0, -1}}}, {}});
  model.placement.move = {-0.05, -0.05, -0.05};
  model.adaptive.emplace();
  return std::make_unique<OctreeBody>("body", model, felt_params());
}
// A sheet of 10 x 10 cm at z = 0, held at its rim.
inline std::unique_ptr<Body> felt_sheet() {
  SurfaceMesh mesh;
  constexpr int kCells = 8;
  for (int j = 0; j <= kCells; ++j)
    for (int i = 0; i <= kCells; ++i)
      mesh.positions.push_back({0.1 * i / kCells - 0.05, 0.1 * j / kCells - 0.05, 0});
  TetBodyModel model;
  Hold rim;
  for (Index v = 0; v < static_cast<Index>(mesh.positions.size()); ++v)
    if (std::max(std::abs(mesh.positions[v].x), std::abs(mesh.positions[v].y)) > 0.0499)
      rim.nodes.push_back(v);
  for (int j = 0; j < kCells; ++j)
    for (int i = 0; i < kCells; ++i) {
      const Index a = j * (kCells + 1) + i, b = a + 1, c = a + kCells + 1, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  model.holds = {rim};
  model.sheet = Sheet{{mesh}, 0.002, 1};
  model.materials = {Material{.young = 1e6, .poisson = 0.3, .density = 1000}};
  model.forces.clear();
  return std::make_unique<TetBody>("body", model, felt_params(Strain::kGreen));
}
// The box of tetrahedra, known by its responses.
inline std::shared_ptr<const KnownResponses> felt_responses() {
  const VolumeMesh mesh = box_mesh(kBox, {6, 6, 3});
  std::vector<Index> low;
  for (Index v = 0; v < mesh.node_count(); ++v)
    if (mesh.positions[v].z < 1e-9) low.push_back(v);
  return responses_of_elements(mesh, kSoft, low);
}
inline std::unique_ptr<GreensBody> felt_greens() {
  static const std::shared_ptr<const KnownResponses> responses = felt_responses();
  GreensBodyModel model;
  model.responses = responses;
  const std::vector<Vec3>& x = surface_of(*responses).positions;
  model.holds.emplace_back();
  for (Index v = 0; v < static_cast<Index>(x.size()); ++v)
    if (x[v].z < 1e-9) model.holds[0].nodes.push_back(v);
  model.forces.clear();
  model.placement.move = {-0.05, -0.05, -0.05};
  return std::make_unique<GreensBody>("body", model);
}
// A rigid box of half a kilogram on a floor.
inline std::unique_ptr<Body> felt_rigid() {
  RigidBodyModel model;
  model.surface = boundary_surface(box_mesh(kBox, {4, 4, 2}));
  model.placement.move = {-0.05, -0.05, -0.05};
  model.forces = {Gravity{{0, 0, -9.81}}};
  return std::make_unique<RigidBody>("body", model);
}

inline World world_of(std::unique_ptr<Body> body) {
  World world;
  const bool falls = dynamic_cast<RigidBody*>(body.get()) != nullptr;
  world.add(std::move(body));
  if (falls) {
    Obstacle floor;
    floor.name = "floor";
    floor.shape = PlaneShape{{0, 0, -0.0505}, {0, 0, 1}};
    world.add(floor);
  }
  return world;
}

struct FeltKind {
  const char* name;
  std::unique_ptr<Body> (*make)();
};
inline const FeltKind kFeltKinds[] = {{"tet", [] { return felt_tet(); }},
                                      {"octree", felt_octree},
                                      {"octree-cut", felt_cut_octree},
                                      {"octree-adaptive", felt_adaptive_octree},
                                      {"sheet", felt_sheet},
                                      {"greens", [] { return std::unique_ptr<Body>(felt_greens()); }},
                                      {"rigid", felt_rigid}};

}  // namespace sinew::test
