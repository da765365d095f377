#include "octree/grid/vertices.h"

#include <map>
#include <numeric>

#include "base/parallel.h"
#include "octree/grid/brick_points.h"

namespace sinew {

namespace {

constexpr Index kVertexBricks = 8;  // per parallel chunk

// What a hanging vertex follows: some corners of a cell, a bit each.
struct Followed {
  Index cell;
  std::uint8_t corners, count;
};

// The corners of a cell between which a point in the middle of its edge or face lies.
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

// The cells at the octants of the points of a brick. Along each axis an octant lies in the brick above the
// points or, for the first point, in the one below. Offsets add up to 512 times the brick among the eight
// around plus the voxel in it.
class CellsAtOctants {
 public:
  CellsAtOctants(const Cells& cells, const PointBrick& points) {
    for (int i = 0; i < 8; ++i) {
      const Index b = points.bricks[i];
      first_[i] = b < 0 ? 0 : cells.brick_start[b];
      in_brick_[i] = b < 0 ? nullptr : cells.in_brick[b].data();
    }
  }

  void go_to(const LatticePoint& point) {
    for (int axis = 0; axis < 3; ++axis) {
      const unsigned p = point[axis] & 7, brick = kBrickVoxels << axis, step = 1U << (kBrickLevel * axis);
      where_[axis][0] = p == 0 ? 7 * step : brick + (p - 1) * step;
      where_[axis][1] = brick + p * step;
    }
  }
  Index operator[](int octant) const {
    const unsigned where = where_[0][octant & 1] + where_[1][octant >> 1 & 1] + where_[2][octant >> 2];
    const unsigned brick = where / kBrickVoxels;
    return first_[brick] + in_brick_[brick][where % kBrickVoxels];
  }

 private:
  std::array<Index, 8> first_;
  std::array<const std::uint16_t*, 8> in_brick_;
  std::array<std::array<unsigned, 2>, 3> where_{};
};

class VertexMaker {
 public:
  VertexMaker(const LinkedVoxels& voxels, const Cells& cells, bool restricted)
      : voxels_(voxels), cells_(cells), restricted_(restricted), levels_(level_bits(voxels, cells)) {
    vertices_.bricks = std::make_shared<const std::vector<PointBrick>>(point_bricks(voxels));
  }

  Vertices make() {
    count();
    const Index hanging = vertices_.hanging_start.back();
    vertices_.unknowns = vertices_.unknown_start.back();
    vertices_.points.resize(vertices_.unknowns + hanging);
    vertices_.corners.resize(cells_.count());
    followed_.resize(hanging);
    parallel_for_each(brick_count(), kVertexBricks, [&](Index b) {
      number(bricks()[b], {vertices_.unknown_start[b], vertices_.hanging_start[b]});
    });
    if (restricted_)
      write_rows();
    else
      resolve_rows();
    return std::move(vertices_);
  }

 private:
  const std::vector<PointBrick>& bricks() const { return *vertices_.bricks; }
  Index brick_count() const { return static_cast<Index>(bricks().size()); }

  void count() {
    std::vector<Index>&unknowns = vertices_.unknown_start, &hanging = vertices_.hanging_start;
    unknowns.assign(bricks().size() + 1, 0), hanging.assign(bricks().size() + 1, 0);
    parallel_for_each(brick_count(), kVertexBricks, [&](Index b) {
      const VertexCounts counts = count_vertices(points_of(voxels_, levels_, bricks()[b]));
      unknowns[b + 1] = counts.unknowns, hanging[b + 1] = counts.hanging;
    });
    std::partial_sum(unknowns.begin(), unknowns.end(), unknowns.begin());
    std::partial_sum(hanging.begin(), hanging.end(), hanging.begin());
  }

  void number(const PointBrick& points, VertexCounts next) {
    CellsAtOctants cells(cells_, points);
    for_each_vertex(
        points_of(voxels_, levels_, points), kBrickSide * points.place,
        [&](const LatticePoint& point, unsigned octants, unsigned larger) {
          const Index vertex = larger == 0 ? next.unknowns++ : vertices_.unknowns + next.hanging++;
          vertices_.points[vertex] = point;
          cells.go_to(point);
          // Give it to the cells that have a corner here.
          for (unsigned left = octants & ~larger; left != 0; left &= left - 1) {
            const int octant = std::countr_zero(left);
            vertices_.corners[cells[octant]][7 ^ octant] = vertex;
          }
          // If larger cells touch the point, it hangs on one of them.
          if (larger == 0) return;
          const Index cell = largest_of(cells, larger);
          followed_[vertex - vertices_.unknowns] = corners_around(cell, cells_.places[cell], point);
        });
  }

  // The first of the largest cells.
  Index largest_of(const CellsAtOctants& cells, unsigned octants) const {
    Index largest = cells[std::countr_zero(octants)];
    for (unsigned left = octants & (octants - 1); left != 0 && !restricted_; left &= left - 1) {
      const Index cell = cells[std::countr_zero(left)];
      if (cells_.places[cell].level > cells_.places[largest].level) largest = cell;
    }
    return largest;
  }

  // Vertices that follow larger cells come first: corners of those that hang follow still larger ones.
  void resolve_rows() {
    const Index rows = static_cast<Index>(followed_.size());
    std::vector<std::map<Index, float>> row(rows);
    for (int level = kBrickLevel; level > 0; --level)
      for (Index k = 0; k < rows; ++k)
        if (cells_.places[followed_[k].cell].level == level) resolve_row(k, row);
    vertices_.row_start.assign(rows + 1, 0);
    for (Index k = 0; k < rows; ++k) {
      for (const auto& [unknown, weight] : row[k])
        vertices_.row_vertex.push_back(unknown), vertices_.row_weight.push_back(weight);
      vertices_.row_start[k + 1] = static_cast<Index>(vertices_.row_vertex.size());
    }
  }

  void resolve_row(Index k, std::vector<std::map<Index, float>>& row) const {
    const Index cell = followed_[k].cell;
    const CellPlace& place = cells_.places[cell];
    const LatticePoint inner = vertices_.points[vertices_.unknowns + k] - place.lower();
    for (int i = 0; i < 8; ++i) {
      float weight = 1;
      for (int axis = 0; axis < 3; ++axis) {
        const std::int32_t steps = (i >> axis & 1) != 0 ? inner[axis] : place.side() - inner[axis];
        weight *= static_cast<float>(steps) / static_cast<float>(place.side());
      }
      if (weight == 0) continue;
      const Index corner = vertices_.corners[cell][i];
      if (!vertices_.hangs(corner))
        row[k][corner] += weight;
      else
        for (const auto& [unknown, share] : row[corner - vertices_.unknowns])
          row[k][unknown] += weight * share;
    }
  }

  void write_rows() {
    const Index rows = static_cast<Index>(followed_.size());
    vertices_.row_start.assign(rows + 1, 0);
    for (Index k = 0; k < rows; ++k) vertices_.row_start[k + 1] = vertices_.row_start[k] + followed_[k].count;
    vertices_.row_vertex.resize(vertices_.row_start[rows]);
    vertices_.row_weight.resize(vertices_.row_start[rows]);
    parallel_for_each(rows, 1024, [&](Index k) {
      Index place = vertices_.row_start[k];
      const float weight = 1.0F / static_cast<float>(followed_[k].count);
      for (unsigned left = followed_[k].corners; left != 0; left &= left - 1, ++place) {
        vertices_.row_vertex[place] = vertices_.corners[followed_[k].cell][std::countr_zero(left)];
        vertices_.row_weight[place] = weight;
      }
    });
  }

  const LinkedVoxels& voxels_;
  const Cells& cells_;
  const bool restricted_;
  const std::vector<LevelBits> levels_;
  Vertices vertices_;
  std::vector<Followed> followed_;
};

// Which of the vertices that a hanging corner i of a cell follows is the one at its parent's corner i. They
// are ordered like the parent's corners along the axes in which the two corners differ: the bits of i,
// compacted.
int place_in_row(int octant, int i) {
  int place = 0, bit = 0;
  for (int axis = 0; axis < 3; ++axis)
    if ((octant ^ i) >> axis & 1) place |= (i >> axis & 1) << bit++;
  return place;
}

}  // namespace

Vertices make_vertices(const LinkedVoxels& voxels, const Cells& cells, bool restricted) {
  return VertexMaker(voxels, cells, restricted).make();
}

std::vector<CellUnknowns> cell_unknowns(const Cells& cells, const Vertices& vertices) {
  std::vector<CellUnknowns> unknowns(cells.count());
  parallel_for_each(cells.count(), 1024, [&](Index c) {
    CellUnknowns& cell = unknowns[c];
    cell.vertex = vertices.corners[c];
    for (int i = 0; i < 8; ++i) {
      if (!vertices.hangs(cell.vertex[i])) continue;
      cell.hanging |= static_cast<std::uint8_t>(1 << i);
      const Index row = vertices.row_start[cell.vertex[i] - vertices.unknowns];
      cell.vertex[i] = vertices.row_vertex[row + place_in_row(cells.places[c].octant(), i)];
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
