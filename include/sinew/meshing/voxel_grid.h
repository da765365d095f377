#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

class SignedDistance;  // sinew/meshing/signed_distance.h

// The sample positions of a regular grid: sample (i, j, k) is at origin + spacing (i, j, k), x fastest.
struct GridFrame {
  Vec3 origin;
  double spacing = 1;
  std::array<Index, 3> counts{0, 0, 0};

  // The position of a sample, and its index in an array.
  Vec3 point(Index i, Index j, Index k) const {
    return origin + spacing * Vec3{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
  }
  std::size_t index(Index i, Index j, Index k) const {
    return i + std::size_t(counts[0]) * (j + std::size_t(counts[1]) * k);
  }
  std::size_t sample_count() const { return std::size_t(counts[0]) * counts[1] * counts[2]; }
};

// Cubes with their centres at the frame's samples; 1 if the centre is inside the solid.
struct VoxelGrid {
  GridFrame frame;
  std::vector<std::uint8_t> inside;

  // How many cubes are inside, and what they measure together, in cubed units of the frame.
  std::size_t inside_count() const;
  double volume() const {
    return static_cast<double>(inside_count()) * frame.spacing * frame.spacing * frame.spacing;
  }
};

// Cubes that cover the box, `resolution` of them along its longest side.
GridFrame voxel_frame(const Box3& box, Index resolution);

// Cubes of the given side (m) that cover it, as many along each axis as it takes.
GridFrame spaced_frame(const Box3& box, double spacing);

// Inside or outside for every sample, by the winding number, a block at a time: blocks far from the surface
// are decided by their centre. Correct for any surface.
VoxelGrid voxelize_by_winding(const SignedDistance& solid, const GridFrame& frame);

// The same by counting signed crossings along rows of samples; exact and many times faster, but only for a
// closed surface (SignedDistance::closed); throws Error otherwise. A sample exactly on the surface may be
// inside or outside.
VoxelGrid voxelize_by_rows(const SurfaceMesh& surface, const GridFrame& frame);

// Uses the faster of the two that is correct for this surface.
VoxelGrid voxelize(const SurfaceMesh& surface, const SignedDistance& solid, const GridFrame& frame);

// Whether each of many points is inside, in parallel.
std::vector<std::uint8_t> inside_points(const SignedDistance& solid, std::span<const Vec3> points);

// The inside voxels as hexahedra over shared nodes.
VolumeMesh hexahedra(const VoxelGrid& grid);

}  // namespace sinew
