#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "haptics/local_response.h"
#include "sinew/body/body.h"
#include "sinew/body/frame.h"

namespace sinew {

// The surface of a body as frames show it, with what is needed to find the part of it near a tool. What does not
// change from frame to frame is made again only if the topology does.
class FeltSurface {
 public:
  // Where the surface is now.
  void take(const BodyFrame& frame);

  // Changes with the triangles.
  std::uint64_t number() const { return number_; }
  bool is_empty() const { return triangles().empty(); }
  bool has(const SurfacePoint& point) const;
  Vec3 place(const SurfacePoint& point) const { return at(point, triangles(), positions_); }
  // The nearest vertex, as a point of a triangle that has it, by a search through all vertices.
  SurfacePoint nearest_vertex(const Vec3& tool) const;

  // The part of the surface that is connected to the point within this distance of it, at most as much as a servo
  // takes. Sets positions, rest, triangles and on_surface, and connects them.
  void cut_out(const SurfacePoint& point, double radius, LocalResponse& response) const;
  // A pull at the point, spread over what is connected to it within this radius at rest, and at least over the
  // triangle: the weights fall smoothly to 0, and depend on the point alone.
  Pull patch_at(const SurfacePoint& point, double radius, std::span<const Vec3> nodes) const;

 private:
  const std::vector<Triangle>& triangles() const;
  void connect_triangles();
  template <typename Visit>
  void spread_from(const SurfacePoint& point, const std::vector<Vec3>& positions, double radius,
                   Visit&& visit) const;

  FrameTopology topology_;
  std::shared_ptr<const Embedding> in_nodes_;
  std::uint64_t number_ = 0;
  std::vector<Index> first_, around_;  // the triangles around each vertex
  std::vector<Vec3> positions_;
  mutable std::vector<std::int64_t> visited_;  // per triangle: in which search, to save clearing
  mutable std::int64_t search_ = 0;
};

}  // namespace sinew
