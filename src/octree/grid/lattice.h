#pragma once

#include <array>
#include <cstdint>

#include "sinew/base/geometry.h"

namespace sinew {

// Location coordinates in fixed point: whole numbers of voxels along each axis ([Seiler11, sec. 4.1]). A
// voxel is a cube of the finest resolution, named by its lower corner. A cell of level s is a cube of 2^s
// voxels along each side, with its lower corner at multiples of that. Bricks are cubes of 8 x 8 x 8 voxels;
// no cell is larger.
inline constexpr int kBrickLevel = 3;
inline constexpr int kBrickSide = 1 << kBrickLevel;
inline constexpr int kBrickVoxels = kBrickSide * kBrickSide * kBrickSide;

struct LatticePoint {
  std::int32_t x = 0, y = 0, z = 0;

  std::int32_t& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  std::int32_t operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  bool operator==(const LatticePoint&) const = default;
};

inline LatticePoint operator+(const LatticePoint& a, const LatticePoint& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline LatticePoint operator-(const LatticePoint& a, const LatticePoint& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline LatticePoint operator*(std::int32_t s, const LatticePoint& a) { return {s * a.x, s * a.y, s * a.z}; }
// Halves each coordinate this many times, rounding down.
inline LatticePoint operator>>(const LatticePoint& a, int times) {
  return {a.x >> times, a.y >> times, a.z >> times};
}

inline LatticePoint unit_step(int axis) { return {axis == 0, axis == 1, axis == 2}; }

// Corner i of a cube, 0 to 7: bit 0 is set if it is the upper one along x, bit 1 along y, bit 2 along z.
inline LatticePoint corner_offset(int i) { return {i & 1, i >> 1 & 1, i >> 2 & 1}; }

// The position along the Morton curve of a point with coordinates in [0, 2^21).
std::uint64_t morton_code(const LatticePoint& p);

// The place of the lattice in space, at rest.
struct Lattice {
  Vec3 origin;                           // of lattice point (0, 0, 0), m
  double spacing = 1;                    // side of a voxel, m
  std::array<std::int32_t, 3> counts{};  // voxels along each axis, multiples of kBrickSide
  bool operator==(const Lattice&) const = default;

  Vec3 point(const LatticePoint& p) const {
    return origin +
           spacing * Vec3{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
  }
  Vec3 voxel_centre(const LatticePoint& voxel) const {
    return origin + spacing * Vec3{voxel.x + 0.5, voxel.y + 0.5, voxel.z + 0.5};
  }
};

}  // namespace sinew
