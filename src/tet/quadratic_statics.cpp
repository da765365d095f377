#include "tet/quadratic_statics.h"

#include <fmt/format.h>

#include "base/parallel.h"
#include "linalg/schur_complement.h"
#include "mesh/tetrahedron_adjacency.h"
#include "sinew/base/error.h"
#include "stepping/free_pieces.h"
#include "stepping/held_nodes.h"
#include "tet/model_checks.h"

namespace sinew {

namespace {

constexpr Index kRowsPerChunk = 256;

std::span<const Index> nodes_of(const QuadraticMesh& mesh) {
  return {mesh.elements.data()->data(), kQuadraticNodes * mesh.elements.size()};
}

BlockVector<double> to_blocks(std::span<const Vec3> values) {
  BlockVector<double> blocks;
  blocks.reserve(values.size());
  for (const Vec3& v : values) blocks.push_back(to_block(v));
  return blocks;
}

std::vector<Vec3> to_vectors(std::span<const Block3<double>> blocks) {
  std::vector<Vec3> values;
  values.reserve(blocks.size());
  for (const Block3<double>& block : blocks) values.push_back(to_vec3(block));
  return values;
}

// For every node, ascending: its elements, and which of their nodes it is.
struct Stars {
  std::vector<Index> start;  // nodes + 1
  std::vector<Index> at;     // places in nodes_of(mesh)
};

Stars stars_of(const QuadraticMesh& mesh) {
  const std::span<const Index> nodes = nodes_of(mesh);
  Stars stars{std::vector<Index>(mesh.positions.size() + 1, 0), std::vector<Index>(nodes.size())};
  for (const Index v : nodes) ++stars.start[v + 1];
  for (Index v = 0; v < mesh.node_count(); ++v) {
    if (stars.start[v + 1] == 0)
      throw Error(fmt::format("node {} belongs to no element", v), "", "drop unused nodes");
    stars.start[v + 1] += stars.start[v];
  }
  std::vector<Index> fill(stars.start.begin(), stars.start.end() - 1);
  for (std::size_t i = 0; i < nodes.size(); ++i) stars.at[fill[nodes[i]]++] = static_cast<Index>(i);
  return stars;
}

}  // namespace

QuadraticStatics::QuadraticStatics(const VolumeMesh& mesh, std::span<const Material> materials,
                                   std::span<const Index> held)
    : mesh_(make_quadratic_mesh(mesh)), held_(mesh_.positions.size(), 0) {
  require_tetrahedra(mesh);
  require_materials(materials, mesh.tetrahedra.size());
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const Material& material = materials[materials.size() == 1 ? 0 : t];
    elements_.push_back(
        {tetrahedron_shape(mesh.corners(t)), material.lambda(), material.mu(), material.density});
  }
  for (const Index v : held) {
    require_node(v, mesh_.node_count());
    held_[v] = 1;
  }
  require_supported(mesh);
  assemble();
}

void QuadraticStatics::require_supported(const VolumeMesh& mesh) const {
  const Components pieces = face_components(face_neighbours(mesh.tetrahedra));
  const std::vector<FreePiece> free =
      find_free_pieces(pieces, nodes_of(mesh_), kQuadraticNodes, mesh_.positions, held_);
  if (!free.empty()) refuse_free_piece(free[0], "quadratic tetrahedra", {});
}

// Every node gathers its own row, in the order of its elements.
void QuadraticStatics::assemble() {
  const Stars stars = stars_of(mesh_);
  pattern_ = std::make_unique<BlockPattern>(
      pattern_of_elements(mesh_.node_count(), nodes_of(mesh_), kQuadraticNodes));
  K_ = std::make_unique<BlockMatrix<double>>(*pattern_);
  parallel_for_each(mesh_.positions.size(), kRowsPerChunk, [&](Index v) {
    for (Index k = stars.start[v]; k < stars.start[v + 1]; ++k) {
      const Index e = stars.at[k] / kQuadraticNodes;
      const RestElement& element = elements_[e];
      const auto row =
          quadratic_stiffness_row(element.shape, element.lambda, element.mu, stars.at[k] % kQuadraticNodes);
      for (int j = 0; j < kQuadraticNodes; ++j) {
        const auto block = K_->block(pattern_->find(v, mesh_.elements[e][j]));
        for (int entry = 0; entry < 9; ++entry) block[entry] += row[j][entry];
      }
    }
  });
}

std::vector<Vec3> QuadraticStatics::weight(const Vec3& gravity) const {
  std::vector<Vec3> forces(mesh_.positions.size());
  for (std::size_t e = 0; e < elements_.size(); ++e)
    for (int i = 0; i < kQuadraticNodes; ++i)
      forces[mesh_.elements[e][i]] +=
          quadratic_share(i) * elements_[e].density * elements_[e].shape.volume * gravity;
  return forces;
}

// The integral of phi over a face is a third of its area on each edge, and nothing at corners.
std::vector<Vec3> QuadraticStatics::traction(std::span<const Triangle> faces, const Vec3& pressure) const {
  std::vector<Vec3> forces(mesh_.positions.size());
  for (const Triangle& face : faces) {
    const Vec3 &a = mesh_.positions[face[0]], &b = mesh_.positions[face[1]], &c = mesh_.positions[face[2]];
    const double area = 0.5 * norm(cross(b - a, c - a));
    for (int k = 0; k < 3; ++k) forces[mesh_.middle_of(face[k], face[(k + 1) % 3])] += area / 3 * pressure;
  }
  return forces;
}

std::vector<Vec3> QuadraticStatics::forces(std::span<const Vec3> displacements) const {
  const BlockVector<double> u = to_blocks(displacements);
  BlockVector<double> f(u.size());
  multiply<double>(*K_, u, f);
  return to_vectors(f);
}

std::vector<Vec3> QuadraticStatics::solve(std::span<const Vec3> forces, std::span<const Vec3> prescribed) {
  if (solver_ == nullptr) {
    auto solver = std::make_unique<DirectSolver>();
    solver->factor(*K_, held_);
    solver_ = std::move(solver);
  }
  BlockVector<double> f = to_blocks(forces), u(f.size());
  for (std::size_t v = 0; v < u.size() && !prescribed.empty(); ++v)
    if (held_[v] != 0) u[v] = to_block(prescribed[v]);
  residual<double>(*K_, f, u, f);
  for (std::size_t v = 0; v < f.size(); ++v)
    if (held_[v] != 0) f[v] = {};
  BlockVector<double> free(f.size());
  solver_->solve<double>(f, free);
  axpby<double>(1, free, 1, u);
  return to_vectors(u);
}

DenseMatrix QuadraticStatics::responses(std::span<const Index> kept) const {
  for (const Index v : kept)
    if (v >= 0 && v < mesh_.node_count() && held_[v] != 0)
      throw Error(fmt::format("node {} is held and responds to no force", v), "", "list free nodes only");
  return sinew::responses(*K_, kept, held_);
}

}  // namespace sinew
