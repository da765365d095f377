#include "mesh/volume_diagnosis.h"

#include <algorithm>
#include <vector>

#include "mesh/disjoint_sets.h"
#include "mesh/element_faces.h"
#include "mesh/hexahedron_quality.h"
#include "mesh/predicates.h"
#include "mesh/tetrahedron_quality.h"
#include "mesh/weld.h"

namespace sinew {

namespace {

template <std::size_t N>
std::array<Index, N> sorted(std::array<Index, N> nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

template <std::size_t N>
bool has_repeated_node(const std::array<Index, N>& nodes) {
  const auto ascending = sorted(nodes);
  return std::adjacent_find(ascending.begin(), ascending.end()) != ascending.end();
}

template <std::size_t N>
Index count_duplicates(std::vector<std::array<Index, N>> elements) {
  for (auto& nodes : elements) nodes = sorted(nodes);
  std::sort(elements.begin(), elements.end());
  return static_cast<Index>(elements.end() - std::unique(elements.begin(), elements.end()));
}

void note_least(WorstElement& worst, double value, Index element) {
  if (worst.element < 0 || value < worst.value) worst = {value, element};
}

void note_greatest(WorstElement& worst, double value, Index element) {
  if (worst.element < 0 || value > worst.value) worst = {value, element};
}

void count_nodes(const VolumeMesh& mesh, VolumeDiagnosis& diagnosis) {
  const std::vector<char> used = used_nodes(mesh);
  for (Index v = 0; v < mesh.node_count(); ++v) {
    if (used[v] != 0) diagnosis.box.extend(mesh.positions[v]);
    diagnosis.unused_nodes += used[v] == 0;
  }
  const std::vector<Index> numbers = position_numbers(mesh.positions);
  if (!numbers.empty())
    diagnosis.duplicate_nodes = mesh.node_count() - 1 - *std::max_element(numbers.begin(), numbers.end());
}

void judge_tetrahedra(const VolumeMesh& mesh, VolumeDiagnosis& diagnosis) {
  double total = 0;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const auto [a, b, c, d] = mesh.corners(t);
    const int side = has_repeated_node(mesh.tetrahedra[t]) ? 0 : orientation(a, b, c, d);
    diagnosis.inverted_elements += side < 0;
    diagnosis.degenerate_elements += side == 0;
    for (const double angle : dihedral_angles(a, b, c, d)) {
      note_least(diagnosis.min_dihedral_angle, angle, t);
      note_greatest(diagnosis.max_dihedral_angle, angle, t);
    }
    const double quality = mean_ratio(a, b, c, d);
    total += quality;
    note_least(diagnosis.min_quality, quality, t);
    if (side >= 0) ++diagnosis.quality_histogram[std::clamp(static_cast<int>(10 * quality), 0, 9)];
  }
  if (mesh.tetrahedron_count() > 0) diagnosis.mean_quality = total / mesh.tetrahedron_count();
}

void judge_hexahedra(const VolumeMesh& mesh, VolumeDiagnosis& diagnosis) {
  for (Index h = 0; h < mesh.hexahedron_count(); ++h) {
    std::array<Vec3, 8> corners;
    for (int i = 0; i < 8; ++i) corners[i] = mesh.positions[mesh.hexahedra[h][i]];
    const double jacobian = scaled_jacobian(corners);
    const bool degenerate = jacobian == 0 || has_repeated_node(mesh.hexahedra[h]);
    diagnosis.degenerate_elements += degenerate;
    diagnosis.inverted_elements += jacobian < 0 && !degenerate;
    note_least(diagnosis.min_scaled_jacobian, jacobian, mesh.tetrahedron_count() + h);
  }
}

void count_components(const VolumeMesh& mesh, VolumeDiagnosis& diagnosis) {
  DisjointSets sets(mesh.element_count());
  for_each_face(sorted_element_faces(mesh.tetrahedra, mesh.hexahedra), [&](auto sides) {
    for (const ElementFace& side : sides) sets.unite(sides[0].element, side.element);
    diagnosis.overfull_faces += sides.size() > 2;
  });
  diagnosis.components = sets.components().count;
}

}  // namespace

VolumeDiagnosis diagnose(const VolumeMesh& mesh) {
  VolumeDiagnosis diagnosis;
  diagnosis.nodes = mesh.node_count();
  diagnosis.tetrahedra = mesh.tetrahedron_count();
  diagnosis.hexahedra = mesh.hexahedron_count();
  diagnosis.volume = total_volume(mesh);
  count_nodes(mesh, diagnosis);
  judge_tetrahedra(mesh, diagnosis);
  judge_hexahedra(mesh, diagnosis);
  diagnosis.duplicate_elements = count_duplicates(mesh.tetrahedra) + count_duplicates(mesh.hexahedra);
  count_components(mesh, diagnosis);
  SurfaceMesh boundary = boundary_surface(mesh);
  drop_unused_vertices(boundary);
  diagnosis.boundary = diagnose(boundary);
  return diagnosis;
}

}  // namespace sinew
