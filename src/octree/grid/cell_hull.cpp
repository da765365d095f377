#include "octree/grid/cell_hull.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kHullBricks = 8;  // per parallel chunk
constexpr LatticePoint kOneEach{1, 1, 1};

// The part of a face that two cells have in common, by the links through it.
struct Square {
  LatticePoint lower;  // the lowest of their lower ends
  std::int32_t side;
  int axis;
};

template <typename Visit>
void for_each_link(const Square& square, Visit&& visit) {
  const LatticePoint u = unit_step((square.axis + 1) % 3), v = unit_step((square.axis + 2) % 3);
  for (std::int32_t i = 0; i < square.side; ++i)
    for (std::int32_t j = 0; j < square.side; ++j) visit(square.lower + i * u + j * v);
}

class HullMaker {
 public:
  HullMaker(const LinkedVoxels& voxels, const Cells& cells)
      : voxels_(voxels), cells_(cells), bricks_(voxels.bricks()), open_(bricks_.size()) {}

  std::optional<LinkedVoxels> make() {
    parallel_for_each(bricks_.size(), kHullBricks, [&](Index b) { fill(b); });
    if (bricks_ == voxels_.bricks()) return {};
    parallel_for_each(bricks_.size(), kHullBricks, [&](Index b) { join_faces(b); });
    join_connected();
    return voxels_.with(std::move(bricks_));
  }

 private:
  template <typename Visit>
  void for_each_large(Index b, Visit&& visit) const {
    for (Index c = cells_.brick_start[b]; c < cells_.brick_start[b + 1]; ++c)
      if (cells_.places[c].level > 0) visit(c, cells_.places[c]);
  }

  void fill(Index b) {
    Brick& brick = bricks_[b];
    for_each_large(b, [&](Index, const CellPlace& place) {
      BrickBits block{};
      const std::uint64_t row = (std::uint64_t(1) << place.side()) - 1;
      for (int z = place.z & 7; z < (place.z & 7) + place.side(); ++z)
        for (int y = place.y & 7; y < (place.y & 7) + place.side(); ++y)
          block[z] |= row << (8 * y + (place.x & 7));
      brick.inside = brick.inside | block;
      for (int axis = 0; axis < 3; ++axis)
        brick.joined[axis] = brick.joined[axis] | (block & bits_above(block, kNoBits, axis));
    });
  }

  // Each face is that of the cell below it.
  void join_faces(Index b) {
    for_each_large(b, [&](Index, const CellPlace& place) {
      for (int axis = 0; axis < 3; ++axis) {
        const Square face{place.lower() + (place.side() - 1) * unit_step(axis), place.side(), axis};
        for_each_link(face, [&](const LatticePoint& link) {
          const Index above = cells_.at(voxels_, link + unit_step(axis));
          if (above < 0) return;
          const CellPlace& other = cells_.places[above];
          const Square square{link, std::min(place.side(), other.side()), axis};
          if (!starts(square, place.lower())) return;
          bool joined = false;
          for_each_link(square, [&](const LatticePoint& at) {
            joined = joined || has_bit(voxels_.bricks()[b].joined[axis], at);
          });
          if (joined)
            join(square);
          else if (other.side() != place.side())
            open_[b].push_back(square);
        });
      }
    });
    // Links of voxels to larger cells are those of the voxels.
    for (Index c = cells_.brick_start[b]; c < cells_.brick_start[b + 1]; ++c) {
      const CellPlace& place = cells_.places[c];
      if (place.level > 0) continue;
      for (int axis = 0; axis < 3; ++axis) {
        const Index above = cells_.at(voxels_, place.lower() + unit_step(axis));
        if (above >= 0 && cells_.places[above].level > 0 && !has_bit(bricks_[b].joined[axis], place.lower()))
          open_[b].push_back({place.lower(), 1, axis});
      }
    }
  }

  static bool starts(const Square& square, const LatticePoint& lower) {
    const LatticePoint inner = square.lower - lower;
    return inner[(square.axis + 1) % 3] % square.side == 0 && inner[(square.axis + 2) % 3] % square.side == 0;
  }

  void join(const Square& square) {
    Brick& brick = bricks_[voxels_.brick_at(square.lower >> kBrickLevel)];
    for_each_link(square, [&](const LatticePoint& at) { set_bit(brick.joined[square.axis], at); });
  }

  bool joined(const LatticePoint& voxel, int axis) const {
    const Index b = voxels_.brick_at(voxel >> kBrickLevel);
    return b >= 0 && has_bit(bricks_[b].joined[axis], voxel);
  }

  void join_connected() {
    for (bool changes = true; changes;) {
      changes = false;
      for (std::vector<Square>& squares : open_)
        std::erase_if(squares, [&](const Square& square) {
          if (!is_connected_around(square)) return false;
          join(square);
          return changes = true;
        });
    }
  }

  // Whether both sides of a square share the vertex at one of its corners already.
  bool is_connected_around(const Square& square) const {
    const int axis = square.axis, u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int i = 0; i < 4; ++i) {
      LatticePoint link = square.lower, corner = square.lower + unit_step(axis);
      if ((i & 1) != 0) link[u] += square.side - 1, corner[u] += square.side;
      if ((i & 2) != 0) link[v] += square.side - 1, corner[v] += square.side;
      if (meet_at(corner, octant_of(link, corner), octant_of(link + unit_step(axis), corner))) return true;
    }
    return false;
  }

  static int octant_of(const LatticePoint& voxel, const LatticePoint& point) {
    const LatticePoint d = voxel - point + kOneEach;
    return d.x + 2 * d.y + 4 * d.z;
  }

  bool meet_at(const LatticePoint& point, int from, int to) const {
    unsigned octants = 1U << from, before = 0;
    while (octants != before) {
      before = octants;
      for (int i = 0; i < 8; ++i)
        for (int axis = 0; axis < 3; ++axis) {
          const int above = i | 1 << axis;
          if (above == i || ((octants >> i ^ octants >> above) & 1) == 0) continue;
          if (joined(point - kOneEach + corner_offset(i), axis)) octants |= 1U << i | 1U << above;
        }
    }
    return (octants >> to & 1) != 0;
  }

  const LinkedVoxels& voxels_;
  const Cells& cells_;
  std::vector<Brick> bricks_;
  std::vector<std::vector<Square>> open_;  // per brick: between cells of different sides, not joined
};

// Integrals of x^0 to x^2 over each voxel of a cell, along an axis from -1 to 1, halved.
std::array<std::array<double, 3>, kBrickSide> axis_moments(int side) {
  std::array<std::array<double, 3>, kBrickSide> all{};
  for (int t = 0; t < side; ++t) {
    const double a = 2.0 * t / side - 1, b = 2.0 * (t + 1) / side - 1;
    all[t] = {(b - a) / 2, (b * b - a * a) / 4, (b * b * b - a * a * a) / 6};
  }
  return all;
}

int inside_of(const Brick& brick, const CellPlace& place) {
  const std::uint64_t row = (std::uint64_t(1) << place.side()) - 1;
  int count = 0;
  for (int z = place.z & 7; z < (place.z & 7) + place.side(); ++z)
    for (int y = place.y & 7; y < (place.y & 7) + place.side(); ++y)
      count += std::popcount(brick.inside[z] >> (8 * y + (place.x & 7)) & row);
  return count;
}

CubeMoments moments_of(const Brick& brick, const CellPlace& place) {
  const auto axis = axis_moments(place.side());
  CubeMoments moments;
  for (int z = 0; z < place.side(); ++z) {
    double plane[9] = {};
    for (int y = 0; y < place.side(); ++y) {
      double row[3] = {};
      const std::uint64_t bits = brick.inside[(place.z & 7) + z] >> (8 * ((place.y & 7) + y) + (place.x & 7));
      for (int x = 0; x < place.side(); ++x)
        if ((bits >> x & 1) != 0)
          for (int a = 0; a < 3; ++a) row[a] += axis[x][a];
      for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) plane[a + 3 * b] += axis[y][b] * row[a];
    }
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 9; ++k) moments.of[k + 9 * c] += axis[z][c] * plane[k];
  }
  return moments;
}

}  // namespace

std::optional<LinkedVoxels> cell_hull(const LinkedVoxels& voxels, const Cells& cells) {
  return HullMaker(voxels, cells).make();
}

std::vector<Index> cells_of_too_many(const Cells& cells, const Vertices& vertices) {
  const std::vector<CellUnknowns> unknowns = cell_unknowns(cells, vertices);
  std::vector<char> too_many(cells.places.size(), 0);
  parallel_for_each(too_many.size(), 1024, [&](Index c) {
    if (unknowns[c].hanging == 0) return;
    const int octant = cells.places[c].octant();
    for (int i = 0; i < 8; ++i) {
      if ((unknowns[c].hanging >> i & 1) == 0) continue;
      std::array<Index, 4> expected{}, followed{};
      std::size_t n = 0, m = 0;
      for (int k = 0; k < 8; ++k)
        if (((octant ^ k) & ~(octant ^ i)) == 0 && n < 4) expected[n++] = unknowns[c].vertex[k];
      for (const auto [unknown, weight] : vertices.weights(vertices.corners[c][i]))
        if (m < 4) followed[m++] = unknown;
      std::sort(expected.begin(), expected.begin() + n), std::sort(followed.begin(), followed.begin() + m);
      if (n != m || expected != followed) too_many[c] = 1;
    }
  });
  std::vector<Index> found;
  for (Index c = 0; c < cells.count(); ++c)
    if (too_many[c] != 0) found.push_back(c);
  return found;
}

Index PartlyFilled::find(Index cell) const {
  const auto found = std::lower_bound(cells.begin(), cells.end(), cell);
  return found == cells.end() || *found != cell ? -1 : static_cast<Index>(found - cells.begin());
}

double PartlyFilled::fill(Index cell) const {
  const Index found = find(cell);
  return found < 0 ? 1 : moments[found].fill();
}

PartlyFilled partly_filled(const LinkedVoxels& voxels, const Cells& cells) {
  const std::size_t n = voxels.bricks().size();
  std::vector<PartlyFilled> of_brick(n);
  parallel_for_each(n, kHullBricks, [&](Index b) {
    const Brick& brick = voxels.bricks()[b];
    for (Index c = cells.brick_start[b]; c < cells.brick_start[b + 1]; ++c) {
      const CellPlace& place = cells.places[c];
      if (place.level == 0 || inside_of(brick, place) == 1 << (3 * place.level)) continue;
      of_brick[b].cells.push_back(c);
      of_brick[b].moments.push_back(moments_of(brick, place));
    }
  });
  PartlyFilled all;
  for (const PartlyFilled& part : of_brick) {
    all.cells.insert(all.cells.end(), part.cells.begin(), part.cells.end());
    all.moments.insert(all.moments.end(), part.moments.begin(), part.moments.end());
  }
  return all;
}

}  // namespace sinew
