#pragma once

#include "body/frame.h"

namespace sinew {

// A frame of one body whose nodes are the vertices of its surface.
inline Frame frame_of(SurfaceMesh surface, std::string name = "body") {
  auto topology = std::make_shared<FrameTopology>();
  topology->rest_positions = surface.positions;
  topology->triangles = surface.triangles;
  topology->bindings.per_point = 1;
  for (std::size_t v = 0; v < surface.positions.size(); ++v)
    topology->bindings.nodes.push_back(static_cast<Index>(v));
  topology->bindings.weights.assign(surface.positions.size(), 1);
  topology->surface = std::move(surface);
  BodyFrame body;
  body.body = std::move(name);
  body.positions = topology->rest_positions;
  body.velocities.resize(body.positions.size());
  body.topology = std::move(topology);
  Frame frame;
  frame.bodies.push_back(std::move(body));
  return frame;
}

// A square of side 2 about the centre, of two triangles whose common edge goes through it, facing +z.
inline SurfaceMesh square_at(const Vec3& centre) {
  SurfaceMesh mesh;
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
    mesh.positions.push_back(centre + Vec3{static_cast<double>(x), static_cast<double>(y), 0});
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

}  // namespace sinew
