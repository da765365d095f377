#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "collision/crossing_pairs.h"
#include "mesh/disjoint_sets.h"
#include "record/probe.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

const fs::path kScenes = fs::path(SINEW_SOURCE_DIR) / "scenes";

std::vector<fs::path> scene_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kScenes))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// A scene with meshes small enough for a test.
SceneDescription reduced_scene(const fs::path& path) {
  SceneDescription scene = read_scene(path);
  for (BodyDescription& body : scene.bodies) {
    if (auto* tet = std::get_if<TetBodyDescription>(&body.kind)) tet->tets = std::min<Index>(tet->tets, 1500);
    if (auto* octree = std::get_if<OctreeBodyDescription>(&body.kind))
      octree->cells = std::min<Index>(octree->cells, 24);
    if (auto* greens = std::get_if<GreensBodyDescription>(&body.kind)) greens->semi_regular = {100, 1};
    if (auto* model = std::get_if<ModelDescription>(&body.mesh))
      model->triangles = model->model == "dragon" ? 8000 : 6000;
    if (auto* box = std::get_if<BoxMeshDescription>(&body.mesh))
      for (Index& n : box->cells) n = (n + 1) / 2;
    if (auto* rectangle = std::get_if<RectangleMeshDescription>(&body.mesh)) rectangle->cells = {8, 8};
  }
  return scene;
}

LoadedWorld small_world(const std::string& name) {
  return load_world(reduced_scene(kScenes / (name + ".json")), name);
}

void run_to_end(LoadedWorld& loaded) {
  while (loaded.world.step_count() < loaded.run.steps) loaded.world.step(loaded.run.dt);
}

double volume_of(const BodyFrame& body) {
  VolumeMesh mesh;
  mesh.positions = body.positions;
  mesh.tetrahedra = body.topology.elements->tetrahedra;
  return total_volume(mesh);
}

double highest_point(const BodyFrame& body) { return bounding_box(body.positions).upper.y; }

double lean(const BodyFrame& body) {
  return bounding_box(body.positions).upper.x - bounding_box(body.topology.elements->rest_positions).upper.x;
}

TEST(Scenes, every_scene_starts_by_saying_what_to_see) {
  ASSERT_GE(scene_files().size(), 8U);
  for (const fs::path& file : scene_files()) EXPECT_EQ(read_file(file).substr(0, 3), "// ") << file;
}

TEST(Scenes, every_scene_makes_its_first_steps) {
  for (const fs::path& file : scene_files()) {
    SCOPED_TRACE(file);
    LoadedWorld loaded = load_world(reduced_scene(file), file.string());
    for (int i = 0; i < 2; ++i) loaded.world.step(loaded.run.dt, {.stress = true, .energies = true});
    EXPECT_NO_THROW(ProbeTracker(loaded.run.probes).displacements(loaded.world.frame()));
    for (std::size_t b = 0; b < loaded.world.bodies().size(); ++b) {
      const Energies& energies = loaded.world.frame().bodies[b].energies;
      EXPECT_TRUE(std::isfinite(energies.total()));
      EXPECT_GT(loaded.world.bodies()[b]->tally().is_static ? energies.elastic : energies.kinetic, 0);
    }
  }
}

TEST(Scenes, a_beam_of_cauchy_strain_swells_and_the_others_do_not) {
  LoadedWorld loaded = small_world("strains");
  const double rest = volume_of(loaded.world.frame().bodies[0]);
  run_to_end(loaded);
  for (const BodyFrame& body : loaded.world.frame().bodies)
    if (body.body == "cauchy") {
      EXPECT_GT(volume_of(body), 1.3 * rest);
    } else {
      EXPECT_NEAR(volume_of(body), rest, 0.03 * rest) << body.body;
    }
}

TEST(Scenes, softer_rabbits_sink_deeper) {
  LoadedWorld loaded = small_world("rabbit_softer");
  loaded.run.steps = 12;
  run_to_end(loaded);
  double above = std::numeric_limits<double>::infinity();
  for (const BodyFrame& body : loaded.world.frame().bodies) {
    EXPECT_LT(highest_point(body), above) << body.body;
    above = highest_point(body);
  }
}

TEST(Scenes, softer_towers_lean_further) {
  LoadedWorld loaded = small_world("towers");
  run_to_end(loaded);
  double before = 0;
  for (const BodyFrame& body : loaded.world.frame().bodies) {
    EXPECT_GT(lean(body), before) << body.body;
    before = lean(body);
  }
}

// How far apart its nodes are along x at about this height now.
double width_at(const BodyFrame& body, double height) {
  Box3 box;
  for (const Vec3& p : body.positions)
    if (std::abs(p.y - height) < 0.015) box.extend(p);
  return box.size().x;
}

TEST(Scenes, a_greased_block_in_a_press_gets_wider_evenly_and_a_glued_one_bulges) {
  LoadedWorld loaded = small_world("press");
  run_to_end(loaded);
  loaded.world.publish({.reactions = true});
  const BodyFrame &glued = loaded.world.frame().bodies[0], &greased = loaded.world.frame().bodies[1];
  const double top = 0.16;
  EXPECT_NEAR(width_at(glued, top), 0.2, 1e-3);
  EXPECT_GT(width_at(glued, top / 2), 0.21);
  EXPECT_NEAR(width_at(greased, top), width_at(greased, top / 2), 1e-3);
  EXPECT_NEAR(width_at(greased, top), 0.2 * (1 + 0.2 * 0.45), 1e-3);  // Poisson's ratio times the strain
  // Both plates press alike, the glued ones more.
  for (const BodyFrame* body : {&glued, &greased}) {
    EXPECT_EQ(body->reactions[1].hold, "top");
    EXPECT_NEAR(body->reactions[0].force.y / body->reactions[1].force.y, -1, 0.02);
  }
  const double uniaxial = 1e6 * 0.2 * 0.04;  // Young's modulus times strain and area at rest
  EXPECT_NEAR(greased.reactions[1].force.y, -uniaxial, 0.01 * uniaxial);
  EXPECT_LT(glued.reactions[1].force.y, -1.1 * uniaxial);
}

// The state of the body at the end of a scene of cuts with this many cells along its longest side.
BodyFrame cut_body(const std::string& name, Index cells, const std::vector<std::string>& overrides = {}) {
  SceneDescription scene = read_scene(kScenes / (name + ".json"), overrides);
  std::get<OctreeBodyDescription>(scene.bodies[0].kind).cells = cells;
  LoadedWorld loaded = load_world(scene, name);
  run_to_end(loaded);
  return loaded.world.frame().bodies[0];
}

// A part of a body that cells connect: how much of it there is, and how far it has moved at its top.
struct Rod {
  double volume = 0;  // at rest, m^3
  double radius = 0;  // the distance of its middle from the axis at rest, m
  double bend = 0;    // the mean way of its top, across the axis, m
};

// The rods of a cube that was cut from above: what is connected above this height.
std::vector<Rod> rods_above(const BodyFrame& body, double height) {
  const FrameElements& elements = *body.topology.elements;
  const std::vector<Vec3> rest = rest_positions(body);
  const auto low = [&](const Hexahedron& cell) { return rest[cell[0]]; };
  DisjointSets sets(static_cast<Index>(rest.size()));
  for (const Hexahedron& cell : elements.hexahedra)
    for (const Index v : cell)
      if (low(cell).y > height) sets.unite(cell[0], v);
  std::map<Index, Rod> rods;
  std::map<Index, std::pair<Vec3, double>> tops;  // displacement and area
  for (const Hexahedron& cell : elements.hexahedra) {
    if (low(cell).y <= height) continue;
    const Index root = sets.find(cell[0]);
    const double side = rest[cell[6]].x - low(cell).x;
    rods[root].volume += side * side * side;
    if (rest[cell[6]].y < 0.2 - 1e-6) continue;
    auto& [moved, area] = tops[root];
    const Vec3 middle = 0.5 * (low(cell) + rest[cell[6]]);
    moved += side * side * (0.5 * (body.positions[cell[0]] + body.positions[cell[6]]) - middle);
    area += side * side;
    rods[root].radius += side * side * std::hypot(middle.x, middle.z);
  }
  std::vector<Rod> found;
  for (auto& [root, rod] : rods) {
    if (!tops.contains(root)) continue;
    const auto& [moved, area] = tops[root];
    rod.bend = std::hypot(moved.x, moved.z) / area;
    rod.radius /= area;
    found.push_back(rod);
  }
  return found;
}

// The field grows with the distance from the axis, and so does the bend; a sliver has less than half of a whole
// rod.
TEST(Scenes, thick_rods_bend_less_than_slivers) {
  const std::vector<Rod> rods = rods_above(cut_body("rods", 24, {"steps=20"}), 0.08);
  ASSERT_GT(rods.size(), 20U);
  double most = 0;
  for (const Rod& rod : rods) most = std::max(most, rod.volume);
  double whole = 0, slivers = 0;
  Index wholes = 0, thin = 0;
  for (const Rod& rod : rods) {
    if (rod.radius < 0.05) continue;
    if (rod.volume > 0.8 * most) whole += rod.bend / rod.radius, ++wholes;
    if (rod.volume < 0.5 * most) slivers += rod.bend / rod.radius, ++thin;
  }
  ASSERT_GT(std::min(wholes, thin), 3);
  EXPECT_GT(slivers / thin, 2 * whole / wholes);
}

// Slices lie between the cuts, 2, 3, 4, 5 and 6 cells thick, and below the rest of the block. In balance under a
// small weight, their far ends sink by how thin they are.
TEST(Scenes, slices_hang_in_the_order_of_their_thickness) {
  const BodyFrame block = cut_body(
      "slices", 64, {"gravity=[0,-0.1,0]", "bodies.block.integrator=static", "step=0.06", "steps=2"});
  constexpr std::array kCuts{0.008, 0.019, 0.033, 0.051, 0.074};
  const std::vector<Vec3> rest = rest_positions(block);
  std::array<double, kCuts.size() + 1> sunk{}, cells{};
  for (const Hexahedron& cell : block.topology.elements->hexahedra) {
    const Vec3 middle = 0.5 * (rest[cell[0]] + rest[cell[6]]);
    if (middle.x < 0.1) continue;
    const auto slice = std::ranges::upper_bound(kCuts, middle.y) - kCuts.begin();
    sunk[slice] += middle.y - 0.5 * (block.positions[cell[0]].y + block.positions[cell[6]].y);
    ++cells[slice];
  }
  for (std::size_t s = 0; s < sunk.size(); ++s) sunk[s] /= cells[s];
  for (std::size_t s = 0; s + 1 < sunk.size(); ++s) EXPECT_GT(sunk[s], 1.3 * sunk[s + 1]) << s;
}

// How far the top of a body has moved aside at most, m.
double most_aside(const BodyFrame& body) {
  const std::vector<Vec3> u = displacements(body), rest = rest_positions(body);
  double most = 0;
  for (std::size_t v = 0; v < u.size(); ++v)
    if (rest[v].y > 0.19) most = std::max(most, std::hypot(u[v].x, u[v].z));
  return most;
}

TEST(Scenes, rods_with_a_soft_layer_buckle_by_their_weight_and_stand_if_they_are_lighter) {
  const double buckled = most_aside(cut_body("soft_layer", 24, {"steps=25"}));
  const double standing = most_aside(cut_body("soft_layer", 24, {"steps=25", "gravity=[0,-5,0]"}));
  EXPECT_GT(buckled, 0.03);  // of a body of 0.2 m
  EXPECT_LT(standing, 0.01);
}

TEST(Scenes, blades_leave_faces_of_cuts_in_every_scene_that_has_some) {
  int scenes = 0;
  for (const fs::path& file : scene_files()) {
    SceneDescription scene = reduced_scene(file);
    if (scene.cuts.empty()) continue;
    SCOPED_TRACE(file);
    ++scenes;
    LoadedWorld loaded = load_world(scene, file.string());
    const auto is_cut = [&] {
      const std::vector<std::int32_t>& faces = loaded.world.frame().bodies[0].topology.surface->cuts;
      return std::count(faces.begin(), faces.end(), 1) > 0;
    };
    EXPECT_FALSE(is_cut());
    for (int i = 0; i < 50 && !is_cut(); ++i) loaded.world.step(loaded.run.dt);
    EXPECT_TRUE(is_cut());
  }
  EXPECT_GE(scenes, 6);
}

// What is seen is the contact surface of bodies of tetrahedra.
std::vector<Crossing> crossings_of(const Frame& frame) {
  std::vector<std::vector<Vec3>> positions;
  for (const BodyFrame& body : frame.bodies) positions.push_back(surface_positions(body));
  std::vector<SurfaceState> surfaces;
  for (std::size_t b = 0; b < frame.bodies.size(); ++b)
    surfaces.push_back({frame.bodies[b].topology.surface->mesh.triangles, positions[b]});
  return crossing_pairs(surfaces);
}

TEST(Scenes, bodies_that_fall_onto_the_ground_lie_in_a_heap_and_nothing_crosses) {
  LoadedWorld loaded = load_world(kScenes / "heap.json");
  while (loaded.world.step_count() < 25) {
    loaded.world.step(loaded.run.dt, {.reactions = true});
    const Frame& frame = loaded.world.frame();
    for (const Crossing& crossing : crossings_of(frame))
      ADD_FAILURE() << "step " << frame.step << ": triangle " << crossing.triangle[0] << " of "
                    << frame.bodies[crossing.surface[0]].body << " crosses triangle " << crossing.triangle[1]
                    << " of " << frame.bodies[crossing.surface[1]].body;
    ASSERT_FALSE(HasFailure());
  }
  const Frame& frame = loaded.world.frame();
  for (const BodyFrame& body : frame.bodies) {
    EXPECT_GT(bounding_box(surface_positions(body)).lower.y, 0) << body.body;
    EXPECT_LT(bounding_box(surface_positions(body)).upper.y, 0.45) << body.body;
  }
  EXPECT_EQ(frame.contact.blocked, 0);
  ASSERT_EQ(frame.contact.sums.back().a, "ground");
  EXPECT_LT(frame.contact.sums.back().force.y, 0);
}

TEST(Scenes, a_dry_rope_holds_on_its_post_and_a_greased_one_slips_off) {
  LoadedWorld loaded = small_world("rope");
  run_to_end(loaded);
  const double post = 1;  // the height of its top, m
  EXPECT_GT(highest_point(loaded.world.frame().bodies[0]), post);
  EXPECT_LT(highest_point(loaded.world.frame().bodies[1]), post / 2);
}

}  // namespace
}  // namespace sinew
