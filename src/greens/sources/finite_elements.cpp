#include "greens/sources/finite_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "mesh/tetrahedron_adjacency.h"
#include "sinew/base/error.h"
#include "stepping/free_pieces.h"
#include "tet/elastic_assembly.h"
#include "tet/quadratic_statics.h"

namespace sinew {

namespace {

void require_problem(const ReferenceProblem& problem) {
  if (problem.held.size() != problem.surface.positions.size())
    throw Error(fmt::format("{} vertices have {} marks of being held", problem.surface.positions.size(),
                            problem.held.size()),
                "", "give one mark for each vertex");
  const auto held = std::ranges::count(problem.held, char{1});
  if (held == 0)
    throw Error("no vertex is held", "", "hold a part of the surface, so that the body cannot move away");
  if (held == std::ssize(problem.held))
    throw Error("no vertex is free", "", "hold a part of the surface only");
}

// A tetrahedron that hangs on a held body by an edge alone can turn about it.
void require_supported(const ReferenceProblem& problem, const VolumeMesh& mesh) {
  std::vector<char> held(problem.held);
  held.resize(mesh.positions.size(), 0);
  const std::span<const Index> nodes(mesh.tetrahedra.data()->data(), 4 * mesh.tetrahedra.size());
  const auto free =
      find_free_pieces(face_components(face_neighbours(mesh.tetrahedra)), nodes, 4, mesh.positions, held);
  if (!free.empty()) refuse_free_piece(free[0], "the body of responses", {});
}

// Per node of the mesh, and per middle of an edge after them, the held vertices that it follows; -1: it is free.
class SupportedNodes {
 public:
  using Pair = std::array<Index, 2>;

  SupportedNodes(const ReferenceProblem& problem, const FittedMesh& fitted)
      : pairs_(fitted.mesh.positions.size(), Pair{-1, -1}) {
    for (std::size_t i = 0; i < problem.held.size(); ++i)
      if (problem.held[i]) pairs_[i] = {count_, count_}, ++count_;
    // A split edge follows its ends if these are vertices themselves.
    for (std::size_t k = 0; k < fitted.split.size(); ++k)
      pairs_[problem.held.size() + k] = middle(fitted.split[k][0], fitted.split[k][1]);
  }
  // Middles of edges of the boundary.
  void add_middles(const VolumeMesh& mesh, const QuadraticMesh& quadratic) {
    pairs_.resize(quadratic.positions.size(), Pair{-1, -1});
    for (const Triangle& t : boundary_surface(mesh).triangles)
      for (int k = 0; k < 3; ++k)
        pairs_[quadratic.middle_of(t[k], t[(k + 1) % 3])] = middle(t[k], t[(k + 1) % 3]);
  }
  Index count() const { return count_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  std::vector<Index> nodes() const {
    std::vector<Index> nodes;
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      if (pairs_[i][0] >= 0) nodes.push_back(static_cast<Index>(i));
    return nodes;
  }

 private:
  bool is_vertex(Index node) const { return pairs_[node][0] >= 0 && pairs_[node][0] == pairs_[node][1]; }
  Pair middle(Index a, Index b) const {
    return is_vertex(a) && is_vertex(b) ? Pair{pairs_[a][0], pairs_[b][0]} : Pair{-1, -1};
  }

  std::vector<Pair> pairs_;
  Index count_ = 0;
};

void set_rows(FiniteElements& body, const ReferenceProblem& problem, const SupportedNodes& held) {
  body.held.assign(body.row_of.size(), 0);
  body.held_count = held.count();
  for (std::size_t node = 0; node < held.pairs().size(); ++node)
    if (const auto& pair = held.pairs()[node]; pair[0] >= 0) {
      body.held[body.row_of[node]] = 1;
      body.followers.push_back({body.row_of[node], pair});
    }
  for (const Index vertex : free_vertices(problem)) body.free_rows.push_back(body.row_of[vertex]);
}

void assemble_linear(FiniteElements& body, const ReferenceProblem& problem, SupportedNodes& held) {
  const ElasticRest rest = make_elastic_rest(body.fitted.mesh, std::span(&problem.material, 1), {});
  body.row_of = rest.order.new_of_old;
  body.pattern = std::make_unique<BlockPattern>(rest.pattern);
  body.K = std::make_unique<BlockMatrix<double>>(*body.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop,
                   *body.K);
  body.mass = nodal_masses(rest);
  set_rows(body, problem, held);
}

void assemble_quadratic(FiniteElements& body, const ReferenceProblem& problem, SupportedNodes& held) {
  held.add_middles(body.fitted.mesh, make_quadratic_mesh(body.fitted.mesh));
  const QuadraticStatics statics(body.fitted.mesh, std::span(&problem.material, 1), held.nodes());
  body.row_of.resize(statics.held().size());
  std::iota(body.row_of.begin(), body.row_of.end(), 0);
  body.pattern = std::make_unique<BlockPattern>(*statics.stiffness().pattern);
  body.K = std::make_unique<BlockMatrix<double>>(*body.pattern);
  body.K->values = statics.stiffness().values;
  for (const Vec3& weight : statics.weight({1, 0, 0})) body.mass.push_back(weight.x);
  set_rows(body, problem, held);
}

}  // namespace

FiniteElements make_finite_elements(const ReferenceProblem& problem, const FiniteElementParams& params) {
  require_problem(problem);
  FiniteElements body;
  body.order = params.order;
  body.material = problem.material;
  body.fitted = fit_tetrahedra(problem.surface, params.mesh);
  require_supported(problem, body.fitted.mesh);
  SupportedNodes held(problem, body.fitted);
  if (params.order == ElementOrder::kLinear)
    assemble_linear(body, problem, held);
  else
    assemble_quadratic(body, problem, held);
  return body;
}

}  // namespace sinew
