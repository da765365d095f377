#include "rigid/rigid_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/shared_objects.h"
#include "base/table.h"
#include "body/contact_mesh.h"
#include "mesh/surface_topology.h"
#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

constexpr std::array<Vec3, 4> kTetrahedron{Vec3{1, 1, 1}, Vec3{1, -1, -1}, Vec3{-1, 1, -1}, Vec3{-1, -1, 1}};

void require_triangles(const SurfaceMesh& surface) {
  if (surface.triangles.empty()) throw Error("a rigid body needs a surface, and there are no triangles");
  for (const Vec3& p : surface.positions)
    if (!is_finite(p)) throw Error("a vertex of the surface is not finite");
  for (Index t = 0; t < surface.triangle_count(); ++t) {
    const Triangle& corners = surface.triangles[t];
    for (const Index v : corners)
      if (v < 0 || v >= surface.vertex_count())
        throw Error(fmt::format("triangle {} has a corner {} that is no vertex", t, v));
    if (has_repeated_corner(corners))
      throw Error(fmt::format("triangle {} has a vertex twice", t), "", "repair() drops such triangles");
  }
}

void require_closed(const SurfaceMesh& surface) {
  if (is_closed_and_oriented(surface.triangles)) return;
  const SurfaceTopology topology = surface_topology(surface.triangles);
  if (topology.open_edges > 0)
    throw Error(
        fmt::format("the surface is open: {} one triangle only",
                    counted(topology.open_edges, "edge has", "edges have")),
        "",
        "the mass of a rigid body is that of what a closed surface bounds: \"sinew mesh IN -o solid.vtu\" "
        "fills it, and solid.vtu has a closed boundary");
  throw Error(fmt::format("the surface does not bound a solid: {} more than two triangles, {} two that face "
                          "opposite ways",
                          counted(topology.nonmanifold_edges, "edge has", "edges have"),
                          counted(topology.opposed_edges, "edge has", "edges have")),
              "",
              "\"sinew mesh IN -o solid.vtu\" fills what it surrounds, and solid.vtu has a closed boundary");
}

void require_solid(const SolidMoments& solid, double size) {
  constexpr double kLeast = 1e-12;  // of a cube of that size
  if (solid.volume < 0)
    throw Error(fmt::format("the surface is inside out: it bounds {:.3g} m^3", solid.volume), "",
                "turn the corners of its triangles round; repair() does");
  if (!(solid.volume > kLeast * size * size * size))
    throw Error(fmt::format("the surface bounds {:.3g} m^3, next to nothing for a body {:.3g} m long",
                            solid.volume, size),
                "", "a rigid body needs a solid; cloth is a \"sheet\" of type tet");
}

// L of L L^T = A, lower triangular.
Mat3 cholesky_factor(const Mat3& A) {
  constexpr double kLeast = 1e-12;  // of the largest pivot
  Mat3 L;
  for (int j = 0; j < 3; ++j)
    for (int i = j; i < 3; ++i) {
      double sum = A(i, j);
      for (int k = 0; k < j; ++k) sum -= L(i, k) * L(j, k);
      if (i == j && !(sum > kLeast * trace(A)))
        throw Error("the body is too thin: its inertia cannot be told from that of a line or a plane", "",
                    "make it thicker, or take a \"sheet\" of type tet");
      L(i, j) = i == j ? std::sqrt(sum) : sum / L(j, j);
    }
  return L;
}

// L^-1 x
Vec3 solved_forward(const Mat3& L, const Vec3& x) {
  Vec3 y;
  for (int i = 0; i < 3; ++i) {
    double sum = x[i];
    for (int k = 0; k < i; ++k) sum -= L(i, k) * y[k];
    y[i] = sum / L(i, i);
  }
  return y;
}

// Weights are rounded to multiples of a power of two that is exact in single precision, such that they sum to 1
// without any rounding: a force on a vertex is then on the body what it is on whatever it touches.
Embedding bound_to_corners(std::span<const Vec3> offsets, const Mat3& L) {
  double most = 1;
  std::vector<Vec3> scaled;
  for (const Vec3& x : offsets) {
    const Vec3& y = scaled.emplace_back(solved_forward(L, x));
    most = std::max(most, 1 + std::abs(y.x) + std::abs(y.y) + std::abs(y.z));
  }
  const double grain = std::exp2(std::ceil(std::log2(most)) - 25);
  std::vector<Index> nodes;
  std::vector<float> weights;
  for (const Vec3& y : scaled) {
    double rest = 1;
    for (int k = 3; k > 0; --k) {
      const double weight = grain * std::round((1 + dot(kTetrahedron[k], y)) / 4 / grain);
      nodes.push_back(k), weights.push_back(static_cast<float>(weight));
      rest -= weight;
    }
    nodes.push_back(0), weights.push_back(static_cast<float>(rest));
  }
  return embedding_of_rows(4, std::move(nodes), std::move(weights));
}

std::vector<Vec3> offsets_of(std::span<const Vec3> positions, const Vec3& centre) {
  std::vector<Vec3> offsets;
  for (const Vec3& p : positions) offsets.push_back(p - centre);
  return offsets;
}

// Sets what collides: what is seen, unless something else is chosen.
void add_contact(const SurfaceMesh& seen, const ContactChoice& choice, const Mat3& L, RigidShape& shape) {
  constexpr double kElementEdge = 0.02;  // over the size
  const std::optional<ContactMesh> chosen =
      contact_mesh(choice, seen, kElementEdge * bounding_box(seen).diagonal());
  const SurfaceMesh& mesh = chosen ? chosen->mesh : seen;
  shape.contact_offsets = offsets_of(mesh.positions, shape.solid.centre);
  auto contact = std::make_shared<ContactSurface>();
  contact->triangles = mesh.triangles;
  contact->rest = mesh.positions;
  contact->embedding = bound_to_corners(shape.contact_offsets, L);
  contact->is_rigid = true;
  contact->deviation = chosen ? chosen->deviation : 0;
  shape.contact = std::move(contact);
}

std::shared_ptr<const RigidShape> make_shape(SurfaceMesh surface, const ContactChoice& choice) {
  auto shape = std::make_shared<RigidShape>();
  shape->solid = solid_moments(surface);
  require_solid(shape->solid, bounding_box(surface).diagonal());
  const Mat3 L = cholesky_factor((1 / shape->solid.volume) * shape->solid.second);
  for (int k = 0; k < 4; ++k) shape->corners[k] = L * kTetrahedron[k];
  shape->offsets = offsets_of(surface.positions, shape->solid.centre);
  add_contact(surface, choice, L, *shape);

  FrameElements elements;
  elements.rest_positions = surface.positions;
  elements.triangles = surface.triangles;
  const Index vertices = surface.vertex_count();
  shape->topology =
      make_topology({std::move(surface), {}}, embedding_on_own_nodes(vertices), std::move(elements));
  return shape;
}

}  // namespace

std::shared_ptr<const RigidShape> RigidShape::of(SurfaceMesh surface, const ContactChoice& contact) {
  static SharedObjects<RigidShape> shapes;
  require_triangles(surface);
  drop_unused_vertices(surface);
  require_closed(surface);
  require_valid(contact, surface);
  Fingerprint made_from = Fingerprint().add(surface.positions).add(surface.triangles);
  add(made_from, contact);
  return shapes.find_or_make(made_from, [&] { return make_shape(std::move(surface), contact); });
}

}  // namespace sinew
