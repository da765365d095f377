#include "stepping/free_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/table.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

bool span_a_plane(std::span<const Vec3> points) {
  if (points.size() < 3) return false;
  Vec3 longest;
  for (const Vec3& p : points)
    if (squared_norm(p - points[0]) > squared_norm(longest)) longest = p - points[0];
  double area = 0;
  for (const Vec3& p : points) area = std::max(area, norm(cross(p - points[0], longest)));
  return area > 1e-9 * squared_norm(longest);
}

// What holds allow a piece to do as a whole. The displacement of a rigid motion (t, omega) about a centre,
// u = t + omega x d, is stopped along n if n . t + (d x n) . omega = 0 is asked of it. The rows (n, d x n / L),
// with L the size of the piece, stop all motions if they have rank 6.
class RigidMotions {
 public:
  RigidMotions(const Vec3& centre, double size) : centre_(centre), size_(size) {}

  void stop(const Vec3& at, const Vec3& n) {
    const Vec3 turn = cross(at - centre_, n) / size_;
    const std::array<double, 6> row{n.x, n.y, n.z, turn.x, turn.y, turn.z};
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) gram_[i][j] += row[i] * row[j];
  }

  // By elimination in the order of the largest pivots.
  bool all_stopped() const {
    constexpr double kNothing = 1e-10;
    auto G = gram_;
    double largest = 0;
    for (int i = 0; i < 6; ++i) largest = std::max(largest, G[i][i]);
    std::array<bool, 6> done{};
    for (int step = 0; step < 6; ++step) {
      int p = -1;
      for (int i = 0; i < 6; ++i)
        if (!done[i] && (p < 0 || G[i][i] > G[p][p])) p = i;
      if (!(G[p][p] > kNothing * largest)) return false;
      done[p] = true;
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6 && !done[i]; ++j)
          if (!done[j]) G[i][j] -= G[i][p] * G[p][j] / G[p][p];
    }
    return true;
  }

 private:
  Vec3 centre_;
  double size_;
  std::array<std::array<double, 6>, 6> gram_{};
};

// How a piece is held: by nodes that do not move, and by rollers, which stop their held directions.
struct PieceSupport {
  std::vector<Vec3> held;  // a node occurs once per element it belongs to
  std::vector<std::pair<Vec3, Mat3>> rollers;

  bool stops_all() const {
    if (span_a_plane(held)) return true;
    if (rollers.empty()) return false;
    Box3 box;
    for (const Vec3& at : held) box.extend(at);
    for (const auto& [at, free] : rollers) box.extend(at);
    RigidMotions motions(box.center(), std::max(box.diagonal(), 1e-300));
    for (const Vec3& at : held)
      for (const Vec3& axis : Mat3::identity().column) motions.stop(at, axis);
    for (const auto& [at, free] : rollers)
      for (const Vec3& part : (Mat3::identity() - free).column) motions.stop(at, part);
    return motions.all_stopped();
  }
  FreePiece::HeldBy kind() const {
    if (!rollers.empty()) return FreePiece::HeldBy::kTooFewDirections;
    return held.empty() ? FreePiece::HeldBy::kNothing : FreePiece::HeldBy::kLine;
  }
};

void sort_unique(std::vector<Index>& nodes) {
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

// The nodes of each free piece.
std::vector<std::vector<Index>> nodes_of(std::span<const FreePiece> free, const Components& pieces,
                                         std::span<const Index> nodes, int corners) {
  std::vector<Index> number(pieces.count, -1);
  for (std::size_t i = 0; i < free.size(); ++i) number[free[i].piece] = static_cast<Index>(i);
  std::vector<std::vector<Index>> of_piece(free.size());
  for (std::size_t e = 0; e < pieces.of.size(); ++e) {
    if (number[pieces.of[e]] < 0) continue;
    const auto element = nodes.subspan(e * corners, corners);
    std::vector<Index>& all = of_piece[number[pieces.of[e]]];
    all.insert(all.end(), element.begin(), element.end());
  }
  std::ranges::for_each(of_piece, sort_unique);
  return of_piece;
}

std::vector<Index> lowest_part(const std::vector<Index>& piece, Index elements,
                               std::span<const Vec3> positions, const Vec3& down) {
  constexpr Index kSmall = 20;
  constexpr double kShare = 0.2;  // of the piece's height
  if (elements <= kSmall) return piece;
  double lowest = -std::numeric_limits<double>::infinity(), highest = -lowest;
  for (const Index v : piece) {
    lowest = std::max(lowest, dot(positions[v], down));
    highest = std::min(highest, dot(positions[v], down));
  }
  std::vector<Index> part;
  std::vector<Vec3> points;
  for (const Index v : piece)
    if (dot(positions[v], down) >= lowest - kShare * (lowest - highest))
      part.push_back(v), points.push_back(positions[v]);
  return span_a_plane(points) ? part : piece;
}

}  // namespace

std::vector<FreePiece> find_free_pieces(const Components& pieces, std::span<const Index> nodes, int corners,
                                        std::span<const Vec3> positions, std::span<const char> held,
                                        std::span<const Roller> rollers) {
  std::vector<FreePiece> all(pieces.count);
  std::vector<PieceSupport> support(pieces.count);
  std::vector<Index> roller_of(rollers.empty() ? 0 : positions.size(), -1);
  for (std::size_t k = 0; k < rollers.size(); ++k) roller_of[rollers[k].node] = static_cast<Index>(k);
  for (std::size_t e = 0; e < pieces.of.size(); ++e) {
    FreePiece& piece = all[pieces.of[e]];
    const auto element = nodes.subspan(e * corners, corners);
    ++piece.elements;
    piece.at = positions[element[0]];
    for (const Index v : element) {
      if (held[v] != 0) support[pieces.of[e]].held.push_back(positions[v]);
      if (!roller_of.empty() && roller_of[v] >= 0)
        support[pieces.of[e]].rollers.emplace_back(positions[v], rollers[roller_of[v]].free);
    }
  }
  std::vector<FreePiece> free;
  for (Index p = 0; p < pieces.count; ++p) {
    if (support[p].stops_all()) continue;
    all[p].piece = p;
    all[p].held_by = support[p].kind();
    free.push_back(all[p]);
  }
  return free;
}

std::vector<Index> nodes_to_hold(std::span<const FreePiece> free, const Components& pieces,
                                 std::span<const Index> nodes, int corners, std::span<const Vec3> positions,
                                 const Vec3& down) {
  std::vector<std::vector<Index>> of_piece = nodes_of(free, pieces, nodes, corners);
  std::vector<Index> all;
  for (std::size_t i = 0; i < free.size(); ++i) {
    const std::vector<Index> lowest = lowest_part(of_piece[i], free[i].elements, positions, down);
    all.insert(all.end(), lowest.begin(), lowest.end());
  }
  sort_unique(all);
  return all;
}

std::vector<char> elements_of(const Components& pieces, std::span<const FreePiece> of) {
  if (of.empty()) return {};
  std::vector<char> is_one(pieces.count, 0), marked;
  for (const FreePiece& piece : of) is_one[piece.piece] = 1;
  for (const Index p : pieces.of) marked.push_back(is_one[p]);
  return marked;
}

Index count_loose(std::span<const FreePiece> pieces) {
  return static_cast<Index>(std::ranges::count(pieces, FreePiece::HeldBy::kNothing, &FreePiece::held_by));
}

void refuse_free_piece(const FreePiece& piece, std::string_view body, const Placement& placement) {
  constexpr std::array kHeldBy{"nothing", "nodes on one line only",
                               "rollers that let it move as a whole, in too few directions"};
  const Vec3 at = placement.point(piece.at);
  throw Error(fmt::format("body '{}' cannot be in balance: a piece of {} near ({:.3g}, {:.3g}, {:.3g}) is "
                          "held by {}",
                          body, counted(piece.elements, "element", "elements"), at.x, at.y, at.z,
                          kHeldBy[static_cast<int>(piece.held_by)]),
              "", "hold three of its nodes or more, not all on one line, or take a dynamic integrator");
}

LoosePieces find_loose_pieces(const Components& pieces, std::span<const char> held) {
  std::vector<Index> sizes(pieces.count, 0);
  std::vector<char> is_held(pieces.count, 0);
  for (std::size_t i = 0; i < held.size(); ++i) {
    ++sizes[pieces.of[i]];
    if (held[i] != 0) is_held[pieces.of[i]] = 1;
  }
  LoosePieces loose;
  loose.start = {0};
  std::vector<Index> next(pieces.count, -1);  // where the next node of a piece goes; -1: held
  for (Index p = 0; p < pieces.count; ++p) {
    if (is_held[p] != 0 || sizes[p] == 0) continue;
    next[p] = loose.start.back();
    loose.numbers.push_back(p);
    loose.start.push_back(next[p] + sizes[p]);
  }
  loose.nodes.resize(loose.start.back());
  for (std::size_t i = 0; i < held.size(); ++i)
    if (Index& at = next[pieces.of[i]]; at >= 0) loose.nodes[at++] = static_cast<Index>(i);
  return loose;
}

}  // namespace sinew
