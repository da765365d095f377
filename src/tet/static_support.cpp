#include "tet/static_support.h"

#include "mesh/patches.h"
#include "mesh/tetrahedron_adjacency.h"
#include "stepping/free_pieces.h"

namespace sinew {

namespace {

Components pieces_of(const std::vector<Tetrahedron>& tetrahedra) {
  return face_components(face_neighbours(tetrahedra));
}

Components pieces_of(const std::vector<Triangle>& sheet) {
  Patches patches = find_patches(sheet, EdgeTable(sheet));
  const Index count = patches.count();
  return {std::move(patches.of), count};
}

Components pieces_of(const FrameElements& elements) {
  return elements.triangles.empty() ? pieces_of(elements.tetrahedra) : pieces_of(elements.triangles);
}

template <typename Element>
std::vector<Index> nodes_to_hold_of(const std::vector<Element>& elements, std::span<const Vec3> positions,
                                    std::span<const char> held, const Vec3& down) {
  constexpr int kCorners = std::tuple_size_v<Element>;
  std::vector<Index> nodes;
  nodes.reserve(kCorners * elements.size());
  for (const Element& element : elements) nodes.insert(nodes.end(), element.begin(), element.end());
  const Components pieces = pieces_of(elements);
  return nodes_to_hold(find_free_pieces(pieces, nodes, kCorners, positions, held), pieces, nodes, kCorners,
                       positions, down);
}

std::vector<FreePiece> free_pieces_of(const Components& pieces, const ElasticRest& rest) {
  return find_free_pieces(pieces, rest.stars.nodes, rest.stars.corners, rest.positions, rest.held,
                          rest.rollers);
}

}  // namespace

std::vector<char> free_elements(const ElasticRest& rest, const FrameElements& elements) {
  const Components pieces = pieces_of(elements);
  return elements_of(pieces, free_pieces_of(pieces, rest));
}

PieceCounts count_pieces(const ElasticRest& rest, const FrameElements& elements) {
  const Components pieces = pieces_of(elements);
  return {pieces.count, count_loose(free_pieces_of(pieces, rest))};
}

void require_no_free_piece(const ElasticRest& rest, const FrameElements& elements, std::string_view body,
                           const Placement& placement) {
  const std::vector<FreePiece> free = free_pieces_of(pieces_of(elements), rest);
  if (!free.empty()) refuse_free_piece(free[0], body, placement);
}

std::vector<Index> nodes_to_hold(const std::vector<Tetrahedron>& tetrahedra, std::span<const Vec3> positions,
                                 std::span<const char> held, const Vec3& down) {
  return nodes_to_hold_of(tetrahedra, positions, held, down);
}

std::vector<Index> nodes_to_hold(const std::vector<Triangle>& sheet, std::span<const Vec3> positions,
                                 std::span<const char> held, const Vec3& down) {
  return nodes_to_hold_of(sheet, positions, held, down);
}

}  // namespace sinew
