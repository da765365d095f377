#include "mesh/weld.h"

#include <bit>
#include <cstdint>

namespace sinew {

namespace {

std::uint64_t hash_of(const Vec3& p) {
  std::uint64_t hash = 0;
  for (int axis = 0; axis < 3; ++axis) {
    // Adding zero turns -0 into 0.
    hash = (hash ^ std::bit_cast<std::uint64_t>(p[axis] + 0.0)) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32U;
  }
  return hash;
}

}  // namespace

// A table with open addressing, half full at most: about three times as fast here as std::unordered_map, and
// its order is never looked at.
std::vector<Index> position_numbers(std::span<const Vec3> points) {
  std::vector<Index> numbers(points.size());
  const std::size_t mask = std::bit_ceil(2 * points.size() + 2) - 1;
  std::vector<Index> slots(mask + 1, -1);  // the first point with that position
  Index count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::size_t slot = hash_of(points[i]) & mask;
    while (slots[slot] >= 0 && !(points[slots[slot]] == points[i])) slot = (slot + 1) & mask;
    if (slots[slot] < 0) {
      slots[slot] = static_cast<Index>(i);
      numbers[i] = count++;
    } else {
      numbers[i] = numbers[slots[slot]];
    }
  }
  return numbers;
}

Index weld_equal_positions(SurfaceMesh& mesh) {
  const std::vector<Index> numbers = position_numbers(mesh.positions);
  Index kept = 0;
  for (Index v = 0; v < mesh.vertex_count(); ++v)
    if (numbers[v] == kept) mesh.positions[kept++] = mesh.positions[v];
  const Index dropped = mesh.vertex_count() - kept;
  mesh.positions.resize(kept);
  for (Triangle& t : mesh.triangles)
    for (Index& v : t) v = numbers[v];
  return dropped;
}

}  // namespace sinew
