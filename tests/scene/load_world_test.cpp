#include "sinew/scene/load_world.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/scene/scene_description.h"
#include "sinew/shape/models.h"
#include "sinew/tet/tet_body.h"
#include "tet/elastic_rest.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kBar =
    R"("name": "bar", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [5, 1, 1]}}, "material": "rubber")";
const std::string kHeldLeft =
    R"("hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}])";

std::string scene(const std::string& body, const std::string& more = "") {
  return R"({"sinew": 1, "bodies": [{)" + body + "}]" + (more.empty() ? "" : ", " + more) + "}";
}

LoadedWorld load_text(const std::string& text) { return load_world(scene_from_text(text), "scene.json"); }

std::string error_of_scene(const std::string& text) {
  return error_of([&] { load_text(text); });
}

const BodyFrame& body_frame(const LoadedWorld& loaded, std::size_t body = 0) {
  return loaded.world.frame().bodies[body];
}

const TetBody& tet_body(const LoadedWorld& loaded, std::size_t body = 0) {
  return dynamic_cast<const TetBody&>(*loaded.world.bodies()[body]);
}

Box3 rest_box(const LoadedWorld& loaded) { return bounding_box(rest_positions(body_frame(loaded))); }

void expect_near(const Vec3& a, const Vec3& b) { EXPECT_LT(distance(a, b), 1e-9); }

class LoadWorld : public ScratchFolderTest {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  LoadedWorld load(const std::string& text, std::vector<std::string> overrides = {}) const {
    write("scene.json", text);
    return load_world(folder_ / "scene.json", overrides);
  }
  std::string warnings_of(const std::string& text) const {
    testing::internal::CaptureStderr();
    load(text);
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(LoadWorld, a_bar_hangs_from_its_held_end) {
  LoadedWorld loaded = load_text(scene(kBar + ", " + kHeldLeft));
  for (int i = 0; i < 3; ++i) loaded.world.step(loaded.run.dt);
  const BodyFrame& frame = body_frame(loaded);
  for (std::size_t v = 0; v < frame.positions.size(); ++v) {
    const Vec3& rest = frame.topology.elements->rest_positions[v];
    if (rest.x == 0) {
      EXPECT_EQ(frame.positions[v], rest);
    } else if (rest.x == 1) {
      EXPECT_LT(frame.positions[v].y, rest.y);
    }
  }
}

TEST_F(LoadWorld, nothing_moves_without_gravity) {
  LoadedWorld loaded = load_text(scene(kBar, R"("gravity": false)"));
  loaded.world.step(0.1);
  EXPECT_EQ(body_frame(loaded).positions, body_frame(loaded).topology.elements->rest_positions);
}

TEST_F(LoadWorld, a_body_starts_with_its_velocity) {
  const LoadedWorld loaded = load_text(scene(kBar + R"(, "velocity": [1, 2, 3])"));
  for (const Vec3& v : body_frame(loaded).velocities) EXPECT_EQ(v, (Vec3{1, 2, 3}));
}

TEST_F(LoadWorld, the_run_is_as_the_scene_says) {
  const LoadedWorld loaded = load_text(scene(kBar, R"("step": 0.5, "steps": 7, "record": {"every": 3,
      "formats": ["obj"], "probes": [{"name": "tip", "at": [1, 0.1, 0.1]}]})"));
  EXPECT_EQ(loaded.run.dt, 0.5);
  EXPECT_EQ(loaded.run.steps, 7);
  EXPECT_EQ(loaded.run.every, 3);
  EXPECT_THAT(loaded.run.formats, testing::ElementsAre("obj"));
  ASSERT_EQ(loaded.run.probes.size(), 1U);
  EXPECT_EQ(loaded.run.probes[0].body, "bar");
}

TEST_F(LoadWorld, a_body_is_scaled_then_turned_then_moved) {
  const LoadedWorld loaded = load_text(scene(
      kBar + R"(, "place": {"scale": 2, "turn": {"axis": [0, 0, 1], "degrees": 90}, "move": [10, 0, 0]})"));
  expect_near(rest_box(loaded).lower, {9.6, 0, 0});
  expect_near(rest_box(loaded).upper, {10, 2, 0.4});
}

TEST_F(LoadWorld, millimetres_become_metres) {
  const LoadedWorld loaded = load_text(
      R"({"sinew": 1, "unit": "mm", "bodies": [{"name": "b", "material": "rubber", "place": {"move": [500, 0, 0]},
          "mesh": {"box": {"size": [100, 20, 20], "cells": [5, 1, 1]}}}]})");
  expect_near(rest_box(loaded).lower, {0.5, 0, 0});
  expect_near(rest_box(loaded).upper, {0.6, 0.02, 0.02});
}

TEST_F(LoadWorld, a_rectangle_lies_level_whichever_axis_is_up) {
  const std::string sheet = R"("name": "s", "material": "rubber", "sheet": {"thickness": 0.001},
      "mesh": {"rectangle": {"size": [2, 1], "cells": [4, 2]}})";
  const LoadedWorld y = load_text(scene(sheet)), z = load_text(scene(sheet, R"("up": "z")"));
  expect_near(rest_box(y).upper, {2, 0, 1});
  expect_near(rest_box(z).upper, {2, 1, 0});
  expect_near(rest_box(z).lower, {0, 0, 0});
  EXPECT_EQ(body_frame(y).topology.elements->triangles.size(), 16U);
}

TEST_F(LoadWorld, large_grids_get_coarser_levels) {
  const LoadedWorld loaded = load_text(scene(R"("name": "b", "material": "rubber",
      "mesh": {"box": {"size": [4, 1, 1], "cells": [16, 4, 5]}})"));
  EXPECT_EQ(body_frame(loaded).topology.elements->tetrahedra.size(), 16U * 4 * 5 * 6);
  EXPECT_EQ(tet_body(loaded).levels(), 2);
}

TEST_F(LoadWorld, refining_splits_every_element_of_a_grid_into_eight) {
  const LoadedWorld loaded = load_text(scene(kBar + R"(, "refine": 2)"));
  EXPECT_EQ(body_frame(loaded).topology.elements->tetrahedra.size(), 5U * 6 * 64);
}

TEST_F(LoadWorld, a_mesh_beyond_all_memory_is_refused) {
  EXPECT_THAT(error_of_scene(scene(kBar + R"(, "refine": 8)")),
              testing::AllOf(HasSubstr("scene.json: bodies[0].mesh: the mesh would have 5.03e+08 elements"),
                             HasSubstr("refine it less")));
}

TEST_F(LoadWorld, a_volume_keeps_the_numbers_of_its_file_and_gets_coarser_levels) {
  const VolumeMesh box = box_mesh({1, 1, 1}, {6, 6, 6});
  write_volume(folder_ / "box.vtu", box);
  const LoadedWorld loaded = load(scene(R"("name": "b", "mesh": "box.vtu", "material": "rubber")"));
  EXPECT_EQ(body_frame(loaded).topology.elements->rest_positions, box.positions);
  EXPECT_EQ(body_frame(loaded).topology.elements->tetrahedra, box.tetrahedra);
  EXPECT_EQ(tet_body(loaded).levels(), 2);
}

TEST_F(LoadWorld, hexahedra_are_refused_by_name) {
  VolumeMesh cube{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
                  {},
                  {{0, 1, 2, 3, 4, 5, 6, 7}},
                  {},
                  {}};
  write_volume(folder_ / "cube.vtu", cube);
  EXPECT_THAT(error_of([&] { load(scene(R"("name": "b", "mesh": "cube.vtu", "material": "rubber")")); }),
              testing::AllOf(HasSubstr("bodies[0].mesh"), HasSubstr("the mesh has hexahedra")));
}

TEST_F(LoadWorld, a_surface_is_filled_and_stays_what_is_seen) {
  const SurfaceMesh bear = make_model("sphere", 500);
  write_surface(folder_ / "ball.ply", bear);
  const LoadedWorld loaded =
      load(scene(R"("name": "b", "mesh": "ball.ply", "material": "rubber", "tets": 500)"));
  const FrameTopology& topology = body_frame(loaded).topology;
  EXPECT_EQ(topology.surface->mesh.triangles, bear.triangles);
  EXPECT_NEAR(static_cast<double>(topology.elements->tetrahedra.size()), 500, 150);
}

TEST_F(LoadWorld, limbs_thinner_than_elements_are_not_lost) {
  const LoadedWorld loaded = load_text(scene(R"("name": "pony", "material": "rubber", "tets": 1000,
      "mesh": {"model": "pony", "triangles": 3000},
      "hold": [{"region": {"half_space": {"point": [0, 0.03, 0], "normal": [0, -1, 0]}}}])"));
  EXPECT_LT(rest_box(loaded).lower.y, 0.01);
}

TEST_F(LoadWorld, an_open_surface_becomes_a_sheet_with_levels) {
  const LoadedWorld loaded = load_text(scene(R"("name": "c", "material": "rubber",
      "mesh": {"model": "cloth", "triangles": 2000}, "sheet": {"thickness": 0.002})"));
  EXPECT_EQ(body_frame(loaded).topology.elements->triangles.size(), 1984U);
  EXPECT_GE(tet_body(loaded).levels(), 2);
}

TEST_F(LoadWorld, the_strain_of_a_sheet_is_green_and_never_corotated) {
  const std::string sheet =
      R"("name": "c", "material": "rubber", "mesh": {"model": "cloth"}, "sheet": {"thickness": 0.002})";
  EXPECT_EQ(scene_from_text(scene(sheet)).bodies[0].params.strain, Strain::kGreen);
  EXPECT_THAT(error_of_scene(scene(sheet + R"(, "strain": "corotated")")),
              HasSubstr("bodies[0].strain: there is no corotated strain for a sheet"));
}

TEST_F(LoadWorld, an_open_surface_cannot_be_filled) {
  EXPECT_THAT(error_of_scene(scene(R"("name": "c", "mesh": {"model": "cloth"}, "material": "rubber")")),
              HasSubstr("scene.json: bodies[0].mesh"));
}

TEST_F(LoadWorld, bodies_of_the_same_shape_get_the_same_mesh) {
  const std::string ball =
      R"("mesh": {"model": "sphere", "triangles": 500}, "tets": 300, "material": "rubber")";
  const LoadedWorld loaded = load_text(R"({"sinew": 1, "bodies": [{"name": "a", )" + ball +
                                       R"(}, {"name": "b", "place": {"move": [1, 0, 0]}, )" + ball + "}]}");
  const BodyFrame &a = body_frame(loaded, 0), &b = body_frame(loaded, 1);
  EXPECT_EQ(a.topology, b.topology);
  for (std::size_t v = 0; v < a.positions.size(); ++v)
    expect_near(rest_positions(a)[v] + Vec3{1, 0, 0}, rest_positions(b)[v]);
}

TEST_F(LoadWorld, regions_choose_the_elements_of_a_material) {
  const LoadedWorld loaded = load_text(scene(
      R"("name": "b", "mesh": {"box": {"size": [2, 1, 1], "cells": [2, 1, 1]}}, "material": {"young": 1e4,
      "regions": [{"region": {"not": {"box": [[-1, -1, -1], [1, 2, 2]]}}, "material": {"young": 1e9}}]})"));
  int stiff = 0;
  for (const auto& element : tet_body(loaded).rest().elements) stiff += element.mu > 1e7 ? 1 : 0;
  EXPECT_EQ(stiff, 6);
}

TEST_F(LoadWorld, a_scan_in_millimetres_gives_materials) {
  write("scan.nrrd",
        "NRRD0004\ntype: short\ndimension: 3\nsizes: 2 1 1\nencoding: ascii\nspace dimension: 3\n"
        "space origin: (500,500,500)\nspace directions: (1000,0,0) (0,1000,0) (0,0,1000)\n\n0 100\n");
  const LoadedWorld loaded = load(
      scene(R"("name": "b", "mesh": {"box": {"size": [2, 1, 1], "cells": [2, 1, 1]}}, "material": {"volume":
      {"file": "scan.nrrd", "unit": "mm", "transfer": [{"value": 20, "density": 500}, {"value": 80, "density": 900}]}})"));
  double mass = 0;
  for (const auto& element : tet_body(loaded).rest().elements) mass += element.density * element.shape.volume;
  EXPECT_NEAR(mass, 1400, 120);
}

TEST_F(LoadWorld, a_region_that_holds_nothing_is_refused_with_the_size_of_the_body) {
  EXPECT_THAT(
      error_of_scene(scene(kBar + R"(, "hold": [{"region": "all"},
                  {"region": {"sphere": {"centre": [5, 0, 0], "radius": 1}}}])")),
      testing::AllOf(HasSubstr("scene.json: bodies[0].hold[1].region: the region holds no node of 'bar'"),
                     HasSubstr("from (0, 0, 0) to (1, 0.2, 0.2) m")));
}

TEST_F(LoadWorld, forces_are_refused_at_their_place_in_the_scene) {
  const std::string nowhere =
      R"({"type": "surface", "pressure": 1, "region": {"sphere": {"centre": [5, 0, 0], "radius": 1}}})";
  const std::string wind = R"({"type": "wind", "velocity": [1, 0, 0]})";
  EXPECT_THAT(error_of_scene(scene(kBar + R"(, "forces": [)" + wind + ", " + nowhere + "]")),
              HasSubstr("scene.json: bodies[0].forces[1]: the force finds no face"));
  EXPECT_THAT(error_of_scene(scene(kBar + R"(, "forces": [)" + wind + "]", R"("forces": [)" + nowhere + "]")),
              HasSubstr("scene.json: forces[0]: the force finds no face"));
}

TEST_F(LoadWorld, a_missing_array_is_refused_at_its_place_in_the_scene) {
  EXPECT_THAT(error_of_scene(scene(
                  R"("name": "b", "mesh": {"box": {"size": [1, 1, 1], "cells": [1, 1, 1]}},
                  "material": {"fields": {"young": "E"}})")),
              HasSubstr("scene.json: bodies[0].material.fields: the elements have no field 'E'"));
}

TEST_F(LoadWorld, a_material_that_is_nowhere_is_warned_about) {
  EXPECT_THAT(
      warnings_of(scene(
          R"("name": "b", "mesh": {"box": {"size": [1, 1, 1], "cells": [1, 1, 1]}}, "material": {"regions":
                  [{"region": {"sphere": {"centre": [9, 0, 0], "radius": 1}}, "material": "steel"}]})")),
      HasSubstr("bodies[0].material.regions[0].region holds the centre of no element"));
}

TEST_F(LoadWorld, sizes_that_look_like_another_unit_are_questioned) {
  write_volume(folder_ / "organ.vtu", box_mesh({150, 60, 60}, {5, 2, 2}));
  const auto organ = [](const std::string& unit) {
    return scene(R"("name": "o", "mesh": {"file": "organ.vtu", "unit": ")" + unit +
                 R"("}, "material": "liver")");
  };
  EXPECT_THAT(warnings_of(organ("m")), HasSubstr("suits a body of 15 cm in millimetres"));
  EXPECT_THAT(warnings_of(organ("mm")), IsEmpty());
  const auto scaled = [](double by) {
    return scene(fmt::format(
        R"("name": "o", "mesh": "organ.vtu", "place": {{"scale": {}}}, "material": "liver")", by));
  };
  EXPECT_THAT(warnings_of(scaled(0.001)), IsEmpty());
  EXPECT_THAT(warnings_of(scaled(2)), HasSubstr("a longest side of 300 suits a body of 30 cm in millimetres, "
                                                "scaled by 2 as it is, and the scene is in metres"));
  EXPECT_THAT(warnings_of(scene(R"("name": "b", "material": "rubber", "mesh": {"box": {"size": [200, 1, 1],
                                "cells": [5, 1, 1]}})")),
              HasSubstr("the body 'b' is 200 m long"));
}

TEST_F(LoadWorld, a_material_too_near_incompressible_for_the_solver_is_named) {
  const auto with_ratio = [](const std::string& ratio) {
    return scene(R"("name": "b", "mesh": {"box": {"size": [1, 1, 1], "cells": [1, 1, 1]}},
                    "material": {"poisson": 0.3, "regions": [{"region": "all", "material": {"poisson": )" +
                 ratio + "}}]}");
  };
  EXPECT_THAT(warnings_of(with_ratio("0.499")), Not(HasSubstr("resists")));
  EXPECT_THAT(warnings_of(with_ratio("0.4999999")),
              HasSubstr("bodies[0].material.regions[0].material: a Poisson's ratio of 0.4999999 resists"));
}

TEST_F(LoadWorld, a_probe_outside_is_refused_with_file_and_line_in_the_unit_of_the_scene) {
  LoadedWorld loaded = load(R"({"sinew": 1, "unit": "mm",
    "bodies": [{"name": "b", "mesh": {"box": {"size": [100, 20, 20], "cells": [5, 1, 1]}}, "material": "fat"}],
    "record": {"probes": [
      {"name": "p",
       "at": [250, 10, 10]}]}})");
  loaded.run.folder = folder_ / "out";
  const std::string what = error_of([&] { require_recordable(loaded.world, loaded.run); });
  EXPECT_THAT(what, HasSubstr("scene.json:5: record.probes[0].at: the point (250, 10, 10) mm lies outside of "
                              "body 'b' at rest"));
  EXPECT_THAT(what, HasSubstr("it reaches from (0, 0, 0) to (100, 20, 20) mm"));
  EXPECT_EQ(error_of([&] { run(loaded.world, loaded.run); }), what);
  EXPECT_FALSE(std::filesystem::exists(loaded.run.folder));
}

TEST_F(LoadWorld, the_fingerprint_is_that_of_all_that_the_scene_is_made_of) {
  const std::string text = scene(R"("name": "b", "mesh": "box.vtu", "material": "rubber")");
  write_volume(folder_ / "box.vtu", box_mesh({1, 1, 1}, {1, 1, 1}));
  const std::string first = load(text).run.fingerprint;
  EXPECT_EQ(load(text).run.fingerprint, first);
  EXPECT_EQ(load("// a comment\n" + text).run.fingerprint, first);
  EXPECT_EQ(load(text, {"bodies[0].material=rubber"}).run.fingerprint, first);
  EXPECT_NE(load(text, {"step=0.01"}).run.fingerprint, first);
  write_volume(folder_ / "box.vtu", box_mesh({1, 1, 2}, {1, 1, 1}));
  EXPECT_NE(load(text).run.fingerprint, first);
}

TEST_F(LoadWorld, how_a_scene_is_seen_is_no_part_of_its_fingerprint) {
  const std::string plain = load(scene(kBar)).run.fingerprint;
  EXPECT_EQ(load(scene(kBar, R"("view": {"azimuth": 10, "show": ["stress"]})")).run.fingerprint, plain);
  EXPECT_EQ(load(scene(kBar + R"(, "colour": [1, 0, 0])", R"("title": "t")")).run.fingerprint, plain);
  EXPECT_EQ(load(scene(kBar), {"view.zoom=2", "bodies.bar.colour=[0,0,1]"}).run.fingerprint, plain);
  EXPECT_NE(load(scene(kBar + R"(, "velocity": [0, 0, 1])")).run.fingerprint, plain);
  EXPECT_NE(load(scene(kBar), {"gravity=false"}).run.fingerprint, plain);
}

TEST_F(LoadWorld, a_world_knows_how_it_wants_to_be_seen) {
  const LoadedWorld loaded = load_text(
      R"({"sinew": 1, "title": "two bars", "up": "z", "view": {"elevation": -5}, "bodies": [{)" + kBar +
      R"(}, {"name": "red", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [1, 1, 1]}}, "material": "rubber",
      "colour": [1, 0.5, 0]}]})");
  EXPECT_EQ(loaded.title, "two bars");
  EXPECT_EQ(loaded.up, UpAxis::kZ);
  EXPECT_EQ(loaded.view.elevation, -5);
  EXPECT_THAT(loaded.colours, testing::ElementsAre(std::nullopt, Vec3{1, 0.5, 0}));
}

// Two bricks of tetrahedra, the second beside the first.
VolumeMesh two_bricks() {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {2, 2, 2});
  const Index first = mesh.node_count();
  for (std::size_t v = 0; v < static_cast<std::size_t>(first); ++v)
    mesh.positions.push_back(mesh.positions[v] + Vec3{2, 0, 0});
  for (std::size_t t = 0, n = mesh.tetrahedra.size(); t < n; ++t) {
    Tetrahedron moved = mesh.tetrahedra[t];
    for (Index& v : moved) v += first;
    mesh.tetrahedra.push_back(moved);
  }
  return mesh;
}

const std::string kFromFile = R"("name": "b", "material": "rubber", "mesh": "mesh.vtu", "levels": 1)";

TEST_F(LoadWorld, a_volume_of_inverted_elements_is_turned_with_a_note) {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {2, 2, 2});
  const double volume = total_volume(mesh);
  for (Tetrahedron& t : mesh.tetrahedra) std::swap(t[0], t[1]);
  write_volume(folder_ / "mesh.vtu", mesh);
  EXPECT_THAT(warnings_of(scene(kFromFile)), HasSubstr("mesh.vtu: all elements are inverted"));
  EXPECT_NEAR(load(scene(kFromFile)).world.bodies()[0]->measure().volume, volume, 1e-12);
  // An octree is filled from the boundary, which would face inwards.
  const std::string octree =
      R"("name": "b", "material": "rubber", "mesh": "mesh.vtu", "type": "octree", "cells": 8)";
  EXPECT_NEAR(load(scene(octree)).world.bodies()[0]->measure().volume, volume, 1e-9);

  for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t)
    if (t != 7 && t != 9) std::swap(mesh.tetrahedra[t][0], mesh.tetrahedra[t][1]);
  write_volume(folder_ / "mesh.vtu", mesh);
  EXPECT_THAT(warnings_of(scene(kFromFile)),
              HasSubstr("2 of 48 elements are inverted (the first is element 7), and were turned"));
  EXPECT_NEAR(load(scene(kFromFile)).world.bodies()[0]->measure().volume, volume, 1e-12);
}

TEST_F(LoadWorld, doubled_elements_are_named) {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {2, 2, 2});
  const auto [a, b, c, d] = mesh.tetrahedra[5];
  mesh.tetrahedra.push_back({b, c, a, d});
  write_volume(folder_ / "mesh.vtu", mesh);
  EXPECT_THAT(warnings_of(scene(kFromFile)), HasSubstr("1 element comes more than once (elements 5 and 48"));
}

TEST_F(LoadWorld, holds_that_move_the_same_nodes_differently_are_named) {
  const auto held = [](const std::string& first, const std::string& second) {
    return scene(kBar + R"(, "hold": [{"region": "all")" + first +
                 R"(}, {"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}})" + second +
                 "}]");
  };
  const std::string moved = R"(, "motion": {"velocity": [1, 0, 0]})";
  EXPECT_THAT(warnings_of(held(moved, "")),
              HasSubstr("bodies[0].hold[1]: 4 nodes are held by hold[0] too, with another motion"));
  EXPECT_THAT(warnings_of(held(moved, moved)), Not(HasSubstr("hold[")));
  EXPECT_THAT(warnings_of(held("", "")), Not(HasSubstr("hold[")));
  std::string octree = held(moved, "");
  octree.replace(octree.find(R"("name")"), 6, R"("type": "octree", "name")");
  EXPECT_THAT(warnings_of(octree), HasSubstr("bodies[0].hold[1]: 4 nodes are held by hold[0] too"));
}

TEST_F(LoadWorld, holds_along_different_axes_do_not_disagree) {
  const auto held = [](const std::string& first, const std::string& second) {
    return scene(kBar + R"(, "hold": [{"region": "all", "motion": {"velocity": [1, 0, 0]}, )" + first +
                 R"(}, {"region": "all", )" + second + "}]");
  };
  EXPECT_THAT(warnings_of(held(R"("axes": "x")", R"("axes": "yz")")), Not(HasSubstr("hold[")));
  EXPECT_THAT(warnings_of(held(R"("axes": "x")", R"("normal": [1, 2, 0])")), Not(HasSubstr("hold[")));
  EXPECT_THAT(warnings_of(held(R"("axes": "xy")", R"("axes": "yz")")), HasSubstr("held by hold[0] too"));
  EXPECT_THAT(warnings_of(held(R"("axes": "x")", R"("axes": "xyz")")), HasSubstr("held by hold[0] too"));
}

TEST_F(LoadWorld, a_hold_along_some_axes_leaves_the_others_to_the_weight) {
  for (const char* type : {"tet", "octree"}) {
    std::string text = scene(kBar + R"(, "hold": [{"region": "all", "normal": [1, 2, 0], "name": "slope"}])");
    text.replace(text.find(R"("name")"), 6, fmt::format(R"("type": "{}", "name")", type));
    LoadedWorld loaded = load_text(text);
    loaded.world.step(0.1, {.reactions = true});
    const BodyFrame& body = loaded.world.frame().bodies[0];
    const Vec3 normal = normalized(Vec3{1, 2, 0}), along = normalized(Vec3{2, -1, 0});
    const double slide = 9.81 * 0.01 * -along.y;  // backward Euler: a dt^2
    for (const Vec3& u : displacements(body)) EXPECT_LT(distance(u, slide * along), 1e-6);
    const double weight = 9.81 * loaded.world.bodies()[0]->measure().mass;
    ASSERT_EQ(body.reactions.size(), 1);
    EXPECT_EQ(body.reactions[0].hold, "slope");
    EXPECT_LT(distance(body.reactions[0].force, weight * normal.y * normal), 1e-6 * weight);
  }
}

TEST_F(LoadWorld, a_resumed_run_writes_the_reactions_of_one_that_was_not_stopped) {
  const std::string text = scene(kBar + R"(, "hold": [{"region": {"box": [[0, 0, 0], [0, 1, 1]]}},
      {"region": {"box": [[1, 0, 0], [1, 1, 1]]}, "axes": "yz", "name": "rail"}])",
                                 R"("step": 0.01, "steps": 6, "record": {"formats": ["csv", "checksums"]})");
  const auto run_in = [&](const std::string& name, std::int64_t steps, const std::string& resumed = "") {
    LoadedWorld loaded = load_text(text);
    loaded.run.folder = folder_ / name;
    loaded.run.steps = steps;
    loaded.run.checkpoint_every = 3;
    if (!resumed.empty()) loaded.run.resume = folder_ / name / resumed;
    run(loaded.world, loaded.run);
  };
  run_in("whole", 6);
  run_in("parts", 3), run_in("parts", 6, "checkpoint_00000003.sinew");
  for (const char* file : {"run.csv", "checksums.csv"})
    EXPECT_EQ(read_file(folder_ / "parts" / file), read_file(folder_ / "whole" / file));
  EXPECT_THAT(read_file(folder_ / "whole" / "run.csv"), HasSubstr(",bar.hold0.tz,bar.rail.x,bar.rail.y,"));
}

TEST_F(LoadWorld, a_body_in_pieces_says_how_many_nothing_holds) {
  write_volume(folder_ / "mesh.vtu", two_bricks());
  const std::string pieces = "body 'b' has 2 pieces, ";
  EXPECT_THAT(warnings_of(scene(kFromFile)), HasSubstr(pieces + "2 held by nothing"));
  EXPECT_THAT(warnings_of(scene(kFromFile + ", " + kHeldLeft)), HasSubstr(pieces + "1 held by nothing"));
  EXPECT_THAT(warnings_of(scene(kBar)), Not(HasSubstr("held by nothing")));
}

TEST_F(LoadWorld, a_hold_can_reach_every_piece) {
  write_volume(folder_ / "mesh.vtu", two_bricks());
  const std::string held =
      R"("hold": [{"region": {"half_space": {"point": [0.1, 0, 0], "normal": [-1, 0, 0]}}, "every_piece": true}])";
  for (const char* type : {R"(, "levels": 1, )", R"(, "type": "octree", "cells": 10, )"}) {
    LoadedWorld loaded =
        load(scene(R"("name": "b", "material": "rubber", "mesh": "mesh.vtu")" + (type + held)));
    const BodyMeasure measure = loaded.world.bodies()[0]->measure();
    EXPECT_EQ(measure.pieces, 2);
    EXPECT_EQ(measure.free_pieces, 0);
    for (int i = 0; i < 20; ++i) loaded.world.step(0.02);
    double lowest = 0;
    const BodyFrame frame = loaded.world.frame().bodies[0];
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
      lowest = std::min(lowest, frame.positions[i].y - frame.topology.elements->rest_positions[i].y);
    EXPECT_LT(lowest, -1e-6);
    EXPECT_GT(lowest, -0.1);
  }
}

TEST_F(LoadWorld, a_body_knows_its_volume_its_mass_and_its_pieces) {
  write_volume(folder_ / "mesh.vtu", two_bricks());
  const std::string material = R"(, "material": {"young": 1e5, "poisson": 0.3, "density": 500})";
  const auto measure = [&](const std::string& body) {
    return load(scene(body)).world.bodies()[0]->measure();
  };
  const std::string file = R"("name": "b", "mesh": "mesh.vtu", "levels": 1)" + material;
  const BodyMeasure two = measure(file + ", " + kHeldLeft);
  EXPECT_EQ(two.elements, 96);
  EXPECT_NEAR(two.volume, 2, 1e-12);
  EXPECT_NEAR(two.mass, 1000, 1e-9);
  EXPECT_EQ(two.pieces, 2);
  EXPECT_EQ(two.free_pieces, 1);
  const BodyMeasure sheet = measure(R"("name": "s", "sheet": {"thickness": 0.01},
      "mesh": {"rectangle": {"size": [2, 1], "cells": [4, 2]}})" +
                                    material);
  EXPECT_NEAR(sheet.volume, 0.02, 1e-12);
  EXPECT_NEAR(sheet.mass, 10, 1e-9);
  EXPECT_EQ(sheet.pieces, 1);
  const BodyMeasure cubes = measure(R"("name": "c", "type": "octree",
      "mesh": {"box": {"size": [2, 1, 1], "cells": [8, 4, 4]}})" +
                                    material);
  EXPECT_NEAR(cubes.volume, 2, 1e-12);
  EXPECT_NEAR(cubes.mass, 1000, 1e-9);
  EXPECT_EQ(cubes.pieces, 1);
  EXPECT_EQ(cubes.free_pieces, 1);
}

// A hollow cube of side 2 with walls of this thickness.
SurfaceMesh shell(double thickness) {
  SurfaceMesh mesh = boundary_surface(box_mesh({2, 2, 2}, {1, 1, 1})), inner = mesh;
  for (Vec3& p : inner.positions) p = (1 - thickness) * p + thickness * Vec3{1, 1, 1};
  for (Triangle& t : inner.triangles) std::swap(t[1], t[2]);
  append(mesh, inner);
  return mesh;
}

TEST_F(LoadWorld, walls_thinner_than_elements_give_the_figure_by_which_the_volume_is_off) {
  write_surface(folder_ / "shell.ply", shell(0.06));
  write_surface(folder_ / "thick.ply", shell(0.4));
  const auto body = [](const std::string& file, const std::string& more) {
    return scene(R"("name": "b", "material": "rubber", "mesh": ")" + file + "\", " + more);
  };
  const std::string tets = warnings_of(body("shell.ply", R"("tets": 1000)"));
  EXPECT_THAT(tets, testing::ContainsRegex("elements of 'b' have [0-9.]+ times the volume of its surface"));
  EXPECT_THAT(tets, testing::ContainsRegex("\"tets\": [0-9.e+]+ would follow them"));
  const std::string cubes = warnings_of(body("shell.ply", R"("type": "octree", "cells": 20)"));
  EXPECT_THAT(cubes, testing::ContainsRegex("elements of 'b' have [0-9.]+ times the volume of its surface"));
  EXPECT_THAT(cubes, testing::ContainsRegex("\"cells\": 40 would follow them"));
  EXPECT_THAT(warnings_of(body("thick.ply", R"("tets": 3000)")), Not(HasSubstr("times the volume")));
  EXPECT_THAT(warnings_of(body("thick.ply", R"("type": "octree", "cells": 20)")),
              Not(HasSubstr("times the volume")));
}

TEST_F(LoadWorld, nearly_incompressible_material_on_few_elements_is_questioned) {
  const auto with = [](const char* poisson, const char* cells, const char* type = "tet") {
    return scene(fmt::format(
        R"("name": "bar", "type": "{}", "mesh": {{"box": {{"size": [1, 0.2, 0.2], "cells": [{}]}}}},
           "material": {{"young": 1e5, "poisson": {}, "density": 1000}})",
        type, cells, poisson));
  };
  EXPECT_THAT(warnings_of(with("0.49", "5, 1, 1")), HasSubstr("Poisson's ratio 0.49 on 30 elements"));
  EXPECT_THAT(warnings_of(with("0.49", "5, 1, 1", "octree")),
              HasSubstr("Poisson's ratio 0.49 on 5 elements"));
  EXPECT_THAT(warnings_of(with("0.45", "5, 1, 1")), IsEmpty());
  EXPECT_THAT(warnings_of(with("0.49", "40, 8, 8")), IsEmpty());
}

}  // namespace
}  // namespace sinew
