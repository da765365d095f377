#pragma once

#include <memory>
#include <numbers>

#include "contact/seen_contact.h"
#include "shape/structured.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/octree/octree_body.h"
#include "sinew/octree/voxels.h"
#include "sinew/tet/tet_body.h"
#include "sinew/world/world.h"

namespace sinew::test {

inline Mat3 turned_about_z(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{Vec3{c, s, 0}, Vec3{-s, c, 0}, Vec3{0, 0, 1}}};
}

// A box of this size whose lower face is centred at `at`.
struct BoxOptions {
  std::string name = "box";
  Vec3 size{0.2, 0.2, 0.2}, at{0, 0, 0};
  std::array<Index, 3> cells{2, 2, 2};
  int refinements = 1;
  Index voxels = 8;  // along x, of a box of voxels
  double young = 1e5, poisson = 0.3, density = 1000;
  Mat3 rotation = Mat3::identity();  // about `at`
  Vec3 velocity{};
  Vec3 gravity{0, -9.81, 0};
  double held_below = -1;  // nodes lower than this over the lower face are held
  ElasticParams params{.integrator = Integrator::kBackwardEuler};

  Placement placement() const { return {rotation, at - rotation * at}; }
};

inline std::unique_ptr<Body> soft_box(const BoxOptions& options) {
  TetBodyModel model;
  VolumeMesh mesh = box_mesh(options.size, options.cells);
  const Vec3 move = options.at - Vec3{options.size.x / 2, 0, options.size.z / 2};
  for (Vec3& p : mesh.positions) p += move;
  model.levels = nested_levels(mesh, options.refinements);
  model.materials = {{.young = options.young, .poisson = options.poisson, .density = options.density}};
  model.forces = {Gravity{options.gravity}};
  model.velocity = options.velocity;
  model.placement = options.placement();
  if (options.held_below >= 0) {
    const Region low{HalfSpaceRegion{options.at + Vec3{0, options.held_below, 0}, {0, -1, 0}}};
    model.holds = {{points_in(low, model.levels[0].positions), Motion{}}};
  }
  return std::make_unique<TetBody>(options.name, model, options.params);
}

inline std::unique_ptr<Body> soft_voxel_box(const BoxOptions& options) {
  OctreeBodyModel model;
  const double side = options.size.x / options.voxels;
  model.voxels = voxel_box(options.at - Vec3{options.size.x / 2, 0, options.size.z / 2}, side,
                           {options.voxels, static_cast<Index>(std::lround(options.size.y / side)),
                            static_cast<Index>(std::lround(options.size.z / side))});
  model.materials.base = {.young = options.young, .poisson = options.poisson, .density = options.density};
  model.forces = {Gravity{options.gravity}};
  model.velocity = options.velocity;
  model.placement = options.placement();
  return std::make_unique<OctreeBody>(options.name, model, options.params);
}

// A level sheet with its middle at `at`, as wide and deep as the box. Its thickness is the box's height.
inline std::unique_ptr<Body> soft_sheet(const BoxOptions& options) {
  TetBodyModel model;
  model.sheet = Sheet{{}, options.size.y, 1};
  for (int level = 0; level <= options.refinements; ++level) {
    const Index split = Index{1} << (options.refinements - level);
    model.sheet->levels.push_back(structured_sheet(options.size.x, options.size.z,
                                                   {split * options.cells[0], split * options.cells[2]}));
  }
  model.placement = {options.rotation, options.at};
  model.materials = {{.young = options.young, .poisson = options.poisson, .density = options.density}};
  model.forces = {Gravity{options.gravity}};
  model.velocity = options.velocity;
  ElasticParams params = options.params;
  if (params.strain == Strain::kCorotated) params.strain = Strain::kGreen;
  return std::make_unique<TetBody>(options.name, model, params);
}

// What a body may be made of.
enum class Kind { kTetrahedra, kVoxels, kSheet };

inline std::unique_ptr<Body> soft_body(Kind kind, const BoxOptions& options) {
  if (kind == Kind::kTetrahedra) return soft_box(options);
  return kind == Kind::kVoxels ? soft_voxel_box(options) : soft_sheet(options);
}

// Pairs of triangles that cross although they collide, and vertices behind planes.
inline std::int64_t crossings(const World& world) {
  std::int64_t pairs = 0;
  for (const ContactCrossings& crossing : world.crossings()) pairs += crossing.pairs;
  return pairs;
}

inline double weight_of(const Body& body) { return 9.81 * body.measure().mass; }

// Linear momentum over the density, of bodies whose elements have constant density, m^4/s.
inline Vec3 momentum(const World& world) {
  Vec3 sum;
  for (const BodyFrame& body : world.frame().bodies) {
    const std::vector<Vec3> x = rest_positions(body);
    const auto add = [&](double volume, const auto& nodes) {
      for (const Index n : nodes) sum += volume / static_cast<double>(nodes.size()) * body.velocities[n];
    };
    for (const Tetrahedron& t : body.topology.elements->tetrahedra)
      add(six_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) / 6, t);
    for (const Hexahedron& h : body.topology.elements->hexahedra)
      add(six_volume(x[h[0]], x[h[1]], x[h[3]], x[h[4]]), h);
  }
  return sum;
}

// The root mean square of the speeds of the nodes of all bodies, m/s.
inline double rms_speed(const World& world) {
  double sum = 0;
  std::size_t count = 0;
  for (const BodyFrame& body : world.frame().bodies) {
    for (const Vec3& v : body.velocities) sum += squared_norm(v);
    count += body.velocities.size();
  }
  return std::sqrt(sum / static_cast<double>(count));
}

}  // namespace sinew::test
