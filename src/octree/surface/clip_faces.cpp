#include "octree/surface/clip_faces.h"

#include <algorithm>
#include <map>
#include <span>

namespace sinew {

namespace {

using Loop = std::vector<const ClipBorder*>;

// If the loop has one edge of splitting cubes, its triangle takes on the curve of the original; other loops
// get a cap.
void close_loop(Loop& loop, FittedFaces& faces) {
  const auto is_of_split = [](const ClipBorder* b) { return !b->of_original; };
  if (std::count_if(loop.begin(), loop.end(), is_of_split) == 1) {
    std::rotate(loop.begin(), std::find_if(loop.begin(), loop.end(), is_of_split), loop.end());
    SideVertices& curve = faces.curves[edge_key(loop[0]->from, loop[0]->to)];
    curve.side = loop[0]->side;
    for (std::size_t k = loop.size() - 1; k > 1; --k) curve.vertices.push_back(loop[k]->from);
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
