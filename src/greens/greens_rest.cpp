#include "greens/greens_rest.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/table.h"
#include "mesh/disjoint_sets.h"
#include "mesh/surface_topology.h"
#include "rigid/solid_moments.h"
#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

void require_known(const KnownResponses& known) {
  const SurfaceMesh& surface = known.problem.surface;
  require_physical(known.problem.material, "material");
  if (surface.triangles.empty() || !is_closed_and_oriented(surface.triangles))
    throw Error("the surface of a body that is known by its responses must be closed and oriented outward");
  if (known.problem.held.size() != surface.positions.size())
    throw Error(fmt::format("{} vertices are held or free, and the surface has {}", known.problem.held.size(),
                            surface.positions.size()));
}

void require_counts(const KnownResponses& known, Index free) {
  if (known.G == nullptr || known.G->count() != free)
    throw Error(fmt::format("the responses are those of {} free vertices, and the surface has {}",
                            known.G == nullptr ? 0 : known.G->count(), free));
  if (!known.weight.empty() && known.weight.size() != 9 * static_cast<std::size_t>(free))
    throw Error(
        fmt::format("the response to weight has {} numbers, and not {}", known.weight.size(), 9 * free));
}

// Twice the largest area that three of the points span, from the first and the one that is farthest from it.
double spread_of(std::span<const Vec3> points) {
  if (points.empty()) return 0;
  const Vec3 a = points[0];
  const Vec3 b = *std::ranges::max_element(points, {}, [&](const Vec3& p) { return squared_norm(p - a); });
  double most = 0;
  for (const Vec3& p : points) most = std::max(most, norm(cross(b - a, p - a)));
  return most;
}

// A piece that turns about a line, or moves freely, is in no balance.
void require_held_pieces(const ReferenceProblem& problem) {
  constexpr double kLeast = 1e-9;  // of the square of the size
  const SurfaceMesh& surface = problem.surface;
  DisjointSets sets(surface.vertex_count());
  for (const Triangle& t : surface.triangles) sets.unite(t[0], t[1]), sets.unite(t[0], t[2]);
  const Components pieces = sets.components();
  std::vector<std::vector<Vec3>> held(static_cast<std::size_t>(pieces.count));
  for (std::size_t v = 0; v < problem.held.size(); ++v)
    if (problem.held[v] != 0) held[pieces.of[v]].push_back(surface.positions[v]);
  const double size = bounding_box(surface).diagonal();
  const auto loose = static_cast<Index>(std::ranges::count_if(
      held, [&](const auto& points) { return !(spread_of(points) > kLeast * size * size); }));
  if (loose > 0)
    throw Error(
        fmt::format("{} of the body is not held by three vertices off one line",
                    counted(loose, "piece", "pieces")),
        "", "a body that is known by its responses is in balance: hold more of it, or take one with inertia");
}

std::shared_ptr<const ContactSurface> contact_of(const SurfaceMesh& surface) {
  auto contact = std::make_shared<ContactSurface>();
  contact->triangles = surface.triangles;
  contact->rest = surface.positions;
  contact->embedding = embedding_on_own_nodes(surface.vertex_count());
  return contact;
}

FrameTopology topology_of(const SurfaceMesh& surface) {
  FrameElements elements;
  elements.rest_positions = surface.positions;
  elements.triangles = surface.triangles;
  return make_topology({surface, {}}, embedding_on_own_nodes(surface.vertex_count()), std::move(elements));
}

}  // namespace

std::shared_ptr<const GreensRest> GreensRest::of(std::shared_ptr<const KnownResponses> known) {
  if (known == nullptr) throw Error("a body that is known by its responses has none");
  require_known(*known);
  auto rest = std::make_shared<GreensRest>();
  const ReferenceProblem& problem = known->problem;
  rest->free = free_vertices(problem);
  require_counts(*known, rest->free_count());
  require_held_pieces(problem);
  rest->free_of.assign(problem.held.size(), -1);
  for (Index k = 0; k < rest->free_count(); ++k) rest->free_of[rest->free[k]] = k;

  const SolidMoments solid = solid_moments(problem.surface);
  rest->volume = solid.volume, rest->mass = problem.material.density * solid.volume,
  rest->centre = solid.centre;
  rest->masses = vertex_areas(problem.surface);
  double area = 0;
  for (const double part : rest->masses) area += part;
  for (double& part : rest->masses) part *= rest->mass / area;
  rest->contact = contact_of(problem.surface);
  rest->topology = topology_of(problem.surface);
  rest->known = std::move(known);
  return rest;
}

void require_fitting(std::span<const Hold> holds, const GreensRest& rest) {
  std::vector<char> held(static_cast<std::size_t>(rest.count()));
  for (std::size_t h = 0; h < holds.size(); ++h) {
    const std::string where = fmt::format("holds[{}]", h);
    require_valid(holds[h].motion, where);
    if (!holds[h].directions.empty())
      throw Error("responses know nothing of a hold of some directions alone", where, "hold all directions");
    if (holds[h].motion != holds[0].motion)
      throw Error("holds of a body that is known by its responses must move alike", where,
                  "give all the same motion, or take a body of tetrahedra");
    for (const Index v : holds[h].nodes) {
      if (v < 0 || v >= rest.count())
        throw Error(fmt::format("vertex {} is to be held, but there are {}", v, rest.count()), where);
      held[v] = 1;
    }
  }
  const std::vector<char>& known = rest.known->problem.held;
  const auto differs = std::ranges::mismatch(held, known);
  if (differs.in1 != held.end())
    throw Error(fmt::format("vertex {} is {}, but {} in the responses", differs.in1 - held.begin(),
                            *differs.in1 != 0 ? "held" : "free", *differs.in1 != 0 ? "free" : "held"),
                "", "compute the responses again for these holds");
}

}  // namespace sinew
