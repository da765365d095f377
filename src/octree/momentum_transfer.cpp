#include "octree/momentum_transfer.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kNodes = 2048;
constexpr Index kBricks = 8;

// The momenta of cells, given where their material is and how it moves.
class CellMomenta {
 public:
  CellMomenta(const OctreeRest& rest, const OctreeMaterials& materials, const NodeState& state,
              const Vec3& about)
      : rest_(rest), materials_(materials), state_(state), about_(about) {}

  Momentum operator()(Index cell) const {
    const OctreeGrid& grid = rest_.grid;
    const std::array<Index, 8>& corners = grid.vertices.corners[cell];
    const double density = materials_.material(cell).density, side = grid.side(cell);
    Momentum sum;
    if (const Index part = grid.filled.find(cell); part >= 0) {
      const std::array<double, 8> shares = corner_shares(grid.filled.moments[part]);
      for (int i = 0; i < 8; ++i) sum += shares[i] * of_unit_mass(corners[i]);
      return density * side * side * side * sum;
    }
    for (const Index v : corners) sum += of_unit_mass(v);
    return density * volume(cell) / 8 * sum;
  }
  double volume(Index cell) const { return rest_.grid.volume(cell); }

 private:
  Momentum of_unit_mass_at_unknown(Index v) const {
    const Vec3 velocity = to_vec3(state_.v[v]);
    return {velocity, cross(rest_.positions[v] + to_vec3(state_.u[v]) - about_, velocity)};
  }
  // Hanging vertices pass their mass on.
  Momentum of_unit_mass(Index v) const {
    const Vertices& vertices = rest_.grid.vertices;
    if (!vertices.hangs(v)) return of_unit_mass_at_unknown(v);
    const Index row = v - vertices.unknowns;
    Momentum sum;
    for (Index at = vertices.row_start[row]; at < vertices.row_start[row + 1]; ++at)
      sum += double(vertices.row_weight[at]) * of_unit_mass_at_unknown(vertices.row_vertex[at]);
    return sum;
  }

  const OctreeRest& rest_;
  const OctreeMaterials& materials_;
  const NodeState& state_;
  Vec3 about_;
};

bool moves(const NodeState& state) {
  return parallel_reduce(
      static_cast<Index>(state.v.size()), kNodes, false,
      [&](Index begin, Index end) {
        return std::any_of(state.v.begin() + begin, state.v.begin() + end,
                           [](const Block3<double>& v) { return to_vec3(v) != Vec3{}; });
      },
      [](bool a, bool b) { return a || b; });
}

std::vector<Index> changed_bricks(const OctreeGrid& grid, const GridPatch* patch) {
  std::vector<Index> bricks;
  if (patch == nullptr) {
    bricks.resize(grid.voxels.bricks().size());
    std::iota(bricks.begin(), bricks.end(), 0);
    return bricks;
  }
  for (std::size_t k = 0; k < patch->bricks.size(); ++k)
    if (patch->taken[k] != 0) bricks.push_back(patch->bricks[k]);
  return bricks;
}

// Where the cells of each of these bricks begin if they are put one after the other.
std::vector<Index> starts_of(const Cells& cells, std::span<const Index> bricks) {
  std::vector<Index> start{0};
  for (const Index b : bricks)
    start.push_back(start.back() + cells.brick_start[b + 1] - cells.brick_start[b]);
  return start;
}

}  // namespace

MomentumTransfer::MomentumTransfer(const OctreeRest& before, const OctreeMaterials& materials,
                                   const NodeState& state, const OctreeParts& after, const GridPatch* patch)
    : after_(after) {
  if (!moves(state) || after.loose_pieces()->count() == 0) return;
  is_loose_.assign(after.pieces().count(), 0);
  for (const Index piece : after.loose_pieces()->numbers) is_loose_[piece] = 1;
  bricks_ = changed_bricks(after.rest.grid, patch);
  about_ = before.positions[0] + to_vec3(state.u[0]);
  remember(before, materials, state);
}

void MomentumTransfer::remember(const OctreeRest& before, const OctreeMaterials& materials,
                                const NodeState& state) {
  const Cells &old = before.grid.cells, &cells = after_.rest.grid.cells;
  old_start_ = starts_of(old, bricks_), source_start_ = starts_of(cells, bricks_);
  old_.resize(old_start_.back()), source_.resize(source_start_.back());
  const CellMomenta of_cell(before, materials, state, about_);
  parallel_for_each(bricks_.size(), kBricks, [&](Index k) {
    const Index b = bricks_[k], first_old = old.brick_start[b], first = cells.brick_start[b];
    for (Index i = 0; i < old_start_[k + 1] - old_start_[k]; ++i)
      old_[old_start_[k] + i] = {of_cell(first_old + i), of_cell.volume(first_old + i)};
    for (Index i = 0; i < source_start_[k + 1] - source_start_[k]; ++i)
      source_[source_start_[k] + i] =
          old.in(b, inside_voxel_near(after_.rest.grid.voxels, cells.places[first + i],
                                      cells.places[first + i].lower())) -
          first_old;
  });
}

// What the cells of a brick have lost, for the loose pieces that they became part of.
void MomentumTransfer::add_lost(Index k, const OctreeMaterials& materials, const NodeState& state,
                                std::vector<OfPiece>& lost) const {
  const std::span<const OldCell> old =
      std::span(old_).subspan(old_start_[k], old_start_[k + 1] - old_start_[k]);
  const std::span<const Index> source =
      std::span(source_).subspan(source_start_[k], source_start_[k + 1] - source_start_[k]);
  const CellMomenta of_cell(after_.rest, materials, state, about_);
  const Index first = after_.rest.grid.cells.brick_start[bricks_[k]];
  std::vector<Momentum> left;
  for (const OldCell& cell : old) left.push_back(cell.momentum);
  for (std::size_t i = 0; i < source.size(); ++i)
    left[source[i]] += -1.0 * of_cell(first + static_cast<Index>(i));
  for (std::size_t i = 0; i < source.size(); ++i) {
    const Index cell = first + static_cast<Index>(i), piece = after_.pieces().of_cell[cell];
    const Momentum& of_source = left[source[i]];
    if (is_loose_[piece] == 0 || (of_source.linear == Vec3{} && of_source.angular == Vec3{})) continue;
    lost.push_back({piece, of_cell.volume(cell) / old[source[i]].volume * of_source});
  }
}

// Per piece; sums in the order of the cells.
std::vector<Momentum> MomentumTransfer::missing(const OctreeMaterials& materials,
                                                const NodeState& state) const {
  const Index n = static_cast<Index>(bricks_.size());
  std::vector<std::vector<OfPiece>> lost((n + kBricks - 1) / kBricks);
  parallel_for_each(n, kBricks, [&](Index k) { add_lost(k, materials, state, lost[k / kBricks]); });
  std::vector<Momentum> missing(is_loose_.size());
  for (const auto& part : lost)
    for (const auto& [piece, momentum] : part) missing[piece] += momentum;
  return missing;
}

double MomentumTransfer::operator()(const OctreeMaterials& materials, NodeState& state) const {
  if (is_loose_.empty()) return 0;
  const std::vector<Momentum> of_piece = missing(materials, state);
  const auto place_of = [&](Index v) { return after_.rest.positions[v] + to_vec3(state.u[v]) - about_; };
  const LoosePieces& loose = *after_.loose_pieces();
  double largest = 0;
  for (Index p = 0; p < loose.count(); ++p) {
    const std::span<const Index> nodes = loose.piece(p);
    const Index n = static_cast<Index>(nodes.size());
    const MassMoments masses = parallel_reduce(
        n, kNodes, MassMoments{},
        [&](Index begin, Index end) {
          MassMoments part;
          for (const Index v : nodes.subspan(begin, end - begin)) {
            const Vec3 x = place_of(v);
            part.add(materials.mass[v], x, materials.mass[v] * x);
          }
          return part;
        },
        [](const MassMoments& a, const MassMoments& b) { return a + b; });
    const RigidVelocity rigid = rigid_velocity(of_piece[loose.numbers[p]], masses);
    parallel_for_each(n, kNodes, [&](Index k) {
      Block3<double>& v = state.v[nodes[k]];
      v = to_block(to_vec3(v) + rigid.at(place_of(nodes[k])));
    });
    largest = std::max(largest, rigid.size());
  }
  return largest;
}

namespace {

struct PieceSums {
  Momentum momentum;
  MassMoments masses;
};
PieceSums operator+(const PieceSums& a, const PieceSums& b) {
  return {a.momentum + b.momentum, a.masses + b.masses};
}

PieceSums sums_of(const OctreeRest& rest, const OctreeMaterials& materials, const NodeState& state,
                  std::span<const Index> nodes, const Vec3& about) {
  return parallel_reduce(
      static_cast<Index>(nodes.size()), kNodes, PieceSums{},
      [&](Index begin, Index end) {
        PieceSums part;
        for (const Index v : nodes.subspan(begin, end - begin)) {
          const double mass = materials.mass[v];
          const Vec3 x = rest.positions[v] + to_vec3(state.u[v]) - about, q = mass * to_vec3(state.v[v]);
          part.momentum += {q, cross(x, q)};
          part.masses.add(mass, x, mass * x);
        }
        return part;
      },
      [](const PieceSums& a, const PieceSums& b) { return a + b; });
}

}  // namespace

PieceMomenta::PieceMomenta(const OctreeParts& before, const OctreeMaterials& materials,
                           const NodeState& state)
    : about_(before.rest.positions[0] + to_vec3(state.u[0])) {
  const LoosePieces& loose = *before.loose_pieces();
  for (Index p = 0; p < loose.count(); ++p)
    momenta_.push_back(sums_of(before.rest, materials, state, loose.piece(p), about_).momentum);
}

double PieceMomenta::restore(const OctreeParts& after, const OctreeMaterials& materials,
                             NodeState& state) const {
  const LoosePieces& loose = *after.loose_pieces();
  double largest = 0;
  for (Index p = 0; p < loose.count(); ++p) {
    const PieceSums now = sums_of(after.rest, materials, state, loose.piece(p), about_);
    const RigidVelocity rigid = rigid_velocity(momenta_[p] - now.momentum, now.masses);
    for (const Index v : loose.piece(p)) {
      const Vec3 x = after.rest.positions[v] + to_vec3(state.u[v]) - about_;
      state.v[v] = to_block(to_vec3(state.v[v]) + rigid.at(x));
    }
    largest = std::max(largest, rigid.size());
  }
  return largest;
}

}  // namespace sinew
