#include "render/engine/glyphs.h"

#include <cmath>
#include <cstddef>

#include "render/engine/draw_state.h"

namespace sinew {

namespace {

constexpr int kAround = 24;

Glyphs::Vertex turned(const Glyphs::ProfilePoint& p, int step) {
  const double angle = 2 * M_PI * step / kAround, c = std::cos(angle), s = std::sin(angle);
  auto f = [](double x) { return static_cast<float>(x); };
  return {f(p.radius * c),     f(p.radius * s),     f(p.z),        f(p.share),
          f(p.normal_out * c), f(p.normal_out * s), f(p.normal_up)};
}

std::array<float, 3> floats(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

void Glyphs::add_band(const ProfilePoint& lower, const ProfilePoint& upper, std::vector<Vertex>& vertices) {
  for (int i = 0; i < kAround; ++i)
    for (const auto& [point, step] :
         {std::pair{&lower, i}, {&lower, i + 1}, {&upper, i}, {&upper, i}, {&lower, i + 1}, {&upper, i + 1}})
      vertices.push_back(turned(*point, step));
}

void Glyphs::add_ball(double radius, std::vector<Vertex>& vertices) {
  constexpr int kRings = kAround / 2;
  auto on_ball = [&](int ring) {
    const double angle = M_PI * (static_cast<double>(ring) / kRings - 0.5);
    return ProfilePoint{radius * std::cos(angle), radius * std::sin(angle), -1, std::cos(angle),
                        std::sin(angle)};
  };
  for (int ring = 0; ring < kRings; ++ring) add_band(on_ball(ring), on_ball(ring + 1), vertices);
}

Glyphs::Instance Glyphs::instance(const DrawContext& context, const Vec3& foot, double length,
                                  const Vec3& direction, const Vec3& colour) {
  const auto [x, y, z] = floats(foot - context.origin);
  return {{x, y, z, static_cast<float>(length)}, floats(direction), floats(colour)};
}

Glyphs::Glyphs(const std::vector<Vertex>& mesh) {
  glBindVertexArray(vertex_array_.name());
  mesh_.send(mesh);
  auto attribute = [](GLuint at, int components, std::size_t stride, std::size_t offset, GLuint divisor) {
    glVertexAttribPointer(at, components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
    glEnableVertexAttribArray(at);
    glVertexAttribDivisor(at, divisor);
  };
  attribute(0, 4, sizeof(Vertex), 0, 0);
  attribute(1, 3, sizeof(Vertex), 4 * sizeof(float), 0);
  instances_.bind();
  attribute(2, 4, sizeof(Instance), offsetof(Instance, foot), 1);
  attribute(3, 3, sizeof(Instance), offsetof(Instance, direction), 1);
  attribute(4, 3, sizeof(Instance), offsetof(Instance, colour), 1);
}

void Glyphs::draw(const DrawContext& context, std::span<const Instance> instances, double radius,
                  double head) {
  if (instances.empty()) return;
  glBindVertexArray(vertex_array_.name());
  instances_.send(instances);

  program_.use();
  context.apply(program_);
  program_.set("shaftRadius", static_cast<float>(radius));
  program_.set("headLength", static_cast<float>(head));
  auto draw_all = [&](float opacity) {
    program_.set("opacity", opacity);
    glDrawArraysInstanced(GL_TRIANGLES, 0, static_cast<GLsizei>(mesh_.size()),
                          static_cast<GLsizei>(instances.size()));
  };
  // First what is hidden, faintly; then what is not.
  set_blended(false);
  glDepthFunc(GL_GREATER);
  draw_all(0.4f);
  set_opaque();
  draw_all(1.0f);
}

}  // namespace sinew
