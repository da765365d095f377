#include "render/engine/force_glyphs.h"

#include <cmath>
#include <cstddef>

#include "render/engine/draw_state.h"

namespace sinew {

namespace {

// The mesh of an arrow along z. A vertex is its place in radii of the shaft, from the foot or from the start
// of the head, the share of the shaft's length that is added to z (0 or 1; -1 for the ball, which keeps its
// size if an arrow is short), and its normal.
using ArrowVertex = std::array<float, 7>;
constexpr int kAround = 24;
constexpr double kHeadLength = 6, kHeadRadius = 2.4, kBallRadius = 2;
constexpr double kShaftRadius = 0.0045;  // of the diagonal of what is shown

struct ProfilePoint {
  double radius, z, share, normal_out, normal_up;
};

ArrowVertex turned(const ProfilePoint& p, int step) {
  const double angle = 2 * M_PI * step / kAround, c = std::cos(angle), s = std::sin(angle);
  auto f = [](double x) { return static_cast<float>(x); };
  return {f(p.radius * c),     f(p.radius * s),     f(p.z),        f(p.share),
          f(p.normal_out * c), f(p.normal_out * s), f(p.normal_up)};
}

// The band that two points of a profile sweep around z.
void add_band(const ProfilePoint& lower, const ProfilePoint& upper, std::vector<ArrowVertex>& vertices) {
  for (int i = 0; i < kAround; ++i)
    for (const auto& [point, step] :
         {std::pair{&lower, i}, {&lower, i + 1}, {&upper, i}, {&upper, i}, {&lower, i + 1}, {&upper, i + 1}})
      vertices.push_back(turned(*point, step));
}

std::vector<ArrowVertex> arrow_mesh() {
  std::vector<ArrowVertex> vertices;
  add_band({1, 0, 0, 1, 0}, {1, 0, 1, 1, 0}, vertices);
  add_band({1, 0, 1, 0, -1}, {kHeadRadius, 0, 1, 0, -1}, vertices);
  const double slant = std::hypot(kHeadLength, kHeadRadius);
  const double out = kHeadLength / slant, up = kHeadRadius / slant;
  add_band({kHeadRadius, 0, 1, out, up}, {0, kHeadLength, 1, out, up}, vertices);
  constexpr int kRings = kAround / 2;
  auto on_ball = [](int ring) {
    const double angle = M_PI * (static_cast<double>(ring) / kRings - 0.5);
    return ProfilePoint{kBallRadius * std::cos(angle), kBallRadius * std::sin(angle), -1, std::cos(angle),
                        std::sin(angle)};
  };
  for (int ring = 0; ring < kRings; ++ring) add_band(on_ball(ring), on_ball(ring + 1), vertices);
  return vertices;
}

std::array<float, 3> floats(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// Whether a load is directed at the middle of its body.
bool pushes(const ForceArrow& force, const Vec3& centre) {
  return force.kind == ForceArrow::Kind::kApplied && dot(force.force, force.at - centre) < 0;
}

}  // namespace

Vec3 force_colour(ForceArrow::Kind kind) {
  switch (kind) {
    case ForceArrow::Kind::kPull:
      return {0.05, 0.32, 0.85};
    case ForceArrow::Kind::kContact:
      return {0.05, 0.52, 0.25};
    default:
      return {0.80, 0.04, 0.22};
  }
}

ForceGlyphs::ForceGlyphs() {
  glBindVertexArray(vertex_array_.name());
  mesh_.send(arrow_mesh());
  auto attribute = [](GLuint at, int components, std::size_t stride, std::size_t offset, GLuint divisor) {
    glVertexAttribPointer(at, components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
    glEnableVertexAttribArray(at);
    glVertexAttribDivisor(at, divisor);
  };
  attribute(0, 4, sizeof(ArrowVertex), 0, 0);
  attribute(1, 3, sizeof(ArrowVertex), 4 * sizeof(float), 0);
  instances_.bind();
  attribute(2, 4, sizeof(Instance), offsetof(Instance, foot), 1);
  attribute(3, 3, sizeof(Instance), offsetof(Instance, direction), 1);
  attribute(4, 3, sizeof(Instance), offsetof(Instance, colour), 1);
}

void ForceGlyphs::take(const Frame& frame) {
  arrows_.clear();
  for (const BodyFrame& body : frame.bodies) {
    if (body.arrows.empty()) continue;
    const Vec3 centre = bounding_box(body.positions).center();
    for (const ForceArrow& force : body.arrows)
      if (is_finite(force.at) && std::isfinite(norm(force.force)))
        arrows_.push_back({force, pushes(force, centre)});
  }
}

void ForceGlyphs::draw(const DrawContext& context) {
  if (arrows_.empty()) return;
  // Obstacles may be far larger than the bodies that forces act on.
  const double size = (context.bodies.empty() ? context.stage : context.bodies).diagonal();
  double largest = 0;
  for (const Arrow& arrow : arrows_) largest = std::max(largest, norm(arrow.force.force));
  const double metres_per_newton = largest > 0 ? kLongest * size / largest : 0;
  std::vector<Instance> instances;
  for (const auto& [force, ends] : arrows_) {
    const double length = metres_per_newton * norm(force.force);
    const Vec3 foot = force.at - (ends ? length : 0) * normalized(force.force);
    const auto [x, y, z] = floats(foot - context.origin);
    instances.push_back({{x, y, z, static_cast<float>(length)},
                         floats(normalized(force.force)),
                         floats(force_colour(force.kind))});
  }
  glBindVertexArray(vertex_array_.name());
  instances_.send(instances);

  program_.use();
  context.apply(program_);
  program_.set("shaftRadius", static_cast<float>(kShaftRadius * size));
  program_.set("headLength", static_cast<float>(kHeadLength));
  auto draw_all = [&](float opacity) {
    program_.set("opacity", opacity);
    glDrawArraysInstanced(GL_TRIANGLES, 0, static_cast<GLsizei>(mesh_.size()), count());
  };
  // First what is hidden, faintly; then what is not.
  set_blended(false);
  glDepthFunc(GL_GREATER);
  draw_all(0.4f);
  set_opaque();
  draw_all(1.0f);
}

}  // namespace sinew
