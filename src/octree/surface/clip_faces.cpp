#include "octree/surface/clip_faces.h"

#include <algorithm>
#include <map>
#include <span>

namespace sinew {

namespace {

using Loop = std::vector<const ClipBorder*>;

bool is_of_split(const ClipBorder* border) { return !border->of_original; }

// Begins the loop with its edges of splitting cubes. Returns how many they are, or 0 if they do not follow on each other.
std::size_t begin_with_split(Loop& loop) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(loop, is_of_split));
  if (count == 0 || count == loop.size()) return 0;
  while (is_of_split(loop.back()) || !is_of_split(loop.front()))
    std::rotate(loop.begin(), loop.begin() + 1, loop.end());
  return std::all_of(loop.begin(), loop.begin() + static_cast<std::ptrdiff_t>(count), is_of_split) ? count
                                                                                                   : 0;
}

// If the loop has one row of edges of splitting cubes, their triangles take on the curve of the original: each of them a
// part of it, with vertices of it in the place of those in between. Other loops get a cap, as do curves of too few
// vertices.
void close_loop(Loop& loop, FittedFaces& faces) {
  const std::size_t edges = begin_with_split(loop), size = loop.size();
  // The curve's vertices are 1 to size - edges - 1, from the beginning of the row to its end.
  const auto vertex = [&](std::size_t k) { return loop[size - k]->from; };
  if (edges > 0 && size >= 2 * edges) {
    const auto end_of = [&](std::size_t edge) { return (edge + 1) * (size - edges) / edges; };
    for (std::size_t edge = 0, k = 1; edge < edges; ++edge, ++k) {
      SideVertices& curve = faces.curves[edge_key(loop[edge]->from, loop[edge]->to)];
      curve.side = loop[edge]->side;
      for (; k < end_of(edge); ++k) curve.vertices.push_back(vertex(k));
      if (edge + 1 < edges) faces.replaced[loop[edge]->to] = vertex(k);
    }
    return;
  }
  std::vector<Index> cap;
  for (auto border = loop.rbegin(); border != loop.rend(); ++border) cap.push_back((*border)->to);
  if (cap.size() > 2) faces.caps.push_back({loop[0]->side, std::move(cap)});
}

bool make_closed_loops(std::span<const ClipBorder> borders) {
  std::map<Index, int> balance;
  for (const ClipBorder& border : borders) {
    ++balance[border.from];
    --balance[border.to];
  }
  return std::all_of(balance.begin(), balance.end(), [](const auto& at) { return at.second == 0; });
}

void fit_face(std::span<const ClipBorder> borders, FittedFaces& faces) {
  if (!make_closed_loops(borders)) {
    faces.misfits.push_back(borders[0].side.beyond());
    return;
  }
  Loop left;
  for (const ClipBorder& border : borders) left.push_back(&border);
  // Chain the borders to loops.
  while (!left.empty()) {
    Loop loop{left.back()};
    left.pop_back();
    while (loop.back()->to != loop.front()->from) {
      const auto next = std::find_if(left.begin(), left.end(),
                                     [&](const ClipBorder* b) { return b->from == loop.back()->to; });
      loop.push_back(*next);
      left.erase(next);
    }
    close_loop(loop, faces);
  }
}

}  // namespace

std::uint64_t CubeSide::key() const {
  // Cubes begin at most one brick below the lattice.
  const LatticePoint brick{kBrickSide, kBrickSide, kBrickSide};
  return morton_code(cube + brick) << 3 | std::uint64_t(axis) << 1 | std::uint64_t(upper);
}

FittedFaces fit_faces(std::vector<ClipBorder> borders) {
  FittedFaces faces;
  std::stable_sort(borders.begin(), borders.end(),
                   [](const ClipBorder& a, const ClipBorder& b) { return a.side.key() < b.side.key(); });
  for (auto begin = borders.begin(); begin != borders.end();) {
    const auto end = std::find_if(begin, borders.end(),
                                  [&](const ClipBorder& b) { return b.side.key() != begin->side.key(); });
    fit_face({&*begin, static_cast<std::size_t>(end - begin)}, faces);
    begin = end;
  }
  return faces;
}

}  // namespace sinew
