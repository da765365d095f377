#include "bench/contact_scenes.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "collision/crossing_pairs.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/octree/octree_body.h"
#include "sinew/remeshing/sheet_hierarchy.h"
#include "sinew/shape/models.h"
#include "sinew/tet/tet_body.h"

namespace sinew {

namespace {

ElasticParams params_of(Strain strain) {
  ElasticParams params;
  params.strain = strain;
  params.integrator = Integrator::kBackwardEuler;
  params.solver.cycles = 2;
  return params;
}

Mat3 random_rotation(Random& random) {
  const Vec3 q = random.in_box({-1, -1, -1}, {1, 1, 1});
  const double w = 1 / std::sqrt(1 + squared_norm(q));
  return to_matrix({w, w * q.x, w * q.y, w * q.z});
}

// A procedural model of about this many tetrahedra, whose own boundary collides, about its centre.
TetBodyModel model_of_tetrahedra(std::string_view name, Index elements, const Material& material) {
  const SurfaceMesh surface = make_model(name);
  HierarchyParams params;
  params.levels = 3;
  params.finest = elements;
  params.coarsest = std::max<Index>(100, elements / 36);
  TetBodyModel model;
  model.levels = build_hierarchy(surface, SignedDistance(surface), params).levels;
  const Vec3 centre = bounding_box(model.levels[0]).center();
  for (VolumeMesh& level : model.levels)
    for (Vec3& p : level.positions) p -= centre;
  model.materials = {material};
  return model;
}

void add_body(const std::shared_ptr<const TetBodyModel>& model, const Placement& placement,
              ContactScene& scene) {
  const auto number = scene.bodies.size();
  const Strain strain = model->sheet ? Strain::kGreen : Strain::kCorotated;
  scene.bodies.emplace_back([=] {
    TetBodyModel own = *model;
    own.placement = placement;
    return std::make_unique<TetBody>(fmt::format("body {}", number), own, params_of(strain));
  });
}

// Bodies in layers of side x side, each turned another way, the lowest at `base`.
void add_layers(const std::shared_ptr<const TetBodyModel>& model, int count, int side, double apart,
                const Vec3& base, ContactScene& scene) {
  Random random(1);
  for (int b = 0; b < count; ++b) {
    const int layer = b / (side * side), row = b / side % side, column = b % side;
    const Vec3 shake = 0.1 * apart * random.in_box({-1, 0, -1}, {1, 0, 1});
    const Vec3 at =
        base + shake +
        apart * Vec3{column - (side - 1) / 2.0, static_cast<double>(layer), row - (side - 1) / 2.0};
    add_body(model, {random_rotation(random), at}, scene);
  }
}

Obstacle ground() { return {.name = "ground", .shape = PlaneShape{}}; }

// The lower half of a ball of this radius around the origin, and a skin around it: a closed surface.
SurfaceMesh bowl(double radius, double thickness) {
  constexpr Index kAround = 48, kDown = 12;
  SurfaceMesh mesh;
  const auto add_half = [&](double r, bool outward) {
    const Index first = mesh.vertex_count();
    for (Index i = 0; i < kDown; ++i)
      for (Index j = 0; j < kAround; ++j) {
        const double down = std::numbers::pi / 2 * i / kDown, turn = 2 * std::numbers::pi * j / kAround;
        mesh.positions.push_back(
            r * Vec3{std::cos(down) * std::cos(turn), -std::sin(down), std::cos(down) * std::sin(turn)});
      }
    mesh.positions.push_back({0, -r, 0});
    const auto add = [&](Index a, Index b, Index c) {
      mesh.triangles.push_back(outward ? Triangle{a, b, c} : Triangle{a, c, b});
    };
    for (Index i = 0; i < kDown; ++i)
      for (Index j = 0; j < kAround; ++j) {
        const Index k = (j + 1) % kAround, a = first + i * kAround;
        if (i + 1 == kDown) {
          add(a + j, a + k, first + kDown * kAround);
          continue;
        }
        add(a + j, a + k, a + kAround + k), add(a + j, a + kAround + k, a + kAround + j);
      }
    return first;
  };
  const Index inner = add_half(radius, false), outer = add_half(radius + thickness, true);
  for (Index j = 0; j < kAround; ++j) {
    const Index k = (j + 1) % kAround;
    mesh.triangles.push_back({inner + j, inner + k, outer + k});
    mesh.triangles.push_back({inner + j, outer + k, outer + j});
  }
  return mesh;
}

double size_of(const TetBodyModel& model) { return bounding_box(model.levels[0]).diagonal(); }

}  // namespace

ContactScene bears_in_a_bowl() {
  const auto bear = std::make_shared<const TetBodyModel>(
      model_of_tetrahedra("bear", 6400, {.young = 5e4, .poisson = 0.4, .density = 1200}));
  const Box3 box = bounding_box(bear->levels[0]);
  const double tall = box.upper.y - box.lower.y, size = size_of(*bear);
  ContactScene scene;
  scene.obstacles.push_back({.name = "bowl", .shape = MeshShape{bowl(4 * tall, 0.5 * tall)}});
  add_layers(bear, 40, 3, 1.05 * size, {0, -4 * tall + 1.6 * size, 0}, scene);
  scene.steps = 90;
  return scene;
}

ContactScene heap_of_rabbits() {
  const auto rabbit = std::make_shared<const TetBodyModel>(
      model_of_tetrahedra("rabbit", 11'000, {.young = 1e5, .poisson = 0.3, .density = 1000}));
  const double size = size_of(*rabbit);
  ContactScene scene;
  scene.obstacles.push_back(ground());
  add_layers(rabbit, 10, 2, size, {0, 0.6 * size, 0}, scene);
  scene.steps = 90;
  return scene;
}

ContactScene cloth_on_a_sphere() {
  constexpr int kLevels = 9;  // two triangles, split eight times
  constexpr double kRadius = 0.25;
  auto cloth = std::make_shared<TetBodyModel>();
  const SurfaceMesh square{{{-0.5, 0, -0.5}, {-0.5, 0, 0.5}, {0.5, 0, 0.5}, {0.5, 0, -0.5}},
                           {{0, 1, 2}, {0, 2, 3}}};
  cloth->sheet = Sheet{nested_sheet_levels(square, kLevels), 1e-3, 1};
  ContactScene scene;
  scene.obstacles.push_back({.name = "sphere", .shape = SphereShape{{}, kRadius}});
  add_body(cloth, {Mat3::identity(), {0, kRadius + 0.002, 0}}, scene);
  scene.steps = 30;
  return scene;
}

ContactScene liver_between_plates() {
  constexpr Index kResolution = 146;  // voxels along its longest side: about 50,000 cells
  constexpr double kClosing = 0.3;    // of its height, in a second
  SurfaceMesh surface = make_model("liver");
  for (Vec3& p : surface.positions) p = {p.x, p.z, -p.y};  // lies on its back
  const SignedDistance solid(surface);
  const Box3 box = solid.box();
  const double tall = box.upper.y - box.lower.y;
  auto liver = std::make_shared<OctreeBodyModel>();
  liver->voxels = voxels_inside(surface, solid, voxel_frame(box, kResolution));
  liver->surface = OctreeSurface::kOwn;
  liver->own_surface = surface;
  liver->materials.base = {.young = 1e4, .poisson = 0.4, .density = 1000};
  ContactScene scene;
  scene.bodies.emplace_back(
      [=] { return std::make_unique<OctreeBody>("liver", *liver, params_of(Strain::kCorotated)); });
  const Vec3 wide = 0.2 * (box.upper - box.lower);
  const auto plate = [&](const char* name, double low, double high, double speed) {
    const BoxShape shape{{box.lower.x - wide.x, low, box.lower.z - wide.z},
                         {box.upper.x + wide.x, high, box.upper.z + wide.z}};
    Motion motion;
    motion.velocity = {0, speed, 0};
    scene.obstacles.push_back({.name = name, .shape = shape, .motion = motion});
  };
  const double clear = 0.005 * tall, speed = kClosing / 2 * tall;
  plate("lower", box.lower.y - clear - 0.1 * tall, box.lower.y - clear, speed);
  plate("upper", box.upper.y + clear, box.upper.y + clear + 0.1 * tall, -speed);
  scene.steps = 60;
  return scene;
}

ContactScene heap_of_boxes() {
  constexpr double kSide = 0.1;
  auto box = std::make_shared<TetBodyModel>();
  VolumeMesh mesh = box_mesh({kSide, kSide, kSide}, {1, 1, 1});
  for (Vec3& p : mesh.positions) p -= Vec3{kSide / 2, kSide / 2, kSide / 2};
  box->levels = nested_levels(mesh, 1);
  box->materials = {{.young = 1e5, .poisson = 0.3, .density = 1000}};
  ContactScene scene;
  scene.obstacles.push_back(ground());
  add_layers(box, 1000, 10, 2.1 * kSide, {0, kSide, 0}, scene);
  scene.steps = 90;
  return scene;
}

ContactScene rabbit_on_the_ground() {
  const auto rabbit = std::make_shared<const TetBodyModel>(
      model_of_tetrahedra("rabbit", 11'000, {.young = 1e6, .poisson = 0.3, .density = 1000}));
  ContactScene scene;
  scene.obstacles.push_back(ground());
  add_body(rabbit, {Mat3::identity(), {0, 0.01 - bounding_box(rabbit->levels[0]).lower.y, 0}}, scene);
  scene.steps = 360;
  return scene;
}

ContactScene stack_of_boxes(const StackOfBoxes& stack) {
  auto box = std::make_shared<TetBodyModel>();
  VolumeMesh mesh = box_mesh({stack.side, stack.side, stack.side}, {2, 2, 2});
  for (Vec3& p : mesh.positions) p -= Vec3{stack.side / 2, 0, stack.side / 2};
  box->levels = nested_levels(mesh, 2);
  box->materials = {stack.material};
  ContactScene scene;
  scene.obstacles.push_back(ground());
  scene.contact.friction = 0.5;
  for (int b = 0; b < stack.count; ++b)
    add_body(box, {Mat3::identity(), {0, stack.drop + b * (stack.side + stack.drop), 0}}, scene);
  scene.steps = 1200;
  return scene;
}

World make_world(const ContactScene& scene, bool collides) {
  World world;
  for (const auto& make : scene.bodies) world.add(make());
  if (!collides) return world;
  world.set_contact(scene.contact);
  for (const Obstacle& obstacle : scene.obstacles) world.add(obstacle);
  return world;
}

Index count_crossings(const ContactScene& scene, const World& world) {
  std::vector<std::vector<Vec3>> positions;
  std::vector<std::shared_ptr<const SurfaceMesh>> meshes;
  std::vector<SurfaceState> surfaces;
  Index below = 0;
  for (const BodyFrame& body : world.frame().bodies) {
    positions.push_back(surface_positions(body));
    for (const Obstacle& obstacle : scene.obstacles)
      if (const auto* plane = std::get_if<PlaneShape>(&obstacle.shape))
        for (const Vec3& p : positions.back()) below += dot(p - plane->point, plane->normal) < 0;
  }
  // Obstacles are seen where their motion has taken them.
  for (const ToolFrame& tool : world.frame().tools) {
    meshes.push_back(tool.shape);
    positions.emplace_back();
    for (const Vec3& p : tool.shape->positions) positions.back().push_back(tool.position + tool.axes * p);
  }
  const std::size_t bodies = world.frame().bodies.size();
  for (std::size_t s = 0; s < positions.size(); ++s)
    surfaces.push_back({s < bodies ? world.frame().bodies[s].topology.surface->mesh.triangles
                                   : meshes[s - bodies]->triangles,
                        positions[s]});
  return below + static_cast<Index>(crossing_pairs(surfaces).size());
}

}  // namespace sinew
