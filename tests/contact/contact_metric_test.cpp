#include "contact/contact_metric.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/random.h"
#include "body/contact_side.h"
#include "contact_bodies.h"
#include "multigrid/additive_cycle.h"

namespace sinew {
namespace {

// A body in a step, and points on it.
struct Touched {
  explicit Touched(std::unique_ptr<Body> made) : body(std::move(made)), side(*body->contact_side()) {
    body->begin_step(0, 0.01);
    side.relax({}, 1);
    surface = side.contact_surface();
    metric.begin(*surface, side.system_levels());
  }

  // J^T f of a point.
  BlockVector<double> spread(const std::array<Index, 3>& vertices, const std::array<double, 3>& weights,
                             const Vec3& f) {
    BlockVector<double> sum(side.increment().size());
    for (int k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < surface->embedding.row_size(vertices[k]); ++j) {
        Block3<double>& at = sum[surface->embedding.nodes(vertices[k])[j]];
        at = to_block(to_vec3(at) + weights[k] * double(surface->embedding.weights(vertices[k])[j]) * f);
      }
    return sum;
  }
  // How far it moves if the unknowns move by d.
  Vec3 gathered(const std::array<Index, 3>& vertices, const std::array<double, 3>& weights,
                const BlockVector<double>& d) {
    Vec3 sum;
    for (int k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < surface->embedding.row_size(vertices[k]); ++j)
        sum += weights[k] * double(surface->embedding.weights(vertices[k])[j]) *
               to_vec3(d[surface->embedding.nodes(vertices[k])[j]]);
    return sum;
  }

  std::unique_ptr<Body> body;
  ContactSide& side;
  std::shared_ptr<const ContactSurface> surface;
  ContactMetric metric;
};

// Forces on points move all of them as the additive cycle moves the body.
void expect_metric_of_additive_cycle(std::unique_ptr<Body> body) {
  Touched touched(std::move(body));
  constexpr int kPoints = 12;
  Random random(3);
  std::vector<std::array<Index, 3>> vertices;
  std::vector<std::array<double, 3>> weights;
  std::vector<Vec3> forces;
  for (int p = 0; p < kPoints; ++p) {
    vertices.push_back(
        touched.surface
            ->triangles[random.below(static_cast<std::uint32_t>(touched.surface->triangles.size()))]);
    weights.push_back({random.uniform(), random.uniform(), -random.uniform()});
    forces.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    EXPECT_EQ(touched.metric.add_point(vertices[p], weights[p]), p);
  }
  touched.metric.prepare();
  BlockVector<double> f(touched.side.increment().size()), d(f.size());
  for (int p = 0; p < kPoints; ++p) {
    touched.metric.push(p, forces[p]);
    const BlockVector<double> part = touched.spread(vertices[p], weights[p], forces[p]);
    axpby<double>(1, part, 1, f);
  }
  AdditiveCycle cycle;
  cycle.apply(touched.side.system_levels(), f, d);
  double size = 0;
  for (int p = 0; p < kPoints; ++p) size = std::max(size, norm(touched.gathered(vertices[p], weights[p], d)));
  for (int p = 0; p < kPoints; ++p)
    EXPECT_LT(distance(touched.metric.moved(p), touched.gathered(vertices[p], weights[p], d)), 1e-5 * size);

  // The compliance of a point alone.
  BlockVector<double> alone = touched.spread(vertices[0], weights[0], {0, 1, 0});
  cycle.apply(touched.side.system_levels(), alone, d);
  const Vec3 moved = touched.gathered(vertices[0], weights[0], d);
  EXPECT_LT(distance(touched.metric.compliance(0) * Vec3{0, 1, 0}, moved), 1e-5 * norm(moved));
}

TEST(ContactMetric, of_tetrahedra_is_the_additive_cycle) {
  expect_metric_of_additive_cycle(test::soft_box({}));
}

TEST(ContactMetric, of_a_held_body_is_the_additive_cycle) {
  test::BoxOptions options;
  options.held_below = 0.01;
  expect_metric_of_additive_cycle(test::soft_box(options));
}

TEST(ContactMetric, of_an_octree_is_the_additive_cycle) {
  expect_metric_of_additive_cycle(test::soft_voxel_box({}));
}

// How much further a force moves a body in the additive metric than in truth, along the force.
double metric_over_compliance(std::unique_ptr<Body> body, const std::function<double(Index)>& push) {
  ContactSide& side = *body->contact_side();
  body->begin_step(0, 1.0 / 60);
  while (!side.relax({}, 0)) {
  }
  const BlockVector<double> free(side.increment().begin(), side.increment().end());
  BlockVector<double> force(free.size()), moved(free.size());
  for (std::size_t i = 0; i < force.size(); ++i) force[i] = {0, 1e-3 * push(static_cast<Index>(i)), 0, 0};
  AdditiveCycle().apply(side.system_levels(), force, moved);
  for (Block3<double>& d : moved) d = to_block(side.load() * to_vec3(d));
  while (!side.relax(force, 0)) {
  }
  double by_metric = 0, truly = 0;
  for (std::size_t i = 0; i < force.size(); ++i) {
    by_metric += force[i].y * moved[i].y;
    truly += force[i].y * (side.increment()[i].y - free[i].y);
  }
  return by_metric / truly;
}

// Forces of contact converge if the metric is above a half of the compliance, and the more slowly the farther it is
// above all of it. Across a cloth mass alone counts, and each level that counted it again would add as much.
TEST(ContactMetric, is_near_the_compliance_across_a_cloth_of_many_levels_for_smooth_and_for_rough_forces) {
  test::BoxOptions options;
  options.size = {1, 1e-3, 1};
  options.cells = {1, 1, 1};
  options.refinements = 5;
  options.young = 1e6;
  options.params.strain = Strain::kCauchy;
  options.params.solver.tolerance = 1e-10;
  options.params.precision = Precision::kDouble;
  const auto smooth = [](Index) { return 1.0; };
  Random random(5);
  const auto rough = [&](Index) { return random.uniform(-1, 1); };
  for (const bool is_smooth : {true, false}) {
    const double ratio = is_smooth ? metric_over_compliance(test::soft_sheet(options), smooth)
                                   : metric_over_compliance(test::soft_sheet(options), rough);
    EXPECT_GT(ratio, 0.6) << is_smooth;
    EXPECT_LT(ratio, 5) << is_smooth;
  }
}

TEST(ContactMetric, is_above_half_of_the_compliance_of_a_stiff_box) {
  test::BoxOptions options;
  options.young = 1e7;
  options.refinements = 2;
  options.params.strain = Strain::kCauchy;
  options.params.solver.tolerance = 1e-10;
  options.params.precision = Precision::kDouble;
  Random random(6);
  for (int i = 0; i < 5; ++i) {
    const double ratio =
        metric_over_compliance(test::soft_box(options), [&](Index) { return random.uniform(-1, 1); });
    EXPECT_GT(ratio, 0.6);
    EXPECT_LT(ratio, 6);
  }
}

}  // namespace
}  // namespace sinew
