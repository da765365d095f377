#pragma once

#include <span>

#include "sinew/base/geometry.h"

namespace sinew {

// How the free vertices of a surface answer forces on them: u = G f, with G symmetric positive definite (force form;
// the paper's X is G times the vertex areas, [JamesPai03, Eq. 13]). Rows and columns of G are blocks of 3x3, by the
// numbers of the free vertices; m/N.
class Responses {
 public:
  virtual ~Responses() = default;
  virtual Index count() const = 0;  // free vertices
  // The blocks of G at these rows and columns, a matrix of 3 |rows| times 3 |columns| numbers, column by column.
  virtual void extract(std::span<const Index> rows, std::span<const Index> columns,
                       std::span<double> G) const = 0;
  // u = the displacements of all free vertices under forces (N) on some of them, m.
  virtual void sum(std::span<const Index> vertices, std::span<const Vec3> forces,
                   std::span<Vec3> u) const = 0;
};

// Where responses come from: products with G, many columns at a time. Dense columns have 3 count() numbers.
class ResponseSource {
 public:
  virtual ~ResponseSource() = default;
  virtual Index count() const = 0;  // free vertices
  // U = G F for as many dense columns of forces (N) as there are; U may be F.
  virtual void respond(std::span<const double> F, std::span<double> U) const = 0;
  // For each of the vertices three columns of G: the displacements under unit forces along x, y and z.
  // Default: by respond().
  virtual void columns(std::span<const Index> vertices, std::span<double> G) const;
};

}  // namespace sinew
