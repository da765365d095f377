#include "greens/sources/other_blocks.h"

#include <fmt/format.h>

#include "elastic/quadratic_tetrahedron.h"
#include "mesh/tetrahedron_locator.h"
#include "sinew/base/error.h"
#include "tet/quadratic_mesh.h"

namespace sinew {

namespace {

using Column = BlockVector<double>;

Column to_column(std::span<const double> x) {
  Column column(x.size() / 3);
  for (std::size_t i = 0; i < column.size(); ++i) column[i] = {x[3 * i], x[3 * i + 1], x[3 * i + 2], 0};
  return column;
}

void append(const Column& column, std::vector<double>& x) {
  for (const Block3<double>& block : column) x.insert(x.end(), {block.x, block.y, block.z});
}

std::vector<double> solved(const FiniteElementSource& source, const Column& f) {
  std::vector<double> x;
  append(f, x);
  source.solve(x);
  return x;
}

void append_free(const FiniteElements& body, std::span<const double> x, std::vector<double>& out) {
  for (const Index row : body.free_rows)
    out.insert(out.end(), &x[3 * static_cast<std::size_t>(row)], &x[3 * static_cast<std::size_t>(row)] + 3);
}

// What followers get belongs to the vertices they follow, half and half.
void append_reactions(const FiniteElements& body, const Column& forces, std::vector<double>& out) {
  const std::size_t start = out.size();
  out.resize(start + 3 * static_cast<std::size_t>(body.held_count), 0.0);
  for (const FiniteElements::Follower& follower : body.followers) {
    const Block3<double>& f = forces[follower.row];
    for (const Index vertex : follower.held_vertices) {
      double* to = &out[start + 3 * static_cast<std::size_t>(vertex)];
      to[0] += 0.5 * f.x, to[1] += 0.5 * f.y, to[2] += 0.5 * f.z;
    }
  }
}

// K u - f: at held rows, the force of the support.
Column support_forces(const FiniteElements& body, const Column& u, const Column& f) {
  Column r(u.size());
  residual<double>(*body.K, f, u, r);
  for (Block3<double>& block : r) block.x = -block.x, block.y = -block.y, block.z = -block.z;
  return r;
}

// Displacements of the followers of one held vertex.
Column lifted(const FiniteElements& body, Index vertex, int axis) {
  Column u(body.held.size());
  for (const FiniteElements::Follower& follower : body.followers)
    for (const Index followed : follower.held_vertices)
      if (followed == vertex) (&u[follower.row].x)[axis] += 0.5;
  return u;
}

}  // namespace

SupportColumns support_columns(const FiniteElementSource& source, std::span<const Index> held) {
  const FiniteElements& body = source.elements();
  const std::size_t unknowns = 3 * body.held.size();
  SupportColumns columns;
  std::vector<double> X;
  for (const Index vertex : held)
    for (int axis = 0; axis < 3; ++axis) {
      const Column u = lifted(body, vertex, axis);
      Column f(u.size());
      residual<double>(*body.K, f, u, f);
      append(f, X);
    }
  source.solve(X);
  for (std::size_t k = 0; k < 3 * held.size(); ++k) {
    const std::span<const double> x = std::span(X).subspan(unknowns * k, unknowns);
    append_free(body, x, columns.displacements);
    Column u = lifted(body, held[k / 3], static_cast<int>(k % 3));
    axpby<double>(1, to_column(x), 1, u);
    append_reactions(body, support_forces(body, u, Column(u.size())), columns.reactions);
  }
  return columns;
}

std::vector<double> support_reactions(const FiniteElementSource& source, std::span<const double> F) {
  const FiniteElements& body = source.elements();
  const std::size_t size = 3 * body.free_rows.size();
  std::vector<double> reactions;
  for (std::size_t first = 0; first < F.size(); first += size) {
    Column f(body.held.size());
    for (std::size_t k = 0; k < body.free_rows.size(); ++k) {
      const double* from = &F[first + 3 * k];
      f[body.free_rows[k]] = {from[0], from[1], from[2], 0};
    }
    const Column u = to_column(solved(source, f));
    append_reactions(body, support_forces(body, u, f), reactions);
  }
  return reactions;
}

WeightColumns weight_columns(const FiniteElementSource& source) {
  const FiniteElements& body = source.elements();
  WeightColumns columns;
  for (int axis = 0; axis < 3; ++axis) {
    Column f(body.held.size());
    for (std::size_t i = 0; i < f.size(); ++i) (&f[i].x)[axis] = body.mass[i];
    const std::vector<double> x = solved(source, f);
    append_free(body, x, columns.displacements);
    append_reactions(body, support_forces(body, to_column(x), f), columns.reactions);
    for (std::size_t i = 0; i < f.size(); ++i)
      for (int row = 0; row < 3; ++row) columns.on_mass(row, axis) += body.mass[i] * x[3 * i + row];
  }
  return columns;
}

namespace {

// Per node of an element: its row, shape function and gradient at a point.
struct Shape {
  Index row;
  double value;
  Vec3 gradient;
};

class Shapes {
 public:
  explicit Shapes(const FiniteElements& body) : body_(body), locator_(body.fitted.mesh) {
    if (body.order == ElementOrder::kQuadratic) quadratic_ = make_quadratic_mesh(body.fitted.mesh);
  }

  std::vector<Shape> at(const Vec3& p) const {
    const auto place = locator_.find(p, 1e-9);
    if (place.tetrahedron < 0)
      throw Error(
          fmt::format("the point ({:.4g}, {:.4g}, {:.4g}) is outside of the body's elements", p.x, p.y, p.z),
          "", "take points inside; at the surface there are vertices");
    const TetrahedronShape shape = tetrahedron_shape(body_.fitted.mesh.corners(place.tetrahedron));
    std::vector<Shape> shapes;
    if (body_.order == ElementOrder::kLinear) {
      for (int i = 0; i < 4; ++i)
        shapes.push_back({body_.row_of[body_.fitted.mesh.tetrahedra[place.tetrahedron][i]], place.weights[i],
                          shape.gradient[i]});
      return shapes;
    }
    const auto values = quadratic_values(place.weights);
    const auto gradients = quadratic_gradients(shape, place.weights);
    for (int i = 0; i < kQuadraticNodes; ++i)
      shapes.push_back({body_.row_of[quadratic_.elements[place.tetrahedron][i]], values[i], gradients[i]});
    return shapes;
  }

 private:
  const FiniteElements& body_;
  TetrahedronLocator locator_;
  QuadraticMesh quadratic_;
};

// The derivative of a component of strain by the displacement of a node with this gradient.
Vec3 strain_row(const Vec3& g, int component) {
  if (component < 3) {
    Vec3 row;
    row[component] = g[component];
    return row;
  }
  constexpr int kAxes[3][2] = {{0, 1}, {1, 2}, {2, 0}};
  const auto [a, b] = kAxes[component - 3];
  Vec3 row;
  row[a] = g[b], row[b] = g[a];
  return row;
}

Vec3 row_of(const Shape& shape, InnerQuantity what, int component, const Material& material) {
  if (what == InnerQuantity::kDisplacement) {
    Vec3 row;
    row[component] = shape.value;
    return row;
  }
  const Vec3 strain = strain_row(shape.gradient, component);
  if (what == InnerQuantity::kStrain) return strain;
  if (component >= 3) return material.mu() * strain;
  return material.lambda() * shape.gradient + 2 * material.mu() * strain;
}

}  // namespace

std::vector<double> inner_rows(const FiniteElementSource& source, std::span<const Vec3> points,
                               InnerQuantity what) {
  const FiniteElements& body = source.elements();
  const Shapes shapes(body);
  std::vector<double> rows;
  for (const Vec3& p : points) {
    const std::vector<Shape> around = shapes.at(p);
    for (int component = 0; component < components_of(what); ++component) {
      Column f(body.held.size());
      for (const Shape& shape : around)
        f[shape.row] = to_block(row_of(shape, what, component, body.material));
      append_free(body, solved(source, f), rows);
    }
  }
  return rows;
}

}  // namespace sinew
