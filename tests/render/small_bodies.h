#pragma once

#include <array>
#include <functional>
#include <vector>

#include "embed/binding.h"
#include "render/frames.h"
#include "render/matrix4.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/render/camera.h"
#include "sinew/render/picture.h"

namespace sinew {

// The box [0, size] of tetrahedra, its nodes moved by `moved`, with its boundary for a surface.
inline BodyFrame box_body(
    const Vec3& size, const std::array<Index, 3>& cells,
    const std::function<Vec3(const Vec3&)>& moved = [](const Vec3& p) { return p; }) {
  const VolumeMesh box = box_mesh(size, cells);
  TopologyParts topology;
  topology.elements.rest_positions = box.positions;
  topology.elements.tetrahedra = box.tetrahedra;
  topology.surface.mesh = boundary_surface(box);
  topology.embedding = bind_to_tetrahedra(box, topology.surface.mesh.positions);
  BodyFrame body = at_rest(topology);
  for (Vec3& p : body.positions) p = moved(p);
  return body;
}

// n^3 cells of the unit cube.
inline FrameElements cells_of_a_cube(Index n) {
  FrameElements elements;
  const Index row = n + 1;
  for (Index i = 0; i < row * row * row; ++i)
    elements.rest_positions.push_back(Vec3{double(i % row), double(i / row % row), double(i / (row * row))} /
                                      double(n));
  auto at = [&](Index x, Index y, Index z) { return x + row * (y + row * z); };
  for (Index c = 0; c < n * n * n; ++c) {
    const Index x = c % n, y = c / n % n, z = c / (n * n);
    elements.hexahedra.push_back({at(x, y, z), at(x + 1, y, z), at(x + 1, y + 1, z), at(x, y + 1, z),
                                  at(x, y, z + 1), at(x + 1, y, z + 1), at(x + 1, y + 1, z + 1),
                                  at(x, y + 1, z + 1)});
  }
  return elements;
}

inline Vec3 pixel(const Picture& picture, int x, int y) {
  const std::size_t at = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                              static_cast<std::size_t>(x));
  return Vec3{double(picture.rgb[at]), double(picture.rgb[at + 1]), double(picture.rgb[at + 2])} / 255;
}

// The pixel that shows a point of the world.
inline std::array<int, 2> pixel_of(const Camera& camera, const Picture& picture, const Vec3& p) {
  const double aspect = static_cast<double>(picture.width) / picture.height;
  Box3 around;
  around.extend(p);
  const Vec3 seen = transform_point(camera.projection(aspect, around) * camera.view(), p - camera.target);
  return {static_cast<int>((seen.x + 1) / 2 * picture.width),
          static_cast<int>((1 - seen.y) / 2 * picture.height)};
}
inline Vec3 colour_at_point(const Camera& camera, const Picture& picture, const Vec3& p) {
  const auto [x, y] = pixel_of(camera, picture, p);
  return pixel(picture, x, y);
}

// The pixels that differ.
inline std::vector<std::array<int, 2>> changed_pixels(const Picture& a, const Picture& b,
                                                      double tolerance = 0.02) {
  std::vector<std::array<int, 2>> changed;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      if (norm(pixel(a, x, y) - pixel(b, x, y)) > tolerance) changed.push_back({x, y});
  return changed;
}

}  // namespace sinew
