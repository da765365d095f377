#include "octree/vertices.h"

#include <algorithm>
#include <bit>

#include "base/parallel.h"

namespace sinew {

// Points are visited by bricks of 8 x 8 x 8 of them, plane by plane: bit x + 8 y of a word stands for one
// point of a plane, and the eight octants of a point are the voxels that touch it.
//
//       octant 2 | octant 3        A word of octant i holds what is known of the voxels point - (1, 1, 1) +
//       ---------p---------        corner_offset(i): that is a plane of voxels, moved up by one voxel along
//       octant 0 | octant 1        the axes that i has no bit of.

namespace {

constexpr Index kBricks = 64;  // of a parallel chunk
constexpr LatticePoint kOnes{1, 1, 1};

using OctantWords = std::array<std::uint64_t, 8>;
using Plane = std::array<OctantWords, 7>;  // of the fields below
enum Field {
  kInside,
  kJoinedX,
  kJoinedY,
  kJoinedZ,
  kAbove0,
  kAbove1,
  kAbove2
};  // kAbove: cells of a higher
    // level than that

// Per brick: voxels of cells above level 0, 1 and 2.
using LevelBits = std::array<BrickBits, 3>;

std::vector<LevelBits> level_bits(const LinkedVoxels& voxels, const Cells& cells) {
  std::vector<LevelBits> bits(voxels.bricks().size(), LevelBits{});
  parallel_for(static_cast<Index>(bits.size()), kBricks, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b)
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

// A brick of points, and the eight bricks of voxels that touch it: bricks[i] at place - (1, 1, 1) +
// corner_offset(i), or -1.
struct PointBrick {
  LatticePoint place;
  std::array<Index, 8> bricks;
};

std::vector<PointBrick> point_bricks(const LinkedVoxels& voxels) {
  std::vector<PointBrick> found;
  found.reserve(2 * voxels.bricks().size());
  for (const Brick& brick : voxels.bricks())
    for (int i = 0; i < 8; ++i) {
      PointBrick points{brick.place + corner_offset(i), {}};
      for (int k = 0; k < 8; ++k) points.bricks[k] = voxels.brick_at(points.place - kOnes + corner_offset(k));
      const Index first =
          *std::find_if(points.bricks.begin(), points.bricks.end(), [](Index b) { return b >= 0; });
      if (voxels.bricks()[first].place == brick.place) found.push_back(points);
    }
  std::sort(found.begin(), found.end(), [](const PointBrick& a, const PointBrick& b) {
    return morton_code(a.place) < morton_code(b.place);
  });
  return found;
}

// The octant words of one field on plane z, where word(b, z) is a plane of it in brick b.
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

Plane plane_of(const LinkedVoxels& voxels, const std::vector<LevelBits>& levels, const PointBrick& points,
               int z) {
  Plane plane;
  const std::vector<Brick>& bricks = voxels.bricks();
  plane[kInside] = octant_words(points, z, [&](Index b, int k) { return bricks[b].inside[k]; });
  for (int i = 0; i < 3; ++i) {
    plane[kJoinedX + i] = octant_words(points, z, [&](Index b, int k) { return bricks[b].joined[i][k]; });
    plane[kAbove0 + i] = octant_words(points, z, [&](Index b, int k) { return levels[b][i][k]; });
  }
  return plane;
}

// Points of plane z that are corners of cells up to level t, and of no larger ones.
std::uint64_t aligned(int z, int t) {
  constexpr std::array<std::uint64_t, 4> kMultiples{~std::uint64_t(0), 0x0055005500550055, 0x0000001100000011,
                                                    1};
  const auto multiples = [&](int k) { return (z & ((1 << k) - 1)) != 0 ? 0 : kMultiples[k]; };
  return multiples(t) & ~(t < 3 ? multiples(t + 1) : 0);
}

std::uint64_t all_of(const OctantWords& w) { return w[0] & w[1] & w[2] & w[3] & w[4] & w[5] & w[6] & w[7]; }
std::uint64_t any_of(const OctantWords& w) { return w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]; }

// What points there are on a plane: of one vertex and all eight octants, an unknown or one that hangs, and
// others, to be looked at one by one.
struct PointKinds {
  std::uint64_t unknown = 0, hanging = 0, other = 0;
};

PointKinds kinds_of(const Plane& plane, int z) {
  const OctantWords &x = plane[kJoinedX], &y = plane[kJoinedY], &up = plane[kJoinedZ];
  const std::uint64_t whole =
      x[0] & x[2] & x[4] & x[6] & y[0] & y[1] & y[4] & y[5] & up[0] & up[1] & up[2] & up[3];
  PointKinds kinds;
  for (int t = 0; t <= 3; ++t) {
    const std::uint64_t points = whole & aligned(z, t);
    const std::uint64_t all_larger = t < 3 ? all_of(plane[kAbove0 + t]) : 0;
    const std::uint64_t any_larger = t < 3 ? any_of(plane[kAbove0 + t]) : 0;
    kinds.unknown |= points & ~any_larger;
    kinds.hanging |= points & any_larger & ~all_larger;
  }
  kinds.other = any_of(plane[kInside]) & ~whole;
  return kinds;
}

unsigned octants_at(const OctantWords& words, int bit) {
  unsigned octants = 0;
  for (unsigned i = 0; i < 8; ++i) octants |= static_cast<unsigned>(words[i] >> bit & 1) << i;
  return octants;
}

// How many times a coordinate can be halved, up to that of a brick.
int alignment(const LatticePoint& p) {
  return std::countr_zero(static_cast<unsigned>(p.x | p.y | p.z | kBrickSide));
}

// Calls visit(octants, larger) for each vertex at a point: the set of its octants, and those among them whose
// cells are too large to have a corner here.
template <typename Visit>
void for_each_vertex_at(const Plane& plane, const LatticePoint& point, Visit&& visit) {
  const int bit = (point.x & 7) + 8 * (point.y & 7), t = alignment(point);
  const unsigned x = octants_at(plane[kJoinedX], bit) & 0x55, y = octants_at(plane[kJoinedY], bit) & 0x33,
                 z = octants_at(plane[kJoinedZ], bit) & 0x0f;
  const unsigned larger = t < 3 ? octants_at(plane[kAbove0 + t], bit) : 0;
  unsigned left = octants_at(plane[kInside], bit);
  while (left != 0) {
    unsigned octants = left & (~left + 1), before = 0;
    while (octants != before) {
      before = octants;
      octants |= (octants & x) << 1 | (octants >> 1 & x);
      octants |= (octants & y) << 2 | (octants >> 2 & y);
      octants |= (octants & z) << 4 | (octants >> 4 & z);
    }
    left &= ~octants;
    if ((octants & ~larger) != 0) visit(octants, octants & larger);
  }
}

// A word per block of 4 x 4 x 4 points, and in it a bit per point, both along the Morton curve.
OctantWords along_curve(const std::array<std::uint64_t, 8>& planes) {
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

LatticePoint point_along_curve(int word, int bit) {
  const auto axis = [&](int a) { return (bit >> a & 1) | (bit >> (3 + a) & 1) << 1 | (word >> a & 1) << 2; };
  return {axis(0), axis(1), axis(2)};
}

// Calls visit(point, octants, larger) for every vertex of a brick of points, in their order.
template <typename Visit>
void for_each_vertex(const LinkedVoxels& voxels, const std::vector<LevelBits>& levels,
                     const PointBrick& points, Visit&& visit) {
  std::array<Plane, kBrickSide> planes;
  std::array<std::uint64_t, kBrickSide> unknown, hanging, other;
  for (int z = 0; z < kBrickSide; ++z) {
    planes[z] = plane_of(voxels, levels, points, z);
    const PointKinds kinds = kinds_of(planes[z], z);
    unknown[z] = kinds.unknown, hanging[z] = kinds.hanging, other[z] = kinds.other;
  }
  const OctantWords of_unknown = along_curve(unknown), of_hanging = along_curve(hanging),
                    of_other = along_curve(other);
  for (int word = 0; word < 8; ++word)
    for (std::uint64_t left = of_unknown[word] | of_hanging[word] | of_other[word]; left != 0;
         left &= left - 1) {
      const int bit = std::countr_zero(left);
      const LatticePoint p = point_along_curve(word, bit);
      const LatticePoint point = kBrickSide * points.place + p;
      if (of_unknown[word] >> bit & 1)
        visit(point, 0xffU, 0U);
      else
        for_each_vertex_at(planes[p.z], p,
                           [&](unsigned octants, unsigned larger) { visit(point, octants, larger); });
    }
}

// What a hanging vertex follows: some corners of a cell, a bit each.
struct Followed {
  Index cell;
  std::uint8_t corners, count;
};

// The corners of a cell that a point in the middle of its edge or face lies between.
Followed corners_around(Index cell, const CellPlace& place, const LatticePoint& point) {
  constexpr std::array<unsigned, 3> kLower{0x55, 0x33, 0x0f};
  const LatticePoint inner = point - place.lower();
  unsigned corners = 0xff, count = 8;
  for (int axis = 0; axis < 3; ++axis) {
    const bool below = inner[axis] == 0, above = inner[axis] == place.side();
    if (below || above) corners &= below ? kLower[axis] : ~kLower[axis], count /= 2;
  }
  return {cell, static_cast<std::uint8_t>(corners), static_cast<std::uint8_t>(count)};
}

struct Counts {
  Index unknowns = 0, hanging = 0;
};

class VertexMaker {
 public:
  VertexMaker(const LinkedVoxels& voxels, const Cells& cells)
      : voxels_(voxels), cells_(cells), levels_(level_bits(voxels, cells)), bricks_(point_bricks(voxels)) {}

  Vertices make() {
    const std::vector<Counts> start = count();
    vertices_.unknowns = start.back().unknowns;
    vertices_.points.resize(start.back().unknowns + start.back().hanging);
    vertices_.corners.resize(cells_.count());
    followed_.resize(start.back().hanging);
    parallel_for(brick_count(), kBricks, [&](Index begin, Index end) {
      for (Index b = begin; b < end; ++b) number(bricks_[b], start[b]);
    });
    write_rows();
    return std::move(vertices_);
  }

 private:
  Index brick_count() const { return static_cast<Index>(bricks_.size()); }

  std::vector<Counts> count() const {
    std::vector<Counts> start(bricks_.size() + 1);
    parallel_for(brick_count(), kBricks, [&](Index begin, Index end) {
      for (Index b = begin; b < end; ++b)
        for_each_vertex(voxels_, levels_, bricks_[b], [&](const LatticePoint&, unsigned, unsigned larger) {
          ++(larger == 0 ? start[b + 1].unknowns : start[b + 1].hanging);
        });
    });
    for (std::size_t b = 1; b < start.size(); ++b) {
      start[b].unknowns += start[b - 1].unknowns;
      start[b].hanging += start[b - 1].hanging;
    }
    return start;
  }

  void number(const PointBrick& points, Counts next) {
    for_each_vertex(
        voxels_, levels_, points, [&](const LatticePoint& point, unsigned octants, unsigned larger) {
          const Index vertex = larger == 0 ? next.unknowns++ : vertices_.unknowns + next.hanging++;
          vertices_.points[vertex] = point;
          for (unsigned left = octants & ~larger; left != 0; left &= left - 1) {
            const int octant = std::countr_zero(left);
            vertices_.corners[cell_at(points, point, octant)][7 ^ octant] = vertex;
          }
          if (larger != 0) {
            const Index cell = cell_at(points, point, std::countr_zero(larger));
            followed_[vertex - vertices_.unknowns] = corners_around(cell, cells_.places[cell], point);
          }
        });
  }

  Index cell_at(const PointBrick& points, const LatticePoint& point, int octant) const {
    const LatticePoint voxel = point - kOnes + corner_offset(octant);
    const LatticePoint brick = (voxel >> kBrickLevel) - points.place + kOnes;
    const Index b = points.bricks[brick.x + 2 * brick.y + 4 * brick.z];
    return cells_.brick_start[b] + cells_.in_brick[b][(voxel.x & 7) + 8 * (voxel.y & 7) + 64 * (voxel.z & 7)];
  }

  void write_rows() {
    const Index rows = static_cast<Index>(followed_.size());
    vertices_.row_start.assign(rows + 1, 0);
    for (Index k = 0; k < rows; ++k) vertices_.row_start[k + 1] = vertices_.row_start[k] + followed_[k].count;
    vertices_.row_vertex.resize(vertices_.row_start[rows]);
    vertices_.row_weight.resize(vertices_.row_start[rows]);
    parallel_for(rows, 4096, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        Index place = vertices_.row_start[k];
        const float weight = 1.0F / static_cast<float>(followed_[k].count);
        for (unsigned left = followed_[k].corners; left != 0; left &= left - 1, ++place) {
          vertices_.row_vertex[place] = vertices_.corners[followed_[k].cell][std::countr_zero(left)];
          vertices_.row_weight[place] = weight;
        }
      }
    });
  }

  const LinkedVoxels& voxels_;
  const Cells& cells_;
  const std::vector<LevelBits> levels_;
  const std::vector<PointBrick> bricks_;
  Vertices vertices_;
  std::vector<Followed> followed_;
};

// The vertex that a hanging one follows and that lies at a point.
Index followed_at(const Vertices& vertices, Index hanging, const LatticePoint& point) {
  Index place = vertices.row_start[hanging - vertices.unknowns];
  while (vertices.points[vertices.row_vertex[place]] != point) ++place;
  return vertices.row_vertex[place];
}

}  // namespace

Vertices make_vertices(const LinkedVoxels& voxels, const Cells& cells) {
  return VertexMaker(voxels, cells).make();
}

std::vector<CellUnknowns> cell_unknowns(const Cells& cells, const Vertices& vertices) {
  std::vector<CellUnknowns> unknowns(cells.count());
  parallel_for(cells.count(), 4096, [&](Index begin, Index end) {
    for (Index c = begin; c < end; ++c)
      for (int i = 0; i < 8; ++i) {
        const Index vertex = vertices.corners[c][i];
        unknowns[c].vertex[i] = vertex;
        if (!vertices.hangs(vertex)) continue;
        unknowns[c].hanging |= static_cast<std::uint8_t>(1 << i);
        unknowns[c].vertex[i] = followed_at(vertices, vertex, cells.places[c].parent().corner(i));
      }
  });
  return unknowns;
}

CornerWeights corner_weights(int octant, unsigned hanging) {
  CornerWeights weights{};
  for (int i = 0; i < 8; ++i) {
    const unsigned between = static_cast<unsigned>(octant ^ i);
    if (!(hanging >> i & 1)) {
      weights[i][i] = 1;
      continue;
    }
    for (int k = 0; k < 8; ++k)
      if ((static_cast<unsigned>(octant ^ k) & ~between) == 0)
        weights[i][k] = 1.0F / static_cast<float>(1 << std::popcount(between));
  }
  return weights;
}

}  // namespace sinew
