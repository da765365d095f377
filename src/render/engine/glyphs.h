#pragma once

#include <span>
#include <vector>

#include "render/engine/draw_context.h"
#include "render/gl/sent_array.h"

namespace sinew {

// One small solid of revolution drawn many times: at places of its own, along directions of their own. Its mesh
// stands along z. A vertex is its place in radii of the shaft, from the foot or from the end of the shaft, the share
// of the shaft's length that is added to z (0 or 1; -1 for what keeps its size whatever the length), and its normal.
// What is inside of a body shines through it faintly.
class Glyphs {
 public:
  using Vertex = std::array<float, 7>;
  struct Instance {
    std::array<float, 4> foot;  // relative to the context's origin, and the length, m
    std::array<float, 3> direction, colour;
  };
  // A point of the profile that is turned about z, and its normal.
  struct ProfilePoint {
    double radius, z, share, normal_out, normal_up;
  };

  explicit Glyphs(const std::vector<Vertex>& mesh);
  // The radius of the shaft, m, and the length of the head, in these radii, by which the shaft is shorter.
  void draw(const DrawContext& context, std::span<const Instance> instances, double radius, double head);

  // Adds the band that two points of a profile sweep, and a ball about the foot.
  static void add_band(const ProfilePoint& lower, const ProfilePoint& upper, std::vector<Vertex>& vertices);
  static void add_ball(double radius, std::vector<Vertex>& vertices);
  static Instance instance(const DrawContext& context, const Vec3& foot, double length, const Vec3& direction,
                           const Vec3& colour);

 private:
  ShaderProgram program_{"arrow.vert", "arrow.frag"};
  GlVertexArray vertex_array_;
  SentBuffer<Vertex> mesh_{GL_ARRAY_BUFFER};
  SentBuffer<Instance> instances_{GL_ARRAY_BUFFER};
};

}  // namespace sinew
