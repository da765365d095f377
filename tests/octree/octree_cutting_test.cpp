#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "base/error_of.h"
#include "base/parallel.h"
#include "base/random.h"
#include "octree/grid/pieces.h"
#include "octree/octree_bodies.h"
#include "octree/solver/octree_system.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/model/blade.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

using test::box_model;
using test::frame_of;
using test::held_box;
using test::octree_params;
using test::take_steps;
using test::wall_at;
using testing::HasSubstr;

const Material kRubber{1e5, 0.3, 1000};
const Vec3 kBelow{-1, -1, -1}, kAbove{3, 3, 3};

Index piece_count(const OctreeBody& body) {
  return connected_pieces(body.rest().grid.voxels, body.rest().grid.cells).count();
}

// A bar of 2 x 1 x 1 m.
OctreeBodyModel bar() { return held_box({16, 8, 8}, 1.0 / 8, kRubber); }

TEST(OctreeCutting, a_cut_bar_falls_in_two) {
  OctreeBodyModel model = bar();
  model.forces = {Gravity{}};
  OctreeBody body("bar", model, {});
  take_steps(body, 2, 0.01);
  const auto before = frame_of(body).topology;
  EXPECT_TRUE(body.cut(wall_at(1.01, kBelow, kAbove)));
  EXPECT_EQ(piece_count(body), 2);
  EXPECT_NE(frame_of(body).topology, before);
  const double from = frame_of(body).positions[0].y;
  take_steps(body, 40, 0.01, 0.02);
  const BodyFrame frame = frame_of(body);
  double highest_right = -100;
  for (std::size_t v = 0; v < frame.positions.size(); ++v)
    if (frame.topology.elements->rest_positions[v].x > 1.2)
      highest_right = std::max(highest_right, frame.positions[v].y);
  EXPECT_LT(highest_right, from + 1 - 0.5);
  EXPECT_NEAR(frame.positions[0].y, from, 0.5);
}

TEST(OctreeCutting, the_piece_that_is_cut_off_falls_freely) {
  OctreeBodyModel model = bar();
  model.forces = {Gravity{}};
  OctreeBody body("bar", model,
                  octree_params(Strain::kCorotated, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-9));
  body.cut(wall_at(1, kBelow, kAbove));
  const double t = take_steps(body, 10, 0.01);
  const std::vector<Vec3> u = body.displacements();
  for (Index c = 0; c < body.rest().grid.cells.count(); ++c)
    if (body.rest().grid.centre(c).x > 1)
      for (const Index v : body.rest().grid.vertices.corners[c]) {
        EXPECT_LT(distance(u[v], {0, -9.81 * t * t / 2, 0}), 1e-8);
      }
}

TEST(OctreeCutting, a_bar_cut_through_has_two_pieces_that_exchange_no_force) {
  OctreeBody body("bar", box_model({16, 8, 8}, 1.0 / 8, kRubber), {});
  body.cut(wall_at(1, kBelow, kAbove));
  // Squeeze one piece: the other does not feel it.
  const std::unique_ptr<CellOperator> made = make_cell_operator(body.rest());
  CellOperator& cells = *made;
  cells.set_stiffness(cell_stiffness(body.rest().grid, body.rest()));
  const Vertices& vertices = body.rest().grid.vertices;
  std::vector<char> right(vertices.unknowns, 0);
  for (Index c = 0; c < body.rest().grid.cells.count(); ++c)
    for (const Index v : body.rest().grid.unknowns[c].vertex)
      if (body.rest().grid.centre(c).x > 1) right[v] = 1;
  BlockVector<double> u(vertices.unknowns), f(vertices.unknowns);
  for (Index v = 0; v < vertices.unknowns; ++v)
    if (right[v] != 0) u[v] = to_block(0.1 * body.rest().positions[v]);
  cells.elastic_forces(1, u, f);
  for (Index v = 0; v < vertices.unknowns; ++v)
    if (right[v] == 0) {
      EXPECT_EQ(f[v], Block3<double>{});
    }
}

TEST(OctreeCutting, momentum_and_mass_are_kept_at_a_cut_and_after) {
  OctreeBody body(
      "box", box_model({12, 12, 12}, 1.0 / 12, kRubber),
      octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-10));
  Random random(3);
  test::set_state(body, "velocity", [&](const Vec3& p) { return Vec3{1 + p.y, p.x * p.x, p.z}; });
  const Vec3 before = test::momentum(body);
  const double mass = test::total_mass(body);
  double time = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 from = random.in_box({0, 0, 0}, {1, 1, 1});
    Blade blade;
    blade.points = {from - Vec3{2, 1, 0}, from + Vec3{2, 0, 1}, from + Vec3{0, 1, -3}};
    blade.triangles = {{0, 1, 2}};
    const Vec3 then = test::momentum(body);
    EXPECT_TRUE(body.cut(blade));
    EXPECT_LT(distance(test::momentum(body), then), 1e-9 * norm(then));
    time = take_steps(body, 2, 0.01, time);
  }
  EXPECT_LT(distance(test::momentum(body), before), 1e-7 * norm(before));
  EXPECT_NEAR(test::total_mass(body), mass, 1e-10 * mass);
}

TEST(OctreeCutting, a_cut_nowhere_of_no_area_or_in_the_same_place_again_changes_no_bit) {
  OctreeBody body("bar", bar(), {});
  const BodyState whole = body.state();
  EXPECT_FALSE(body.cut(wall_at(10, kBelow, kAbove)));
  EXPECT_FALSE(body.cut({}));
  EXPECT_FALSE(body.cut({{{1, 0, 0}, {1, 1, 1}}, {{0, 1, 0}}}));
  EXPECT_TRUE(test::same_bits(body.state(), whole));
  EXPECT_TRUE(body.cut(wall_at(1, kBelow, kAbove)));
  const BodyState parted = body.state();
  const auto topology = frame_of(body).topology;
  EXPECT_FALSE(body.cut(wall_at(1, kBelow, kAbove)));
  EXPECT_TRUE(test::same_bits(body.state(), parted));
  EXPECT_EQ(frame_of(body).topology, topology);
}

TEST(OctreeCutting, bad_blades_are_refused_and_leave_the_body_whole) {
  OctreeBody body("bar", bar(), {});
  EXPECT_NE(error_of([&] { body.cut({{{NAN, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}); }), "");
  EXPECT_NE(error_of([&] { body.cut({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}}); }), "");
  EXPECT_EQ(piece_count(body), 1);
}

TEST(OctreeCutting, a_static_body_refuses_to_lose_a_piece_by_name_but_may_be_cut_into) {
  OctreeBodyModel model = bar();
  model.forces = {Gravity{{0, -0.1, 0}}};
  OctreeBody body("jelly", model, octree_params(Strain::kCauchy, Integrator::kStatic));
  take_steps(body, 1, 1);
  const auto lowest = [&] {
    double y = 0;
    for (const Vec3& u : body.displacements()) y = std::min(y, u.y);
    return y;
  };
  const double whole = lowest();
  EXPECT_THAT(error_of([&] { body.cut(wall_at(1, kBelow, kAbove)); }),
              HasSubstr("'jelly' cannot be in balance"));
  EXPECT_EQ(piece_count(body), 1);
  EXPECT_TRUE(body.cut(wall_at(1, {0, 0.5, -1}, kAbove)));
  take_steps(body, 1, 1, 1);
  EXPECT_LT(lowest(), 1.2 * whole);
}

TEST(OctreeCutting, crumbs_stay_where_they_are_in_a_static_body) {
  OctreeBodyModel model = bar();
  model.forces = {Gravity{}};
  OctreeBody body("bar", model, octree_params(Strain::kCauchy, Integrator::kStatic));
  // One voxel off a corner.
  ASSERT_TRUE(body.cut({{{2.3, 1.3, 0.2}, {2.3, 0.2, 1.3}, {1.2, 1.3, 1.3}}, {{0, 1, 2}}}));
  ASSERT_EQ(piece_count(body), 2);
  take_steps(body, 1, 1);
  const std::vector<Vec3> u = body.displacements();
  const Pieces pieces = connected_pieces(body.rest().grid.voxels, body.rest().grid.cells);
  for (Index c = 0; c < body.rest().grid.cells.count(); ++c)
    if (pieces.is_crumb(pieces.of_cell[c]))
      for (const Index v : body.rest().grid.vertices.corners[c]) {
        EXPECT_EQ(u[v], Vec3{});
      }
}

// Steps with a cut before each third one.
std::vector<Blade> slices() {
  Random random(11);
  std::vector<Blade> blades;
  for (int k = 0; k < 3; ++k) {
    const Vec3 at = random.in_box({0.5, 0.2, 0.2}, {1.5, 0.8, 0.8});
    const Vec3 along = random.in_box({-1, -1, -1}, {1, 1, 1});
    const Vec3 before[2] = {at - along, at + along}, after[2] = {at + Vec3{0, 1, 1}, at + Vec3{0.2, 1, -1}};
    blades.push_back(swept_blade(before, after));
  }
  return blades;
}

void go_on(OctreeBody& body, int from, int until) {
  const std::vector<Blade> blades = slices();
  for (int step = from; step < until; ++step) {
    if (step % 3 == 1) body.cut(blades[step / 3]);
    take_steps(body, 1, 0.02, 0.02 * step);
  }
}

TEST(OctreeCutting, a_cut_body_has_the_same_bits_for_any_number_of_threads) {
  OctreeBodyModel model = bar();
  model.forces = {Gravity{}, Wind{.velocity = {0, 0, 5}}};
  std::vector<BodyState> states;
  std::vector<std::uint64_t> frames;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    OctreeBody body("bar", model, {});
    go_on(body, 0, 6);
    states.push_back(body.state());
    Frame frame;
    frame.bodies = {frame_of(body)};
    frames.push_back(frame_checksum(frame));
  }
  set_thread_count(0);
  EXPECT_TRUE(test::same_bits(states[0], states[1]) && test::same_bits(states[0], states[2]));
  EXPECT_TRUE(frames[0] == frames[1] && frames[0] == frames[2]);
}

TEST(OctreeCutting, a_restart_in_the_middle_of_a_sequence_of_cuts_goes_on_with_the_same_bits) {
  OctreeBodyModel model = bar();
  model.forces = {Gravity{}};
  OctreeBody through("bar", model, {});
  go_on(through, 0, 8);
  for (const int stop : {1, 2, 5}) {
    OctreeBody first("bar", model, {}), second("bar", model, {});
    go_on(first, 0, stop);
    second.restore(first.state());
    EXPECT_TRUE(test::same_bits(first.state(), second.state()));
    go_on(second, stop, 8);
    EXPECT_TRUE(test::same_bits(through.state(), second.state())) << stop;
  }
}

TEST(OctreeCutting, a_cut_that_is_put_back_leaves_no_trace) {
  OctreeBodyModel model = bar();
  model.forces = {Gravity{}};
  OctreeBody body("bar", model, {});
  take_steps(body, 2, 0.02);
  const BodyState before = body.state();
  const BodyFrame whole = frame_of(body);
  go_on(body, 2, 6);
  EXPECT_FALSE(test::same_bits(body.state(), before));
  body.restore(before);
  EXPECT_TRUE(test::same_bits(body.state(), before));
  const BodyFrame again = frame_of(body);
  EXPECT_EQ(again.positions, whole.positions);
  EXPECT_EQ(again.topology.surface->mesh.triangles, whole.topology.surface->mesh.triangles);
  OctreeBody never("bar", model, {});
  take_steps(never, 2, 0.02);
  take_steps(never, 2, 0.02, 0.04), take_steps(body, 2, 0.02, 0.04);
  EXPECT_TRUE(test::same_bits(body.state(), never.state()));
}

TEST(OctreeCutting, states_before_a_cut_that_do_not_fit_are_refused_and_the_cut_body_goes_on) {
  OctreeBodyModel model = bar();
  model.forces = {Gravity{}};
  OctreeBody body("bar", model, {}), never("bar", model, {});
  const BodyState whole = body.state();
  go_on(body, 0, 3), go_on(never, 0, 3);
  for (const double poisson : {0.3, 0.4}) {
    body.tune("poisson", poisson), never.tune("poisson", poisson);
    for (const StateArray& array : whole) {
      BodyState bad = whole;
      std::erase_if(bad, [&](const StateArray& a) { return a.name == array.name; });
      EXPECT_THAT(error_of([&] { body.restore(bad); }), HasSubstr(array.name));
    }
    EXPECT_TRUE(test::same_bits(body.state(), never.state()));
    take_steps(body, 2, 0.02, 0.06), take_steps(never, 2, 0.02, 0.06);
    EXPECT_TRUE(test::same_bits(body.state(), never.state()));
  }
}

TEST(OctreeCutting, a_pull_stays_where_it_is_on_the_body_through_a_cut_and_back) {
  OctreeBody body("bar", bar(), {});
  const BodyState whole = body.state();
  Pull pull = make_pull(frame_of(body), {2, 0.5, 0.5}, 0.4);
  pull.target += Vec3{0, 0.2, 0};
  body.set_pulls({pull});
  body.cut(wall_at(1.9, kBelow, {3, 0.6, 3}));
  take_steps(body, 1, 0.02);
  // Where it was taken, and the way that the spring has pulled it towards its target.
  const Vec3 at = frame_of(body).arrows.at(0).at;
  EXPECT_LT(distance(at, {2, at.y, 0.5}), 1e-3);
  EXPECT_GT(at.y, 0.55);
  EXPECT_LT(at.y, 0.7);
  body.restore(whole);
  take_steps(body, 1, 0.02);
  EXPECT_LT(distance(frame_of(body).arrows.at(0).at, at), 0.01);
}

TEST(OctreeCutting, faces_of_cuts_are_marked) {
  for (const OctreeSurface surface : {OctreeSurface::kSmooth, OctreeSurface::kCells}) {
    OctreeBodyModel model = box_model({10, 10, 10}, 0.1, kRubber);
    model.surface = surface;
    OctreeBody body("box", model, {});
    EXPECT_TRUE(std::ranges::all_of(frame_of(body).topology.surface->cuts, [](int c) { return c == 0; }));
    body.cut(wall_at(0.5, kBelow, kAbove));
    const BodyFrame frame = frame_of(body);
    const FrameSurface& seen = *frame.topology.surface;
    ASSERT_EQ(seen.cuts.size(), seen.mesh.triangles.size());
    double area = 0;
    for (std::size_t t = 0; t < seen.cuts.size(); ++t) {
      const auto [a, b, c] = seen.mesh.corners(static_cast<Index>(t));
      if (seen.cuts[t] != 0) area += norm(cross(b - a, c - a)) / 2;
    }
    EXPECT_NEAR(area, 2, 0.25);
  }
}

TEST(OctreeCutting, two_cuts_are_both_in_the_frame_each_with_its_id_where_its_blade_was) {
  const SurfaceMesh ball = make_model("sphere", 5'000, {{"radius", 1}});
  const Vec3 centre = bounding_box(ball).center();
  const double side = bounding_box(ball).size().x / 24;
  for (const OctreeSurface surface : {OctreeSurface::kSmooth, OctreeSurface::kOwn, OctreeSurface::kCells}) {
    OctreeBodyModel model;
    model.voxels = voxels_inside(ball, SignedDistance(ball), voxel_frame(bounding_box(ball), 24));
    model.surface = surface, model.own_surface = ball;
    OctreeBody body("ball", model, {});
    const auto wall = [&](const Vec3& along, const Vec3& at) {
      const Vec3 up{0, 0, 3};
      const std::vector<Vec3> before{centre + at - 3.0 * along - up, centre + at - 3.0 * along + up},
          after{centre + at + 3.0 * along - up, centre + at + 3.0 * along + up};
      return swept_blade(before, after);
    };
    ASSERT_TRUE(body.cut(wall({0, 1, 0}, {0.21, 0, 0})));
    ASSERT_TRUE(body.cut(wall({1, 0, 0}, {0, -0.13, 0})));
    const BodyFrame frame = frame_of(body);
    const FrameSurface& seen = *frame.topology.surface;
    ASSERT_EQ(seen.cuts.size(), seen.mesh.triangles.size());
    std::array<double, 3> area{}, off{};
    for (std::size_t t = 0; t < seen.cuts.size(); ++t) {
      const auto [a, b, c] = seen.mesh.corners(static_cast<Index>(t));
      const int id = seen.cuts[t];
      ASSERT_TRUE(id >= 0 && id <= 2) << id;
      area[id] += norm(cross(b - a, c - a)) / 2;
      for (const Vec3& p : {a, b, c})
        off[id] =
            std::max(off[id], id == 1 ? std::abs(p.x - centre.x - 0.21) : std::abs(p.y - centre.y + 0.13));
    }
    // Two sides of a disc each.
    const double pi = std::numbers::pi;
    EXPECT_NEAR(area[1], 2 * pi * (1 - 0.21 * 0.21), 0.1 * 2 * pi) << static_cast<int>(surface);
    EXPECT_NEAR(area[2], 2 * pi * (1 - 0.13 * 0.13), 0.1 * 2 * pi) << static_cast<int>(surface);
    EXPECT_LT(off[1], 1.01 * side) << static_cast<int>(surface);
    EXPECT_LT(off[2], 1.01 * side) << static_cast<int>(surface);
  }
}

// The right half is moved into the left one, so that the blade goes through both, and through the layer between.
TEST(OctreeCutting, a_blade_cuts_all_parts_of_a_body_that_overlap_where_it_is) {
  OctreeBody body("bar", box_model({32, 8, 8}, 1.0 / 16, kRubber), {});
  test::set_state(body, "displacement", [](const Vec3& p) {
    return p.x > 1 + 1e-9 ? Vec3{-1, 0, 0} : Vec3{};
  });
  ASSERT_TRUE(body.cut(wall_at(0.48, kBelow, kAbove)));
  const Pieces pieces = connected_pieces(body.rest().grid.voxels, body.rest().grid.cells);
  std::vector<std::int64_t> layers;
  for (const std::int64_t voxels : pieces.voxel_counts) layers.push_back(voxels / 64);
  std::ranges::sort(layers);
  // Up to 0.48, from there to the layer between, up to 1.48, and the rest.
  EXPECT_EQ(layers, (std::vector<std::int64_t>{7, 8, 8, 9}));
}

OctreeBodyModel bent_bar(int coarsest) {
  OctreeBodyModel model = held_box({32, 16, 16}, 1.0 / 16, kRubber);
  model.coarsest = coarsest;
  return model;
}

// Material that is only refined or parted stays where it is. Cells of several voxels have modes of bending that
// smaller ones do not follow (kernels/cell_modes.h), so that refining them adds a little.
TEST(OctreeCutting, the_elastic_energy_of_a_bent_bar_is_kept_at_a_cut) {
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated})
    for (const int coarsest : {0, 3}) {
      OctreeBody body("bar", bent_bar(coarsest), octree_params(strain, Integrator::kBackwardEuler));
      test::set_state(body, "displacement", [](const Vec3& p) {
        return 0.1 * Vec3{-p.x * (p.y - 0.5), 0.5 * p.x * p.x, 0};
      });
      take_steps(body, 1, 1e-6);  // rotates the cells
      const double before = body.energies().elastic;
      ASSERT_TRUE(body.cut(wall_at(1.03, {0, 0.4, -1}, kAbove)));
      EXPECT_NEAR(body.energies().elastic, before, (coarsest == 0 ? 1e-9 : 0.02) * before)
          << static_cast<int>(strain) << " " << coarsest;
    }
}

// m v = the sum of dt times the force of the spring at the end of each step, whatever is cut in between; and the
// piece that is not pulled keeps what it has.
TEST(OctreeCutting, a_pull_gives_a_free_body_its_momentum_through_a_cut) {
  OctreeBody body(
      "bar", box_model({16, 8, 8}, 1.0 / 8, kRubber),
      octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-10));
  Pull pull = make_pull(frame_of(body), {2, 0.5, 0.5}, 0.4);
  pull.target += Vec3{0.5, 0, 0};
  pull.stiffness = 2000;
  body.set_pulls({pull});
  const double dt = 0.01;
  Vec3 given;
  const auto step = [&](int k) {
    take_steps(body, 1, dt, dt * k);
    given += dt * frame_of(body).arrows.at(0).force;
  };
  for (int k = 0; k < 5; ++k) step(k);
  EXPECT_LT(distance(test::momentum(body), given), 1e-6 * norm(given));
  ASSERT_TRUE(body.cut(wall_at(1.03, kBelow, kAbove)));
  EXPECT_LT(distance(test::momentum(body), given), 1e-6 * norm(given));
  for (int k = 5; k < 10; ++k) step(k);
  EXPECT_LT(distance(test::momentum(body), given), 1e-6 * norm(given));
}

}  // namespace
}  // namespace sinew
