#include "render/engine/volume.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "mesh/tetrahedron_adjacency.h"
#include "render/engine/colour_map.h"
#include "render/offscreen_context.h"
#include "render/small_bodies.h"
#include "sinew/render/picture.h"

namespace sinew {
namespace {

using Light = std::array<double, 4>;  // colour times opacity, opacity

constexpr int kWidth = 96, kHeight = 72;

// What rays through a body gather, in floats.
class Caster {
 public:
  explicit Caster(const BodyFrame& frame, std::vector<float> scalars, std::array<float, 2> range = {0, 1})
      : frame_(frame), scalars_(std::move(scalars)), range_(range) {
    camera = camera_around(bounding_box(frame.positions), {0, 1, 0}, 0.5, 0.4, double(kWidth) / kHeight);
  }

  std::vector<Light> cast() {
    BodyOnGpu body;
    body.topology = frame_.topology;
    body.origin = bounding_box(frame_.positions).center();
    std::vector<Index> nodes(frame_.positions.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    body.all_nodes.set_nodes(nodes);
    body.all_nodes.upload(frame_.positions, body.origin, scalars_);
    body.cast.set_elements(frame_.topology.elements);
    mean_chord = body.cast.mean_chord();
    ColourMapTexture colours;
    colours.set("viridis");
    DrawContext context{.camera = camera, .display = display_, .width = kWidth, .height = kHeight};
    context.origin = camera.target;
    context.view = camera.view();
    context.projection = camera.projection(double(kWidth) / kHeight, bounding_box(frame_.positions));
    context.range = range_;
    context.colour_map = colours.name();
    return drawn([&] { Volume().cast_rays(context, body); });
  }

  // By brute force: where the ray through a pixel is inside which tetrahedron, from near to far.
  Light reference(int x, int y) const {
    const Ray ray = camera.ray((x + 0.5) / kWidth, (y + 0.5) / kHeight, double(kWidth) / kHeight);
    std::vector<std::array<double, 4>> stretches;  // begin, end and the scalar there
    for (const Tetrahedron& t : frame_.topology.elements->tetrahedra) add_stretch(ray, t, stretches);
    std::sort(stretches.begin(), stretches.end());
    Light sum{};
    for (const auto& [begin, end, s0, s1] : stretches) gather(end - begin, s0, s1, sum);
    return sum;
  }
  double absorption(double share) const {
    return Volume::kDepth / mean_chord * (Volume::kLeast + (1 - Volume::kLeast) * share * share);
  }

  Camera camera;
  double mean_chord = 0;

 private:
  template <typename Draw>
  static std::vector<Light> drawn(Draw&& draw) {
    GlTexture texture;
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, kWidth, kHeight, 0, GL_RGBA, GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TextureTarget target;
    target.attach(texture.name());
    target.bind(kWidth, kHeight);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw();
    std::vector<std::array<float, 4>> upward(kWidth * kHeight);
    glReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_FLOAT, upward.data());
    require_no_gl_error("test");
    std::vector<Light> light(upward.size());
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x)
        std::copy_n(upward[(kHeight - 1 - y) * kWidth + x].begin(), 4, light[y * kWidth + x].begin());
    return light;
  }

  void add_stretch(const Ray& ray, const Tetrahedron& t,
                   std::vector<std::array<double, 4>>& stretches) const {
    const auto& p = frame_.positions;
    const double volume = six_volume(p[t[0]], p[t[1]], p[t[2]], p[t[3]]);
    double begin = 0, end = 1e9, scalar = 0, slope = 0;
    for (int i = 0; i < 4; ++i) {
      // The barycentric coordinate of corner i along the ray: at its origin, and per metre.
      auto coordinate = [&](const Vec3& x) {
        std::array<Vec3, 4> corners{p[t[0]], p[t[1]], p[t[2]], p[t[3]]};
        corners[i] = x;
        return six_volume(corners[0], corners[1], corners[2], corners[3]) / volume;
      };
      const double at = coordinate(ray.origin), per_metre = coordinate(ray.origin + ray.direction) - at;
      if (per_metre > 0)
        begin = std::max(begin, -at / per_metre);
      else
        end = std::min(end, -at / per_metre);
      scalar += at * scalars_[t[i]], slope += per_metre * scalars_[t[i]];
    }
    if (end > begin) stretches.push_back({begin, end, scalar + begin * slope, scalar + end * slope});
  }

  void gather(double size, double s0, double s1, Light& sum) const {
    constexpr int kParts = 200;
    for (int k = 0; k < kParts; ++k) {
      const double scalar = s0 + (s1 - s0) * (k + 0.5) / kParts;
      const double share = std::clamp<double>((scalar - range_[0]) / (range_[1] - range_[0]), 0, 1);
      const double opacity = (1 - sum[3]) * (1 - std::exp(-absorption(share) * size / kParts));
      const Vec3 colour = colour_at(colour_map("viridis"), share);
      for (int c = 0; c < 3; ++c) sum[c] += opacity * colour[c];
      sum[3] += opacity;
    }
  }

  BodyFrame frame_;
  std::vector<float> scalars_;
  std::array<float, 2> range_;
  DisplayOptions display_;
};

std::vector<float> scalars_by(const BodyFrame& body, const std::function<double(const Vec3&)>& value) {
  std::vector<float> scalars;
  for (const Vec3& p : body.topology.elements->rest_positions)
    scalars.push_back(static_cast<float>(value(p)));
  return scalars;
}

double wavy(const Vec3& p) { return 0.5 + 0.5 * std::sin(3 * p.x) * std::cos(4 * p.y + p.z); }

// Pixels where the two differ, of those that either shows.
void expect_same(const Caster& caster, const std::vector<Light>& found, double tolerance) {
  int shown = 0, off = 0;
  for (int y = 0; y < kHeight; y += 2)
    for (int x = 0; x < kWidth; x += 2) {
      const Light expected = caster.reference(x, y);
      double worst = 0;
      for (int c = 0; c < 4; ++c) worst = std::max(worst, std::abs(found[y * kWidth + x][c] - expected[c]));
      shown += expected[3] > 0;
      off += !(worst <= tolerance);
    }
  EXPECT_GT(shown, 300);
  EXPECT_EQ(off, 0);
}

TEST(Volume, equals_a_slow_ray_caster_on_a_deformed_box) {
  const OffscreenContext context;
  const BodyFrame body = box_body({1, 0.8, 0.6}, {4, 3, 3}, [](const Vec3& p) {
    return Vec3{p.x + 0.2 * p.y * p.y, p.y + 0.1 * std::sin(3 * p.x), p.z * (1 + 0.3 * p.x)};
  });
  Caster caster(body, scalars_by(body, wavy));
  expect_same(caster, caster.cast(), 2.0 / 255);
}

// A box of 6 x 6 x 6 cells whose middle eight are one of level 1, as in an octree.
BodyFrame octree_box() {
  constexpr Index kSide = 6;
  FrameElements elements;
  for (Index z = 0; z <= kSide; ++z)
    for (Index y = 0; y <= kSide; ++y)
      for (Index x = 0; x <= kSide; ++x)
        elements.rest_positions.push_back(1.0 / kSide * Vec3{double(x), double(y), double(z)});
  const auto add_cell = [&](Index x, Index y, Index z, Index side) {
    const auto node = [&](Index i, Index j, Index k) {
      return (x + i * side) + (kSide + 1) * ((y + j * side) + (kSide + 1) * (z + k * side));
    };
    elements.hexahedra.push_back({node(0, 0, 0), node(1, 0, 0), node(1, 1, 0), node(0, 1, 0), node(0, 0, 1),
                                  node(1, 0, 1), node(1, 1, 1), node(0, 1, 1)});
    elements.levels.push_back(side == 1 ? 0 : 1);
  };
  const auto in_middle = [](Index i) { return i == 2 || i == 3; };
  for (Index z = 0; z < kSide; ++z)
    for (Index y = 0; y < kSide; ++y)
      for (Index x = 0; x < kSide; ++x)
        if (!(in_middle(x) && in_middle(y) && in_middle(z))) add_cell(x, y, z, 1);
  add_cell(2, 2, 2, 2);
  BodyFrame body;
  body.positions = elements.rest_positions;
  body.topology = make_topology({}, {}, std::move(elements));
  return body;
}

TEST(Volume, of_an_octree_is_that_of_tetrahedra_in_its_place) {
  const OffscreenContext context;
  const auto slope = [](const Vec3& p) { return 0.2 + 0.5 * p.x + 0.2 * p.y; };
  const BodyFrame cells = octree_box(), box = box_body({1, 1, 1}, {3, 3, 3});
  Caster octree(cells, scalars_by(cells, slope)), tetrahedra(box, scalars_by(box, slope));
  const std::vector<Light> seen = octree.cast();
  tetrahedra.cast();
  EXPECT_NEAR(octree.mean_chord, 2.0 / 3, 1e-12);
  EXPECT_NEAR(tetrahedra.mean_chord, 2.0 / 3, 1e-12);
  // Faces between levels are blended by the distance of their middles, which is not always that along a ray.
  expect_same(tetrahedra, seen, 4.0 / 255);
}

// A bar bent to a horseshoe, seen along its plane: rays go out of one leg and into the other.
TEST(Volume, equals_a_slow_ray_caster_where_rays_come_in_again) {
  const OffscreenContext context;
  const BodyFrame body = box_body({3, 0.4, 0.4}, {16, 2, 2}, [](const Vec3& p) {
    const double angle = p.x, radius = 0.6 + p.y;
    return Vec3{radius * std::cos(angle), p.z, radius * std::sin(angle)};
  });
  Caster caster(body, scalars_by(body, [](const Vec3& p) { return 0.2 + 0.2 * p.x / 3; }));
  caster.camera.azimuth = 1.3, caster.camera.elevation = 0.1;
  expect_same(caster, caster.cast(), 2.0 / 255);
}

TEST(Volume, of_a_slab_in_uniform_stress_is_as_opaque_as_beer_says) {
  const OffscreenContext context;
  const BodyFrame slab = box_body({2, 2, 0.3}, {5, 5, 2});
  for (const double share : {0.0, 0.3, 0.6, 1.0}) {
    Caster caster(slab, scalars_by(slab, [&](const Vec3&) { return 100 * share; }), {0, 100});
    caster.camera.azimuth = caster.camera.elevation = 0;
    const std::vector<Light> found = caster.cast();
    EXPECT_NEAR(caster.mean_chord, 4 * 1.2 / (2 * 4 + 4 * 0.6), 1e-9);
    for (const auto& [x, y] : {std::pair{48, 36}, {40, 30}, {60, 45}}) {
      const Ray ray = caster.camera.ray((x + 0.5) / kWidth, (y + 0.5) / kHeight, double(kWidth) / kHeight);
      const double inside = 0.3 / std::abs(ray.direction.z);
      const double opacity = 1 - std::exp(-caster.absorption(share) * inside);
      const Light& light = found[y * kWidth + x];
      EXPECT_NEAR(light[3], opacity, 1.3 / 255);
      const Vec3 colour = colour_at(colour_map("viridis"), share);
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(light[c], opacity * colour[c], 2.0 / 255);
    }
  }
}

TEST(Volume, ends_and_stays_finite_where_elements_are_turned_inside_out) {
  const OffscreenContext context;
  BodyFrame body = box_body({1, 1, 1}, {4, 4, 4});
  for (std::size_t i = 0; i < body.positions.size(); ++i) {
    const Vec3 p = body.positions[i];
    body.positions[i] = i % 3 ? p : Vec3{1 - p.x, p.z, p.y + 0.2 * p.x};
    if (i % 7 == 0) body.positions[i] = {0.5, 0.5, 0.5};
  }
  Caster caster(body, scalars_by(body, wavy));
  for (const Light& light : caster.cast())
    for (const double value : light) {
      ASSERT_TRUE(std::isfinite(value));
      ASSERT_GE(value, 0);
      ASSERT_LE(value, 1.001);
    }
}

TEST(Volume, of_a_flattened_body_is_finite) {
  const OffscreenContext context;
  const BodyFrame body = box_body({1, 1, 1}, {3, 3, 3}, [](const Vec3& p) { return Vec3{p.x, p.y, 0}; });
  Caster caster(body, scalars_by(body, wavy));
  for (const Light& light : caster.cast())
    for (const double value : light) ASSERT_TRUE(std::isfinite(value));
}

TEST(CastMesh, sends_nothing_for_a_topology_it_has) {
  const OffscreenContext context;
  const BodyFrame body = box_body({1, 1, 1}, {2, 2, 2});
  CastMesh mesh;
  EXPECT_EQ(mesh.set_elements(body.topology.elements), 16u * (48 + 48 + 48));
  EXPECT_EQ(mesh.set_elements(body.topology.elements), 0u);
  EXPECT_EQ(mesh.tetrahedron_count(), 48);
}

TEST(Volume, of_a_sheet_is_its_surface) {
  OffscreenRenderer renderer(160, 120);
  const Frame frame = frame_of(square_surface(6));
  DisplayOptions display;
  display.legend = false;
  const Camera camera = camera_around({{0, 0, 0}, {1, 0, 1}}, {0, 1, 0}, 0.4, 0.6, 4.0 / 3);
  const Picture surface = renderer.picture(frame, camera, display);
  display.volume = true;
  EXPECT_EQ(renderer.picture(frame, camera, display).rgb, surface.rgb);
}

TEST(Volume, glows_where_there_is_stress_and_is_clear_where_there_is_none) {
  OffscreenRenderer renderer(160, 120);
  Frame frame;
  frame.bodies.push_back(box_body({1, 1, 1}, {3, 3, 3}));
  frame.bodies[0].stress.assign(frame.bodies[0].topology.elements->tetrahedra.size(), 1.0f);
  DisplayOptions display;
  display.ground = display.shadows = display.legend = false;
  display.volume = true;
  display.range = {{0, 1}};
  const Camera camera = camera_around({{0, 0, 0}, {1, 1, 1}}, {0, 1, 0}, 0.4, 0.3, 4.0 / 3);
  // At the upper end of the range: the last colour of viridis, yellow and nearly opaque.
  const Vec3 full = colour_at_point(camera, renderer.picture(frame, camera, display), {0.5, 0.5, 0.5});
  EXPECT_GT(full.x, 0.7);
  EXPECT_LT(full.z, 0.4);
  // Without stress it is nearly clear.
  frame.bodies[0].stress.assign(frame.bodies[0].stress.size(), 0.0f);
  const Picture clear = renderer.picture(frame, camera, display);
  display.surface = display.volume = false;
  const Picture nothing = renderer.picture(frame, camera, display);
  EXPECT_LT(norm(colour_at_point(camera, clear, {0.5, 0.5, 0.5}) -
                 colour_at_point(camera, nothing, {0.5, 0.5, 0.5})),
            0.45);
}

}  // namespace
}  // namespace sinew
