#include <gmock/gmock.h>

#include "base/scratch_folder.h"
#include "scene/scene_texts.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/scene/load_world.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::Not;

SceneDescription read(const std::string& keys) { return scene_from_text(small_scene("", keys)); }

std::string complaint(const std::string& keys) { return complaint_about(small_scene("", keys)); }

std::string obstacle(const std::string& shape, const std::string& more = "") {
  return R"("obstacles": [{"name": "post", "shape": )" + shape + more + "}]";
}

double lowest(const LoadedWorld& loaded) {
  return bounding_box(loaded.world.frame().bodies[0].positions).lower.y;
}

TEST(ContactScene, nothing_collides_unless_the_scene_says_so) {
  const SceneDescription scene = read("");
  EXPECT_FALSE(scene.ground);
  EXPECT_FALSE(scene.contact);
  EXPECT_TRUE(scene.obstacles.empty());
  LoadedWorld loaded = load_world(scene, "s.json");
  loaded.world.step(0.1);
  EXPECT_FALSE(loaded.world.frame().contact.is_on);
}

TEST(ContactScene, one_line_makes_a_ground) {
  const SceneDescription scene = read(R"("ground": true)");
  EXPECT_EQ(scene.ground, GroundDescription{});
  EXPECT_EQ(scene.view.ground_height, 0);
  EXPECT_FALSE(read(R"("ground": false)").ground);
}

TEST(ContactScene, a_ground_has_a_height_and_friction) {
  const SceneDescription scene =
      read(R"("unit": "mm", "up": "z", "ground": {"height": -20, "friction": 0.5}, "view": {"zoom": 2})");
  EXPECT_DOUBLE_EQ(scene.ground->height, -0.02);
  EXPECT_EQ(scene.ground->friction, 0.5);
  EXPECT_DOUBLE_EQ(*scene.view.ground_height, -0.02);
}

TEST(ContactScene, a_bar_lands_on_the_ground_and_falls_through_nothing_else) {
  LoadedWorld loaded = load_world(read(R"("ground": {"height": -0.05}, "step": 0.01)"), "s.json");
  for (int i = 0; i < 20; ++i) loaded.world.step(loaded.run.dt, {.forces = true});
  EXPECT_GT(lowest(loaded), -0.05);
  EXPECT_LT(lowest(loaded), -0.04);
  EXPECT_GT(loaded.world.frame().contact.active, 0);
}

TEST(ContactScene, every_shape_is_read) {
  const auto shape = [](const std::string& text) { return read(obstacle(text)).obstacles.at(0).shape; };
  const auto plane =
      std::get<PlaneShape>(shape(R"({"type": "plane", "point": [0, 1, 0], "normal": [0, 0, 2], "size": 3})"));
  EXPECT_EQ(plane.point, (Vec3{0, 1, 0}));
  EXPECT_EQ(plane.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(plane.size, 3);
  const auto box = std::get<BoxShape>(shape(R"({"type": "box", "lower": [0, 0, 0], "upper": [1, 2, 3]})"));
  EXPECT_EQ(box.upper, (Vec3{1, 2, 3}));
  EXPECT_EQ(std::get<SphereShape>(shape(R"({"type": "sphere", "centre": [1, 0, 0], "radius": 2})")).radius,
            2);
  EXPECT_EQ(
      std::get<CapsuleShape>(shape(R"({"type": "capsule", "a": [1, 0, 0], "b": [0, 1, 0], "radius": 2})")).b,
      (Vec3{0, 1, 0}));
  EXPECT_EQ(
      std::get<CylinderShape>(shape(R"({"type": "cylinder", "a": [1, 0, 0], "b": [0, 1, 0], "radius": 2})"))
          .a,
      (Vec3{1, 0, 0}));
  const auto mesh = std::get<MeshShapeDescription>(
      shape(R"({"type": "mesh", "mesh": {"model": "sphere"}, "place": {"move": [0, -3, 0]}})"));
  EXPECT_EQ(mesh.place.move, (Vec3{0, -3, 0}));
}

TEST(ContactScene, an_obstacle_has_motion_and_friction_and_is_shown) {
  const SceneDescription scene = read(obstacle(R"({"type": "sphere", "centre": [0, -3, 0], "radius": 1})",
                                               R"(, "motion": {"velocity": [0, 1, 0]}, "friction": 0.7)"));
  EXPECT_EQ(scene.obstacles[0].motion.velocity, (Vec3{0, 1, 0}));
  EXPECT_EQ(scene.obstacles[0].friction, 0.7);
  LoadedWorld loaded = load_world(scene, "s.json");
  loaded.world.step(0.25);
  ASSERT_EQ(loaded.world.frame().tools.size(), 1U);
  EXPECT_EQ(loaded.world.frame().tools[0].name, "post");
  EXPECT_EQ(loaded.world.frame().tools[0].position, (Vec3{0, 0.25, 0}));
}

TEST(ContactScene, every_key_of_contact_is_read) {
  const SceneDescription scene = read(R"("ground": true, "contact": {"bodies": false, "themselves": false,
      "friction": 0.1, "gap": 0.002, "pairs": [{"a": "bar", "b": "ground", "collides": false, "friction": 0}],
      "rounds": 3, "sweeps": 7, "tolerance": 0.01})");
  const ContactParams& contact = *scene.contact;
  EXPECT_FALSE(contact.bodies);
  EXPECT_FALSE(contact.themselves);
  EXPECT_EQ(contact.friction, 0.1);
  EXPECT_EQ(contact.gap, 0.002);
  ASSERT_EQ(contact.pairs.size(), 1U);
  EXPECT_EQ(contact.pairs[0].b, "ground");
  EXPECT_FALSE(contact.pairs[0].collides);
  EXPECT_EQ(contact.pairs[0].friction, 0.0);
  EXPECT_EQ(contact.rounds, 3);
  EXPECT_EQ(contact.sweeps, 7);
  EXPECT_EQ(contact.tolerance, 0.01);
  LoadedWorld loaded = load_world(scene, "s.json");
  for (int i = 0; i < 4; ++i) loaded.world.step(0.1);
  EXPECT_LT(lowest(loaded), -0.1);  // the pair does not collide
}

TEST(ContactScene, bad_values_are_refused_with_their_place) {
  const std::string ball = R"({"type": "sphere", "centre": [0, -3, 0], "radius": 1})";
  EXPECT_THAT(complaint(R"("ground": 3)"),
              HasSubstr("s.json:6: ground: 3 is not false, or true, or a ground"));
  EXPECT_THAT(complaint(R"("ground": {"friction": -1})"), HasSubstr("ground.friction: -1 is not a number"));
  EXPECT_THAT(complaint(R"("ground": {"heigth": 1})"), HasSubstr("did you mean"));
  EXPECT_THAT(complaint(obstacle(R"({"type": "cone"})")), HasSubstr("obstacles[0].shape"));
  EXPECT_THAT(complaint(obstacle(R"({"type": "sphere", "centre": [0, 0, 0], "radius": 0})")),
              HasSubstr("obstacles[0].shape.radius: 0 is not a number above 0"));
  EXPECT_THAT(complaint(obstacle(R"({"type": "box", "lower": [0, 0, 0], "upper": [1, -1, 1]})")),
              HasSubstr("obstacles[0].shape: the upper corner of a box must lie above the lower one"));
  EXPECT_THAT(complaint(obstacle(R"({"type": "cylinder", "a": [0, 0, 0], "b": [0, 0, 0], "radius": 1})")),
              HasSubstr("the ends of a cylinder must be different points"));
  EXPECT_THAT(complaint(obstacle(ball, R"(, "friction": -0.1)")),
              HasSubstr("obstacles[0].friction: -0.1 is not"));
  EXPECT_THAT(complaint(R"("contact": {"friction": -0.1})"), HasSubstr("contact.friction: -0.1 is not"));
  EXPECT_THAT(complaint(R"("contact": {"rounds": 0})"), HasSubstr("contact.rounds: 0 is not"));
  EXPECT_THAT(complaint(R"("contact": {"tolerance": 0})"), HasSubstr("contact.tolerance: 0 is not"));
}

TEST(ContactScene, names_are_those_of_bodies_and_obstacles) {
  EXPECT_THAT(
      complaint(R"("ground": true, "contact": {"pairs": [{"a": "bar", "b": "groun"}]})"),
      HasSubstr("contact.pairs[0].b: no body or obstacle is called \"groun\"; did you mean 'ground'?\n"
                "  there are: bar, ground"));
  EXPECT_THAT(complaint(R"("contact": {"pairs": [{"a": "ground", "b": "bar"}]})"),
              HasSubstr("contact.pairs[0].a: no body or obstacle is called \"ground\""));
  EXPECT_THAT(complaint(R"("obstacles": [{"name": "bar", "shape": {"type": "plane"}}])"),
              HasSubstr("obstacles[0].name: another obstacle or a body has this name already"));
  EXPECT_THAT(complaint(R"("ground": true, "obstacles": [{"name": "ground", "shape": {"type": "plane"}}])"),
              HasSubstr("obstacles[0].name: another obstacle"));
}

class ContactSceneFiles : public ScratchFolderTest {};

TEST_F(ContactSceneFiles, an_open_mesh_is_no_obstacle) {
  SurfaceMesh sheet;
  sheet.positions = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
  write_surface(folder_ / "sheet.ply", sheet);
  const SceneDescription scene = scene_from_text(
      small_scene("", obstacle(R"({"type": "mesh", "mesh": "sheet.ply"})")), {}, "s.json", folder_);
  EXPECT_THAT(
      error_of([&] { load_world(scene, "s.json"); }),
      HasSubstr("s.json: obstacles[0].shape: the surface of an obstacle must be closed and oriented"));
}

// A bar that collides with a mesh of a file.
std::string contact_of_file(const std::filesystem::path& folder, const std::string& name,
                            const SurfaceMesh& mesh, const std::string& more = "") {
  write_surface(folder / name, mesh);
  const SceneDescription scene = scene_from_text(
      small_scene(R"("contact_surface": ")" + name + "\"" + more, R"("ground": true)"), {}, "s.json", folder);
  return error_of([&] { load_world(scene, "s.json"); });
}

TEST_F(ContactSceneFiles, a_contact_surface_of_a_file_is_closed_and_around_the_body) {
  SurfaceMesh bar = boundary_surface(box_mesh({1, 0.2, 0.2}, {2, 1, 1}));
  drop_unused_vertices(bar);
  EXPECT_EQ(contact_of_file(folder_, "bar.ply", bar), "");
  EXPECT_EQ(contact_of_file(folder_, "bar.ply", bar, R"(, "place": {"scale": 3})"), "");
  SurfaceMesh open = bar, far = bar;
  open.triangles.pop_back();
  EXPECT_THAT(contact_of_file(folder_, "open.ply", open),
              HasSubstr("s.json: bodies[0].contact_surface: the contact surface is not closed"));
  for (Vec3& p : far.positions) p *= 1000;
  EXPECT_THAT(contact_of_file(folder_, "far.ply", far),
              HasSubstr("s.json: bodies[0].contact_surface: vertex 1 of the contact surface"));
}

TEST(ContactScene, a_contact_surface_is_chosen_by_a_word_a_number_of_triangles_or_a_mesh) {
  const auto choice = [](const std::string& text) {
    return scene_from_text(small_scene(R"("contact_surface": )" + text)).bodies[0].contact_surface;
  };
  EXPECT_EQ(scene_from_text(small_scene()).bodies[0].contact_surface,
            ContactSurfaceDescription(AutoContact{}));
  EXPECT_EQ(choice(R"("seen")"), ContactSurfaceDescription(SeenContact{}));
  EXPECT_EQ(choice(R"({"triangles": 500})"), ContactSurfaceDescription(CoarseContact{500}));
  EXPECT_EQ(choice(R"({"model": "sphere", "triangles": 500})"),
            ContactSurfaceDescription(SurfaceDescription(ModelDescription{"sphere", 500, {}})));
  const auto complaint_in_body = [](const std::string& text) {
    return complaint_about(small_scene(R"("contact_surface": )" + text));
  };
  EXPECT_THAT(complaint_in_body(R"("missing.obj")"), HasSubstr("bodies[0].contact_surface"));
  EXPECT_THAT(complaint_in_body(R"("missing.obj")"), HasSubstr("missing.obj"));
  EXPECT_THAT(complaint_in_body(R"({"triangles": 3})"),
              HasSubstr("bodies[0].contact_surface.triangles: 3 is not a whole number"));
  EXPECT_THAT(complaint_in_body("7"), HasSubstr("bodies[0].contact_surface: 7 is not"));
  EXPECT_THAT(complaint_in_body(R"({"tringles": 30})"), HasSubstr("bodies[0].contact_surface"));
}

TEST(ContactScene, a_rigid_body_collides_by_the_surface_that_is_chosen) {
  const auto triangles = [](const std::string& surface) {
    const SceneDescription scene = scene_from_text(R"({"sinew": 1, "ground": true, "bodies": [{"name": "a",
        "type": "rigid", "density": 1000, "mesh": {"model": "sphere", "triangles": 700}, "contact_surface": )" +
                                                   surface + "}]}");
    LoadedWorld loaded = load_world(scene, "s.json");
    loaded.world.step(0.01);
    return loaded.world.contact_surfaces().at(0).triangles;
  };
  EXPECT_GT(triangles(R"("seen")"), 600);
  EXPECT_LT(triangles(R"({"triangles": 100})"), 200);
}

}  // namespace
}  // namespace sinew
