#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numeric>
#include <set>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "mesh/surface_topology.h"
#include "octree/grid/octree_rest.h"
#include "octree/grid/pieces.h"
#include "scene/scene_texts.h"
#include "sinew/embed/embedding.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/octree/octree_body.h"
#include "sinew/playback/frame_source.h"
#include "sinew/record/recorder.h"
#include "sinew/scene/load_world.h"
#include "sinew/shape/models.h"
#include "sinew/world/simulation.h"
#include "world/checkpoint.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::string octree_scene(const std::string& of_body = "", const std::string& of_scene = "") {
  return R"({"sinew": 1, "step": 0.02, "steps": 6,
 "bodies": [
  {"name": "bar", "type": "octree", "mesh": {"box": {"size": [2, 1, 1], "cells": [8, 4, 4]}},
   "material": "rubber", "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}])" +
         (of_body.empty() ? "" : ",\n   " + of_body) + "}\n ]" + (of_scene.empty() ? "" : ",\n " + of_scene) +
         "}\n";
}

// A wire that goes down through the bar in steps 2 to 4.
constexpr const char* kWire = R"("cuts": [{"blade": {"stroke": [
  {"time": 0.03, "line": [[1.1, 1.5, -1], [1.1, 1.5, 2]]},
  {"time": 0.07, "line": [[1.1, -0.5, -1], [1.1, -0.5, 2]]}]}}])";

LoadedWorld loaded(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return load_world(scene_from_text(text, overrides), "s.json");
}

const OctreeBody& octree(const World& world) { return dynamic_cast<const OctreeBody&>(world.body("bar")); }

Index pieces_of(const World& world) {
  const OctreeGrid& grid = octree(world).rest().grid;
  return connected_pieces(grid.voxels, grid.cells).count();
}

TEST(OctreeScene, a_box_is_made_of_its_cells) {
  const LoadedWorld scene =
      loaded(octree_scene(R"("interior": 0, "place": {"scale": 2, "move": [0, 1, 0]})"));
  const OctreeRest& rest = octree(scene.world).rest();
  EXPECT_EQ(rest.grid.cells.count(), 8 * 4 * 4);
  EXPECT_DOUBLE_EQ(rest.grid.side(0), 0.5);
  const Box3 box = bounding_box(rest_positions(scene.world.frame().bodies[0]));
  EXPECT_EQ(box.lower, (Vec3{0, 1, 0}));
  EXPECT_EQ(box.upper, (Vec3{4, 3, 2}));
}

TEST(OctreeScene, a_box_turns_with_its_cells) {
  const LoadedWorld scene = loaded(octree_scene(
      R"("interior": 0, "place": {"turn": {"axis": [0, 0, 1], "degrees": 30}, "move": [0, 1, 0]})"));
  EXPECT_EQ(octree(scene.world).rest().grid.cells.count(), 8 * 4 * 4);
  const Box3 box = bounding_box(rest_positions(scene.world.frame().bodies[0]));
  const double c = std::sqrt(0.75), s = 0.5;
  EXPECT_LT(distance(box.lower, {-s, 1, 0}), 1e-12);
  EXPECT_LT(distance(box.upper, {2 * c, 1 + 2 * s + c, 1}), 1e-12);
}

TEST(OctreeScene, a_model_is_filled_with_as_many_cells_as_asked_for) {
  const auto sphere = [](const std::string& keys) {
    return loaded(R"({"sinew": 1, "bodies": [{"name": "bar", "type": "octree", "mesh": {"model": "sphere"},
                      "material": "rubber", )" +
                  keys + "}]}");
  };
  const LoadedWorld by_count = sphere(R"("cells": 20)"), by_size = sphere(R"("cell_size": 0.01)");
  const auto box_side = [](const LoadedWorld& scene) {
    return bounding_box(octree(scene.world).rest().positions).longest_side();
  };
  EXPECT_NEAR(box_side(by_count) / octree(by_count.world).rest().grid.voxels.lattice().spacing, 20, 0.1);
  EXPECT_DOUBLE_EQ(octree(by_size.world).rest().grid.voxels.lattice().spacing, 0.01);
}

TEST(OctreeScene, an_own_surface_is_shown_as_it_is_until_it_is_cut) {
  LoadedWorld scene = loaded(R"({"sinew": 1, "gravity": false, "bodies": [
      {"name": "bar", "type": "octree", "mesh": {"model": "sphere"}, "place": {"move": [1, 0, 0]},
       "material": "rubber", "cells": 16, "surface": "own"}]})");
  const SurfaceMesh whole = scene.world.frame().bodies[0].topology.surface->mesh;
  EXPECT_EQ(whole.triangle_count(), make_model("sphere").triangle_count());
  EXPECT_NEAR(bounding_box(surface_positions(scene.world.frame().bodies[0])).upper.x, 1.1, 1e-3);
  const Vec3 before[2] = {{1.013, -1, -1}, {1.013, -1, 2}}, after[2] = {{1.013, 2, -1}, {1.013, 2, 2}};
  EXPECT_TRUE(scene.world.cut("bar", swept_blade(before, after)));
  scene.world.step(0.01);
  const FrameSurface& parted = *scene.world.frame().bodies[0].topology.surface;
  EXPECT_GT(parted.mesh.triangle_count(), whole.triangle_count());
  EXPECT_GT(std::accumulate(parted.cuts.begin(), parted.cuts.end(), 0), 0);
}

TEST(OctreeScene, a_closed_surface_is_shown_as_it_is_unless_something_else_is_asked_for) {
  const auto shown = [](const std::string& mesh, const std::string& keys) {
    return loaded(R"({"sinew": 1, "gravity": false, "bodies": [{"name": "bar", "type": "octree",
                      "material": "rubber", "mesh": )" +
                  mesh + keys + "}]}")
        .world.frame()
        .bodies[0]
        .topology.surface->mesh;
  };
  const SurfaceMesh sphere = make_model("sphere");
  const std::string model = R"({"model": "sphere"}, "cells": 16)";
  EXPECT_EQ(shown(model, "").triangles, sphere.triangles);
  EXPECT_EQ(shown(model, R"(, "surface": "own")").triangles, sphere.triangles);
  EXPECT_NE(shown(model, R"(, "surface": "smooth")").triangles, sphere.triangles);
  // A box has no surface but that of its cells.
  EXPECT_GT(shown(R"({"box": {"size": [2, 1, 1], "cells": [4, 2, 2]}})", "").triangle_count(), 0);
}

TEST(OctreeScene, parameters_of_the_scene_reach_the_body) {
  const LoadedWorld scene = loaded(octree_scene(
      R"("strain": "cauchy", "velocity": [1, 0, 0], "surface": "cells", "damping": {"mass": 3},
         "solver": {"method": "cholesky", "tolerance": 1e-9})"));
  std::vector<double> found;
  for (const Tunable& tunable : octree(scene.world).tunables()) {
    if (tunable.name == "mass damping") found.push_back(tunable.value);
    if (tunable.name == "tolerance") found.push_back(tunable.value);
  }
  EXPECT_EQ(found, (std::vector<double>{3, 1e-9}));
  const BodyFrame& frame = scene.world.frame().bodies[0];
  EXPECT_EQ(frame.velocities.back(), (Vec3{1, 0, 0}));
  EXPECT_EQ(most_nodes_per_point(*frame.topology.embedding), 1);
}

TEST(OctreeScene, a_stroke_cuts_on_its_way_and_not_before) {
  LoadedWorld scene = loaded(octree_scene("", kWire));
  std::vector<Index> pieces;
  std::set<const FrameSurface*> surfaces;
  for (int step = 0; step < 5; ++step) {
    pieces.push_back(pieces_of(scene.world));
    surfaces.insert(scene.world.frame().bodies[0].topology.surface.get());
    scene.world.step(0.02);
  }
  pieces.push_back(pieces_of(scene.world));
  EXPECT_EQ(pieces, (std::vector<Index>{1, 1, 1, 2, 2, 2}));
  EXPECT_GE(surfaces.size(), 2u);
}

TEST(OctreeScene, all_kinds_of_blades_cut) {
  const auto pieces_after = [](const std::string& blade) {
    LoadedWorld scene =
        loaded(octree_scene("", R"("gravity": false, "cuts": [{"body": "bar", "blade": )" + blade + "}]"));
    for (int step = 0; step < 3; ++step) scene.world.step(0.02);
    return pieces_of(scene.world);
  };
  EXPECT_EQ(pieces_after(R"({"box": [[-1, -1, -1], [3, 2, 2]], "counts": [0, 1], "along": "y"})"), 2);
  EXPECT_EQ(pieces_after(R"({"box": [[-0.5, -0.5, -0.5], [2.5, 1.5, 1.5]], "counts": [1, 3], "along": "y",
                            "time": 0.021})"),
            8);
  EXPECT_EQ(pieces_after(R"({"tool": [[0, 0, -2], [0, 0, 2]], "keyframes": [
      {"time": 0, "position": [1, 2, 0]},
      {"time": 0.04, "position": [1, -1, 0], "turn": {"axis": [0, 1, 0], "degrees": 10}}]})"),
            2);
  EXPECT_EQ(pieces_after(R"({"mesh": {"model": "sphere"}, "place": {"scale": 5, "move": [2, 0.4, 1]}})"), 2);
  EXPECT_EQ(pieces_after(R"({"box": [[-1, -1, -1], [3, 2, 2]], "counts": [0, 1], "time": 1})"), 1);
  EXPECT_EQ(pieces_after(R"({"plane": {"point": [1.1, -50, 7], "normal": [2, 0, 0]}, "time": 0.021})"), 2);
  EXPECT_EQ(pieces_after(R"({"plane": {"point": [1, 0.5, 0.5], "normal": [1, 1, 1]}})"), 2);
  EXPECT_EQ(pieces_after(R"({"plane": {"point": [1, 2.5, 0.5], "normal": [0, 1, 0]}})"), 1);
  // As far as blades may be.
  EXPECT_EQ(pieces_after(R"({"box": [[-1, -1e50, -1e50], [3, 1e50, 1e50]], "counts": [0, 1], "along": "y"})"),
            2);
}

// What is said while a bar is cut, and how many pieces it is in then.
std::string warnings_of_cut(const std::string& blade, int steps = 5) {
  LoadedWorld scene = loaded(octree_scene("", R"("gravity": false, "cuts": [{"blade": )" + blade + "}]"));
  testing::internal::CaptureStderr();
  for (int step = 0; step < steps; ++step) scene.world.step(0.02);
  return testing::internal::GetCapturedStderr();
}

TEST(OctreeScene, a_cut_that_met_nothing_is_told_once_when_it_is_over) {
  const auto plane = [](const char* y) {
    return fmt::format(R"({{"plane": {{"point": [0, {}, 0], "normal": [0, 1, 0]}}, "time": 0.05}})", y);
  };
  const std::string missed = warnings_of_cut(plane("1.5"));
  EXPECT_THAT(missed,
              HasSubstr("cuts[0], at 0.05 s, met nothing: body 'bar' reaches from (0, 0, 0) to (2, 1, 1) m"));
  EXPECT_EQ(missed.find("met nothing"), missed.rfind("met nothing"));
  EXPECT_EQ(warnings_of_cut(plane("0.5")), "");
  EXPECT_EQ(warnings_of_cut(plane("1.5"), 2), "") << "its time has not come";
  const auto stroke = [](const char* x) {
    return fmt::format(R"({{"stroke": [{{"time": 0, "line": [[{0}, 2, -1], [{0}, 2, 2]]}},
                                       {{"time": 0.07, "line": [[{0}, -1, -1], [{0}, -1, 2]]}}]}})",
                       x);
  };
  EXPECT_THAT(warnings_of_cut(stroke("5")), HasSubstr("cuts[0], at 0 s, met nothing"));
  EXPECT_EQ(warnings_of_cut(stroke("5"), 3), "");
  EXPECT_EQ(warnings_of_cut(stroke("1.1")), "");
}

TEST(OctreeScene, a_blade_too_far_away_is_refused_where_it_stands) {
  for (
      const char* blade :
      {R"({"box": [[-1e300, -1, -1], [1e300, 2, 2]], "counts": [1, 1]})",
       R"({"plane": {"point": [0, 1e300, 0], "normal": [0, 1, 0]}})",
       R"({"stroke": [{"time": 0, "line": [[0, 0, -1e300], [0, 0, 1]]}, {"time": 1, "line": [[1, 0, 0], [1, 0, 1]]}]})",
       R"({"tool": [[0, 0, 0], [0, 0, 1]], "keyframes": [{"time": 0, "position": [1e300, 0, 0]}]})"})
    EXPECT_THAT(
        error_of([&] { loaded(octree_scene("", fmt::format(R"("cuts": [{{"blade": {}}}])", blade))); }),
        testing::AllOf(HasSubstr("cuts[0].blade"), HasSubstr("1e+300 m from the origin")))
        << blade;
}

TEST(OctreeScene, a_cut_that_a_static_body_cannot_bear_stops_the_run_with_its_name_and_step) {
  LoadedWorld scene = loaded(octree_scene(R"("integrator": "static")", kWire));
  const std::string what = error_of([&] {
    for (int step = 0; step < 6; ++step) scene.world.step(0.02);
  });
  EXPECT_THAT(what, HasSubstr("body 'bar', step 3"));
  EXPECT_THAT(what, HasSubstr("cannot be in balance"));
  EXPECT_EQ(scene.world.step_count(), 2);
}

TEST(OctreeScene, a_scene_of_tetrahedra_becomes_one_of_cubes_by_one_override) {
  const std::string text = small_scene(R"("tets": 500, "levels": 2, "strain": "green", "mass": "consistent",
   "solver": {"precision": "double", "tolerance": 1e-3})");
  testing::internal::CaptureStderr();
  const SceneDescription scene =
      scene_from_text(text, std::vector<std::string>{"bodies[0].type=octree"}, "s.json");
  const std::string notes = testing::internal::GetCapturedStderr();
  EXPECT_EQ(scene.bodies[0].type(), "octree");
  EXPECT_EQ(scene.bodies[0].params.strain, Strain::kCorotated);
  EXPECT_EQ(scene.bodies[0].params.solver.tolerance, 1e-3);
  for (const char* note :
       {"s.json:5: bodies[0].tets: the key does not go with a body of type \"octree\": it is passed over",
        "s.json:5: bodies[0].levels",
        "s.json:5: bodies[0].strain: there is no green strain for an octree: \"corotated\" is taken",
        "s.json:5: bodies[0].mass", "s.json:6: bodies[0].solver.precision"})
    EXPECT_THAT(notes, HasSubstr(note));
  EXPECT_EQ(
      loaded(text, {"bodies[0].type=octree"}).world.frame().bodies[0].topology.elements->hexahedra.size(),
      40u);
}

TEST(OctreeScene, and_the_other_way_its_cuts_and_cells_are_passed_over) {
  testing::internal::CaptureStderr();
  const SceneDescription scene = scene_from_text(octree_scene(R"("interior": 1)", kWire),
                                                 std::vector<std::string>{"bodies.bar.type=tet"}, "s.json");
  const std::string notes = testing::internal::GetCapturedStderr();
  EXPECT_EQ(scene.bodies[0].type(), "tet");
  EXPECT_TRUE(scene.cuts.empty());
  EXPECT_THAT(
      notes,
      HasSubstr("bodies[0].interior: the key does not go with a body of type \"tet\": it is passed over"));
  EXPECT_THAT(notes, HasSubstr("cuts[0]: only a body of type \"octree\" can be cut: it is passed over"));
}

TEST(OctreeScene, a_key_of_the_other_type_that_an_override_gives_is_refused) {
  EXPECT_THAT(complaint_about(small_scene(), {"bodies[0].type=octree", "bodies[0].tets=100"}),
              HasSubstr("--set bodies[0].tets=100: bodies[0].tets: the key does not go with"));
}

TEST(OctreeScene, what_makes_no_sense_is_refused_where_it_stands) {
  const auto in_body = [](const std::string& keys) { return complaint_about(octree_scene(keys)); };
  const auto in_scene = [](const std::string& keys) { return complaint_about(octree_scene("", keys)); };
  EXPECT_THAT(in_body(R"("tets": 100)"), HasSubstr("bodies[0].tets: the key does not go with"));
  EXPECT_THAT(in_body(R"("levels": 2)"), HasSubstr("bodies[0].levels"));
  EXPECT_THAT(in_body(R"("refine": 1)"), HasSubstr("bodies[0].refine"));
  EXPECT_THAT(in_body(R"("sheet": {"thickness": 1})"), HasSubstr("bodies[0].sheet"));
  EXPECT_THAT(complaint_about(small_scene(R"("cells": 20)")), HasSubstr("bodies[0].cells"));
  EXPECT_THAT(complaint_about(small_scene(R"("interior": 2)")), HasSubstr("bodies[0].interior"));
  EXPECT_THAT(in_body(R"("cells": 20)"), HasSubstr("a box has its cells already"));
  EXPECT_THAT(in_body(R"("interior": 4)"), HasSubstr("bodies[0].interior"));
  EXPECT_THAT(in_body(R"("adaptive": {"merge_below": 1})"), HasSubstr("cells are merged below"));
  EXPECT_THAT(in_body(R"("adaptive": {"oracle": "stress"})"), HasSubstr("bodies[0].adaptive.oracle"));
  EXPECT_THAT(in_body(R"("adaptive": {}, "surface": "cells")"), HasSubstr("no closed surface"));
  EXPECT_THAT(in_body(R"("strain": "green")"), HasSubstr("bodies[0].strain"));
  EXPECT_THAT(in_body(R"("mass": "consistent")"), HasSubstr("bodies[0].mass"));
  EXPECT_THAT(in_body(R"("solver": {"precision": "double"})"), HasSubstr("bodies[0].solver.precision"));
  EXPECT_THAT(in_body(R"("surface": "smoth")"), HasSubstr("smooth"));
  EXPECT_THAT(in_body(R"("surface": "own")"), HasSubstr("bodies[0].surface: a box"));
  EXPECT_THAT(in_scene(R"("cuts": [{}])"), HasSubstr("cuts[0]"));
  EXPECT_THAT(in_scene(R"("cuts": [{"body": "baar", "blade": {"mesh": {"model": "sphere"}}}])"),
              HasSubstr("cuts[0].body: no body of type octree is called \"baar\"; did you mean 'bar'"));
  EXPECT_THAT(complaint_about(small_scene("", R"("cuts": [{"blade": {"mesh": {"model": "sphere"}}}])")),
              HasSubstr("cuts[0]: there is no body that can be cut"));
  EXPECT_THAT(in_scene(R"("cuts": [{"blade": {"stroke": []}}])"), HasSubstr("cuts[0].blade.stroke"));
  EXPECT_THAT(in_scene(R"("cuts": [{"blade": {"stroke": [{"time": 1, "line": [[0, 0, 0]]}]}}])"),
              HasSubstr("cuts[0].blade.stroke"));
  EXPECT_THAT(in_scene(R"("cuts": [{"blade": {"stroke": [{"time": 1, "line": [[0, 0, 0], [1, 0, 0]]},
                                                         {"time": 1, "line": [[0, 0, 0], [1, 0, 0]]}]}}])"),
              HasSubstr("cuts[0].blade.stroke"));
  EXPECT_THAT(in_scene(R"("cuts": [{"blade": {"tool": [[0, 0, 0], [1, 0, 0]], "keyframes": [
                  {"time": 1, "position": [0, 0, 0]}, {"time": 0, "position": [0, 0, 0]}]}}])"),
              HasSubstr("cuts[0].blade.keyframes"));
  EXPECT_THAT(in_scene(R"("cuts": [{"blade": {"box": [[0, 0, 0], [1, 1, 1]], "counts": [1, 2000]}}])"),
              HasSubstr("cuts[0].blade.counts[1]"));
}

TEST(OctreeScene, what_a_body_cannot_be_made_of_is_refused_where_it_stands) {
  const auto refused = [](const std::string& text) { return error_of([&] { loaded(text); }); };
  EXPECT_THAT(refused(octree_scene(R"("material": 1)")), HasSubstr("material"));
  std::string text = octree_scene();
  text.replace(text.find("[8, 4, 4]"), 9, "[8, 4, 5]");
  EXPECT_THAT(refused(text),
              HasSubstr("s.json: bodies[0].mesh: the cells of the box are 0.25 x 0.25 x 0.2 m"));
  text = octree_scene();
  text.replace(text.find("[-1, 0, 0]"), 10, "[-1, 0, 9]");
  EXPECT_EQ(refused(text), "");
  text = octree_scene();
  text.replace(text.find("[0, 0, 0]"), 9, "[-9,0, 0]");
  EXPECT_THAT(refused(text), HasSubstr("s.json: bodies[0].hold[0]: the region holds no vertex"));
  EXPECT_THAT(refused(octree_scene(R"("forces": [{"type": "point", "at": [99, 0, 0], "force": [1, 0, 0]}])")),
              HasSubstr("s.json: bodies[0].forces[0]"));
}

TEST(OctreeScene, a_tet_body_says_that_it_cannot_be_cut) {
  LoadedWorld scene = load_world(scene_from_text(small_scene()), "s.json");
  EXPECT_THAT(error_of([&] { scene.world.cut("bar", {}); }), HasSubstr("'bar' cannot be cut"));
  EXPECT_THAT(error_of([&] { scene.world.cut("", {}); }), HasSubstr("no body that can be cut"));
  EXPECT_THAT(error_of([&] { scene.world.sweep("bar", {}); }), HasSubstr("'bar' cannot be cut"));
  EXPECT_THAT(error_of([&] { scene.world.sweep("", {}); }), HasSubstr("no body that can be cut"));
  EXPECT_THAT(error_of([&] { scene.world.cut("bra", {}); }), HasSubstr("did you mean 'bar'"));
  EXPECT_THAT(error_of([&] { scene.world.schedule({"bar", BladeStrike{}}); }), HasSubstr("cannot be cut"));
}

Blade wall() {
  const Vec3 before[2] = {{1.1, -1, -1}, {1.1, -1, 2}}, after[2] = {{1.1, 2, -1}, {1.1, 2, 2}};
  return swept_blade(before, after);
}

TEST(OctreeScene, a_simulation_cuts_at_once_and_reset_makes_it_whole) {
  Simulation simulation(simulated(loaded(octree_scene())), {});
  const auto whole = simulation.frame().bodies[0].topology;
  simulation.apply(StepOnce{});
  simulation.apply(Cut{"", wall()});
  EXPECT_EQ(simulation.status().trouble, "");
  const auto parted = simulation.frame().bodies[0].topology;
  EXPECT_GT(parted.elements->rest_positions.size(), whole.elements->rest_positions.size());
  simulation.apply(Cut{"bar", wall()});
  EXPECT_EQ(simulation.status().notice, "") << "strokes begin and end where there is nothing to cut";
  EXPECT_EQ(simulation.frame().bodies[0].topology, parted);
  simulation.apply(Cut{"baar", wall()});
  EXPECT_THAT(simulation.status().trouble, HasSubstr("did you mean 'bar'"));
  simulation.apply(Reset{});
  EXPECT_EQ(simulation.frame().bodies[0].topology.elements->rest_positions, whole.elements->rest_positions);
  EXPECT_EQ(simulation.frame().bodies[0].positions, whole.elements->rest_positions);
}

TEST(OctreeScene, the_same_sweeps_of_a_body_that_moves_give_the_same_bits_and_a_reset_ends_their_stroke) {
  Simulation simulation(simulated(loaded(octree_scene(R"("velocity": [0, 4, -2])"))), {});
  const auto line = [](double y) { return BladeSweep::Line{{1.1, y, -9}, {1.1, y, 9}}; };
  const auto cut_on = [&] {
    for (int k = 0; k < 8; ++k) {
      const double y = 1.2 - 0.1 * k;
      simulation.apply(Sweep{"", {7, {line(y), line(y - 0.1)}, false, false}});
      simulation.apply(StepOnce{});
    }
    return frame_checksum(simulation.frame());
  };
  const std::uint64_t first = cut_on();
  EXPECT_EQ(simulation.status().trouble, "");
  simulation.apply(Reset{});
  EXPECT_EQ(cut_on(), first);
}

class OctreeRunTest : public ScratchFolderTest {};

TEST_F(OctreeRunTest, a_surface_with_a_hole_is_made_from_the_voxels_unless_its_own_is_asked_for) {
  SurfaceMesh open = make_model("sphere", 2000);
  open.triangles.resize(open.triangles.size() - 40);
  drop_unused_vertices(open);
  write_surface(folder_ / "open.ply", open);
  const auto vertices_of_the_file = [&](const std::string& keys) {
    const LoadedWorld scene = loaded(R"({"sinew": 1, "gravity": false, "bodies": [{"name": "bar",
        "type": "octree", "material": "rubber", "cells": 20, "mesh": ")" +
                                     (folder_ / "open.ply").string() + "\"" + keys + "}]}");
    const SurfaceMesh& surface = scene.world.frame().bodies[0].topology.surface->mesh;
    EXPECT_TRUE(is_closed_and_oriented(surface.triangles));
    return std::count_if(surface.positions.begin(), surface.positions.end(), [&](const Vec3& p) {
      return std::any_of(open.positions.begin(), open.positions.end(),
                         [&](const Vec3& q) { return distance(p, q) < 1e-7; });
    });
  };
  EXPECT_LT(vertices_of_the_file(""), open.vertex_count() / 10);
  EXPECT_GT(vertices_of_the_file(R"(, "surface": "own")"), open.vertex_count() / 2);
}

TEST_F(OctreeRunTest, a_run_resumed_in_the_middle_of_a_cut_goes_on_with_the_same_bits) {
  LoadedWorld through = loaded(octree_scene("", kWire));
  for (int step = 0; step < 6; ++step) through.world.step(0.02);
  for (const int stop : {2, 3, 5}) {
    LoadedWorld first = loaded(octree_scene("", kWire)), second = loaded(octree_scene("", kWire));
    for (int step = 0; step < stop; ++step) first.world.step(0.02);
    write_checkpoint(folder_ / "c", first.world, "");
    read_checkpoint(folder_ / "c", second.world, "");
    for (int step = stop; step < 6; ++step) second.world.step(0.02);
    EXPECT_EQ(frame_checksum(second.world.frame()), frame_checksum(through.world.frame())) << stop;
  }
}

TEST_F(OctreeRunTest, a_run_resumed_in_the_middle_of_a_stroke_through_a_body_that_moves_has_the_same_bits) {
  const std::string text = octree_scene(R"("velocity": [0, 3, 1])", R"("cuts": [{"blade": {
      "tool": [[0, 0, -9], [0, 0, 9]],
      "keyframes": [{"time": 0, "position": [1.1, 1.1, 0]}, {"time": 0.2, "position": [1.1, 0.4, 0]}]}}])");
  LoadedWorld through = loaded(text);
  for (int step = 0; step < 10; ++step) through.world.step(0.02);
  for (const int stop : {1, 4, 9}) {
    LoadedWorld first = loaded(text), second = loaded(text);
    for (int step = 0; step < stop; ++step) first.world.step(0.02);
    write_checkpoint(folder_ / "c", first.world, "");
    read_checkpoint(folder_ / "c", second.world, "");
    for (int step = stop; step < 10; ++step) second.world.step(0.02);
    EXPECT_EQ(frame_checksum(second.world.frame()), frame_checksum(through.world.frame())) << stop;
  }
}

TEST_F(OctreeRunTest, records_cells_with_levels_and_stress_and_plays_them_as_they_change) {
  const std::string cells = R"("mesh": {"box": {"size": [2, 1, 1], "cells": [16, 8, 8]}})";
  std::string text = octree_scene("", kWire);
  const std::string old = R"("mesh": {"box": {"size": [2, 1, 1], "cells": [8, 4, 4]}})";
  text.replace(text.find(old), old.size(), cells);
  LoadedWorld scene = loaded(text), live = loaded(text);
  scene.run.folder = folder_;
  scene.run.formats = {"vtu", "csv"};
  scene.run.probes = {{"tip", "bar", {2, 0.5, 0.5}}};
  run(scene.world, scene.run);
  RecordedRun played(folder_);
  for (int step = 0; step <= 6; ++step) {
    const BodyFrame &seen = played.read(step).bodies[0], &then = live.world.frame().bodies[0];
    EXPECT_EQ(seen.positions, then.positions);
    EXPECT_EQ(seen.topology.elements->hexahedra, then.topology.elements->hexahedra);
    EXPECT_EQ(seen.topology.elements->levels, then.topology.elements->levels);
    // The boundary of the cells, and both sides of the cut.
    double volume = 0;
    const std::vector<Vec3>& x = seen.topology.surface->mesh.positions;
    for (const auto& [a, b, c] : seen.topology.surface->mesh.triangles)
      volume += dot(cross(x[a], x[b]), x[c]) / 6;
    EXPECT_NEAR(volume, 2, 1e-9);
    EXPECT_EQ(seen.topology.surface->mesh.triangles.size(),
              boundary_triangles(octree(live.world).rest().grid).size());
    if (step < 6) live.world.step(0.02);
  }
  const std::string csv = read_file(folder_ / "run.csv");
  EXPECT_THAT(csv, HasSubstr("tip.dy"));
}

// The triangles of the skin, and those of cuts.
std::pair<std::vector<Triangle>, std::vector<Triangle>> by_cut(const FrameSurface& surface) {
  std::pair<std::vector<Triangle>, std::vector<Triangle>> found;
  for (std::size_t t = 0; t < surface.mesh.triangles.size(); ++t)
    (!surface.cuts.empty() && surface.cuts[t] != 0 ? found.second : found.first)
        .push_back(surface.mesh.triangles[t]);
  return found;
}

// As smooth as it is live, with both sides of the cut, bound to the cells on their own side of it.
TEST_F(OctreeRunTest, plays_the_surface_that_was_recorded_with_the_cells) {
  for (const char* surface : {"smooth", "cells"}) {
    const std::string text = octree_scene(fmt::format(R"("surface": "{}")", surface), kWire);
    LoadedWorld scene = loaded(text), live = loaded(text);
    scene.run.folder = folder_ / surface;
    scene.run.formats = {"vtu", "ply"};
    run(scene.world, scene.run);
    RecordedRun played(folder_ / surface);
    for (int step = 0; step <= 6; ++step) {
      const BodyFrame &seen = played.read(step).bodies[0], &then = live.world.frame().bodies[0];
      // Cut faces come last in the file.
      const auto [skin, cut] = by_cut(*then.topology.surface);
      std::vector<Triangle> all = skin;
      all.insert(all.end(), cut.begin(), cut.end());
      EXPECT_EQ(seen.topology.surface->mesh.triangles, all);
      EXPECT_EQ(by_cut(*seen.topology.surface).second, cut);
      EXPECT_EQ(!cut.empty(), step >= 3) << surface << step;
      const std::vector<Vec3> a = surface_positions(seen), b = surface_positions(then);
      ASSERT_EQ(a.size(), b.size());
      double off = 0, off_at_rest = 0;
      for (std::size_t v = 0; v < a.size(); ++v) {
        off = std::max(off, distance(a[v], b[v]));
        off_at_rest = std::max(off_at_rest, distance(seen.topology.surface->mesh.positions[v],
                                                     then.topology.surface->mesh.positions[v]));
      }
      EXPECT_LT(off, 1e-5) << surface << step;
      EXPECT_LT(off_at_rest, 1e-6) << surface << step;
      if (step < 6) live.world.step(0.02);
    }
  }
}

TEST_F(OctreeRunTest, a_probe_outside_of_the_cells_is_refused) {
  LoadedWorld scene = loaded(octree_scene());
  scene.run.folder = folder_;
  scene.run.formats = {"csv"};
  scene.run.probes = {{"tip", "bar", {3, 0.5, 0.5}}};
  EXPECT_THAT(error_of([&] { run(scene.world, scene.run); }), HasSubstr("lies outside of body 'bar'"));
}

}  // namespace
}  // namespace sinew
