#include "stepping/free_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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
                                        std::span<const Vec3> positions, std::span<const char> held) {
  std::vector<FreePiece> all(pieces.count);
  std::vector<std::vector<Vec3>> held_at(pieces.count);  // a node occurs once per element it belongs to
  for (std::size_t e = 0; e < pieces.of.size(); ++e) {
    FreePiece& piece = all[pieces.of[e]];
    const auto element = nodes.subspan(e * corners, corners);
    ++piece.elements;
    piece.at = positions[element[0]];
    for (const Index v : element)
      if (held[v] != 0) held_at[pieces.of[e]].push_back(positions[v]);
  }
  std::vector<FreePiece> free;
  for (Index p = 0; p < pieces.count; ++p) {
    if (span_a_plane(held_at[p])) continue;
    all[p].piece = p;
    all[p].on_a_line = !held_at[p].empty();
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
  return static_cast<Index>(
      std::ranges::count_if(pieces, [](const FreePiece& piece) { return !piece.on_a_line; }));
}

void refuse_free_piece(const FreePiece& piece, std::string_view body, const Placement& placement) {
  const Vec3 at = placement.point(piece.at);
  throw Error(fmt::format("body '{}' cannot be in balance: a piece of {} near ({:.3g}, {:.3g}, {:.3g}) is "
                          "held by {}",
                          body, counted(piece.elements, "element", "elements"), at.x, at.y, at.z,
                          piece.on_a_line ? "nodes on one line only" : "nothing"),
              "", "hold three of its nodes or more, not all on one line, or take a dynamic integrator");
}

}  // namespace sinew
