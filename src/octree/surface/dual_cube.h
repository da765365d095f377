#pragma once

#include <span>

#include "octree/surface/dual_loop.h"

namespace sinew {

// The splitting-cubes surface in one cube of the dual grid [Dick11, sec. 7].
//
// The segments of its six faces (dual_face.h) form closed loops (dual_loop.h). A loop is filled by a fan around
// a point in the cube where the planes of its vertices meet or, if it is flat, around one of its own vertices.
// Both cubes beside a face see the same segments, so every edge of the surface has two triangles, consistently
// oriented. Every triangle has the vertex of its fan first.

// Vertices are named as corners of loops are, and kOwnPoint + i in the cube.
struct CubeSurface {
  static constexpr int kOwnPoint = 48;
  struct Point {
    Vec3 at, safe;  // in voxels from the cube's lowest corner; the latter within it (safe_places.h)
    int slot = 0;   // 2 * link + end: the nearest of the voxels that the loop goes around
  };
  int point_count = 0;
  std::array<Point, 8> points;
  int triangle_count = 0;
  std::array<std::array<std::uint8_t, 3>, 48> triangles;
  std::array<std::int32_t, 48> cuts;
};

// The loops of one cube, and how they are filled.
class CubeFiller {
 public:
  void fill(const DualCube& cube, CubeSurface& surface);

 private:
  struct Fan {
    DualLoop loop;
    int apex = -1;  // the corner around which it is filled; -1: its own point
    Vec3 at, safe;  // of the latter
  };

  void trace(const DualCube& cube);
  void set_safe_points();
  Vec3 middle() const;
  void move_aside();
  bool are_apart() const;
  static bool safe_triangle(const Fan& fan, int k, std::array<const Vec3*, 3>& triangle);
  static bool cross(const Fan& one, const Fan& other);
  static void add_to(CubeSurface& surface, const Fan& fan);

  std::span<Fan> fans() { return {fans_.data(), static_cast<std::size_t>(count_)}; }
  std::span<const Fan> fans() const { return {fans_.data(), static_cast<std::size_t>(count_)}; }

  int count_ = 0;
  std::array<Fan, 8> fans_;
};

}  // namespace sinew
