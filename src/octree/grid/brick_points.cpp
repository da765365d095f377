#include "octree/grid/brick_points.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr LatticePoint kOneEach{1, 1, 1};

// The octant words of one property on plane z, where word(b, z) is a plane of it in brick b.
template <typename Word>
OctantWords octant_words(const PointBrick& points, int z, Word&& word) {
  constexpr std::uint64_t kFirstColumn = 0x0101010101010101;
  OctantWords octants;
  for (int up = 0; up < 8; up += 4) {
    const int layer = z - 1 + (up >> 2);
    const auto plane = [&](int xy) {
      const Index b = points.bricks[xy | (layer < 0 ? 0 : 4)];
      return b < 0 ? 0 : word(b, layer & 7);
    };
    const auto moved_along_x = [&](std::uint64_t here, std::uint64_t before) {
      return (here & ~(kFirstColumn << 7)) << 1 | (before >> 7 & kFirstColumn);
    };
    octants[up + 3] = plane(3);
    octants[up + 2] = moved_along_x(octants[up + 3], plane(2));
    octants[up + 1] = octants[up + 3] << 8 | plane(1) >> 56;
    octants[up] = octants[up + 2] << 8 | moved_along_x(plane(1), plane(0)) >> 56;
  }
  return octants;
}

PointPlane plane_of(const LinkedVoxels& voxels, const std::vector<LevelBits>& levels,
                    const PointBrick& points, int z) {
  PointPlane plane;
  const std::vector<Brick>& bricks = voxels.bricks();
  plane[kOctantInside] = octant_words(points, z, [&](Index b, int k) { return bricks[b].inside[k]; });
  for (int i = 0; i < 3; ++i) {
    plane[kOctantJoinedX + i] =
        octant_words(points, z, [&](Index b, int k) { return bricks[b].joined[i][k]; });
    plane[kOctantAbove0 + i] = octant_words(points, z, [&](Index b, int k) { return levels[b][i][k]; });
  }
  return plane;
}

// Points of plane z that are corners of cells up to level t, but not of larger ones.
std::uint64_t aligned(int z, int t) {
  constexpr std::array<std::uint64_t, 4> kMultiples{~std::uint64_t(0), 0x0055005500550055, 0x0000001100000011,
                                                    1};
  const auto multiples = [&](int k) { return (z & ((1 << k) - 1)) != 0 ? 0 : kMultiples[k]; };
  return multiples(t) & ~(t < 3 ? multiples(t + 1) : 0);
}

std::uint64_t all_of(const OctantWords& w) { return w[0] & w[1] & w[2] & w[3] & w[4] & w[5] & w[6] & w[7]; }
std::uint64_t any_of(const OctantWords& w) { return w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]; }

// Which points there are on a plane: those with a single vertex and all eight octants, which is an unknown or
// hangs, and the others, which must be visited one by one.
struct PointKinds {
  std::uint64_t unknown = 0, hanging = 0, other = 0;
};

PointKinds kinds_of(const PointPlane& plane, int z) {
  const OctantWords &x = plane[kOctantJoinedX], &y = plane[kOctantJoinedY], &up = plane[kOctantJoinedZ];
  const std::uint64_t whole =
      x[0] & x[2] & x[4] & x[6] & y[0] & y[1] & y[4] & y[5] & up[0] & up[1] & up[2] & up[3];
  PointKinds kinds;
  for (int t = 0; t <= 3; ++t) {
    const std::uint64_t points = whole & aligned(z, t);
    const std::uint64_t all_larger = t < 3 ? all_of(plane[kOctantAbove0 + t]) : 0;
    const std::uint64_t any_larger = t < 3 ? any_of(plane[kOctantAbove0 + t]) : 0;
    kinds.unknown |= points & ~any_larger;
    kinds.hanging |= points & any_larger & ~all_larger;
  }
  kinds.other = any_of(plane[kOctantInside]) & ~whole;
  return kinds;
}

}  // namespace

std::vector<LevelBits> level_bits(const LinkedVoxels& voxels, const Cells& cells) {
  std::vector<LevelBits> bits(voxels.bricks().size(), LevelBits{});
  parallel_for_each(bits.size(), 8, [&](Index b) {
    for (Index c = cells.brick_start[b]; c < cells.brick_start[b + 1]; ++c) {
      const CellPlace& place = cells.places[c];
      const std::uint64_t row = (std::uint64_t(1) << place.side()) - 1;
      for (int level = 0; level < place.level; ++level)
        for (int z = 0; z < place.side(); ++z)
          for (int y = 0; y < place.side(); ++y)
            bits[b][level][(place.z + z) & 7] |= row << (8 * ((place.y + y) & 7) + (place.x & 7));
    }
  });
  return bits;
}

std::vector<PointBrick> point_bricks(const LinkedVoxels& voxels) {
  // Mark the places, then sort them.
  const auto& counts = voxels.lattice().counts;
  const std::int64_t nx = counts[0] / kBrickSide + 1, ny = counts[1] / kBrickSide + 1;
  std::vector<char> marked(nx * ny * (counts[2] / kBrickSide + 1), 0);
  std::vector<std::pair<std::uint64_t, LatticePoint>> places;
  places.reserve(2 * voxels.bricks().size());
  for (const Brick& brick : voxels.bricks())
    for (int i = 0; i < 8; ++i) {
      const LatticePoint place = brick.place + corner_offset(i);
      char& mark = marked[place.x + nx * (place.y + ny * place.z)];
      if (mark == 0) places.emplace_back(morton_code(place), place);
      mark = 1;
    }
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.first < b.first; });

  std::vector<PointBrick> bricks(places.size());
  parallel_for_each(bricks.size(), 1024, [&](Index b) {
    bricks[b].place = places[b].second;
    for (int k = 0; k < 8; ++k)
      bricks[b].bricks[k] = voxels.brick_at(bricks[b].place - kOneEach + corner_offset(k));
  });
  return bricks;
}

BrickPoints points_of(const LinkedVoxels& voxels, const std::vector<LevelBits>& levels,
                      const PointBrick& brick) {
  BrickPoints points;
  for (int z = 0; z < kBrickSide; ++z) {
    points.planes[z] = plane_of(voxels, levels, brick, z);
    const PointKinds kinds = kinds_of(points.planes[z], z);
    points.unknown[z] = kinds.unknown, points.hanging[z] = kinds.hanging, points.other[z] = kinds.other;
  }
  return points;
}

VertexCounts count_vertices(const BrickPoints& points) {
  VertexCounts counts;
  for (int z = 0; z < kBrickSide; ++z) {
    counts.unknowns += std::popcount(points.unknown[z]);
    counts.hanging += std::popcount(points.hanging[z]);
    for (std::uint64_t left = points.other[z]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      for_each_vertex_at(points.planes[z], {bit & 7, bit >> 3, z}, [&](unsigned, unsigned larger) {
        ++(larger == 0 ? counts.unknowns : counts.hanging);
      });
    }
  }
  return counts;
}

OctantWords along_curve(const std::array<std::uint64_t, kBrickSide>& planes) {
  constexpr std::array<std::uint64_t, 4> kPlace{0, 2, 16, 18};
  OctantWords words{};
  for (int z = 0; z < 8; ++z)
    for (int y = 0; y < 8; ++y) {
      const std::uint64_t row = planes[z] >> (8 * y) & 0xff;
      const std::uint64_t shift = kPlace[y & 3] + 2 * kPlace[z & 3];
      const int word = 2 * (y >> 2) + 4 * (z >> 2);
      words[word] |= ((row & 3) | (row & 12) << 6) << shift;
      words[word + 1] |= ((row >> 4 & 3) | (row >> 4 & 12) << 6) << shift;
    }
  return words;
}

}  // namespace sinew
