#include "octree/cell_forces.h"

#include <functional>

#include "base/parallel.h"
#include "elastic/stress.h"

namespace sinew {

namespace {

constexpr Index kCells = 256, kUnknowns = 2048;

Vec3 corner_vector(int i) {
  const LatticePoint p = corner_offset(i);
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

// K d, column by column.
std::array<Vec3, 8> times(const CubeMatrix& K, const std::array<Vec3, 8>& d) {
  std::array<double, 24> sum{};
  for (int j = 0; j < 8; ++j)
    for (int c = 0; c < 3; ++c) {
      const double* column = &K[24 * (3 * j + c)];
      const double x = d[j][c];
      for (int r = 0; r < 24; ++r) sum[r] += column[r] * x;
    }
  std::array<Vec3, 8> f;
  for (int i = 0; i < 8; ++i) f[i] = {sum[3 * i], sum[3 * i + 1], sum[3 * i + 2]};
  return f;
}

template <typename F>
void for_each(Index n, Index chunk, F&& f) {
  parallel_for(n, chunk, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) f(i);
  });
}

}  // namespace

CellForces::CellForces(const OctreeGrid& grid, std::span<const Material> materials, Strain strain)
    : grid_(grid),
      strain_(strain),
      of_lambda_(cube_stiffness(1, 0)),
      of_mu_(cube_stiffness(0, 1)),
      rotations_(grid.cells.count()),
      turning_(rotations_),
      pull_(grid.cells.count()),
      star_start_(grid.vertices.unknowns + 1, 0),
      star_(8 * grid.unknowns.size()) {
  set_materials(materials);
  for (const CellUnknowns& cell : grid.unknowns)
    for (const Index v : cell.vertex) ++star_start_[v + 1];
  for (Index v = 0; v < grid.vertices.unknowns; ++v) star_start_[v + 1] += star_start_[v];
  std::vector<Index> next = star_start_;
  for (std::size_t c = 0; c < grid.unknowns.size(); ++c)
    for (int k = 0; k < 8; ++k) star_[next[grid.unknowns[c].vertex[k]]++] = static_cast<Index>(8 * c + k);
}

void CellForces::set_materials(std::span<const Material> materials) {
  lame_.clear();
  for (const Material& m : materials) lame_.push_back({m.lambda(), m.mu()});
}

std::array<Vec3, 8> CellForces::corner_displacements(In u, Index cell) const {
  const CellUnknowns& unknowns = grid_.unknowns[cell];
  std::array<Vec3, 8> x;
  const Vec3 first = to_vec3(u[unknowns.vertex[0]]);
  for (int k = 1; k < 8; ++k) x[k] = to_vec3(u[unknowns.vertex[k]]) - first;
  if (unknowns.hanging == 0) return x;
  const CornerWeights weights = corner_weights(grid_.cells.places[cell].octant(), unknowns.hanging);
  std::array<Vec3, 8> d;
  for (int i = 0; i < 8; ++i)
    for (int k = 1; k < 8; ++k)
      if (weights[i][k] != 0) d[i] += double(weights[i][k]) * x[k];
  return d;
}

Mat3 CellForces::deformation_gradient(const std::array<Vec3, 8>& d, Index cell) const {
  return Mat3::identity() + (1 / grid_.side(cell)) * cube_gradient(d);
}

Quaternion CellForces::rotation_at(const std::array<Vec3, 8>& d, Index cell) const {
  if (strain_ == Strain::kCauchy) return {};
  return nearest_rotation(deformation_gradient(d, cell), rotations_[cell]);
}

std::array<Vec3, 8> CellForces::turned_back(const std::array<Vec3, 8>& d, const Quaternion& q,
                                            Index cell) const {
  if (strain_ == Strain::kCauchy) return d;
  const double side = grid_.side(cell);
  const Mat3 back = transposed(to_matrix(q));
  std::array<Vec3, 8> e;
  for (int i = 0; i < 8; ++i) {
    const Vec3 rest = side * corner_vector(i);
    e[i] = back * (rest + d[i]) - rest;
  }
  return e;
}

void CellForces::turn_cells(In u) {
  if (strain_ == Strain::kCauchy) return;
  for_each(grid_.cells.count(), kCells,
           [&](Index c) { turning_[c] = rotation_at(corner_displacements(u, c), c); });
}

void CellForces::add_internal_forces(In u, std::span<Block3<double>> f) {
  for_each(grid_.cells.count(), kCells, [&](Index c) {
    const std::array<Vec3, 8> e = turned_back(corner_displacements(u, c), turning_[c], c);
    const std::array<Vec3, 8> by_lambda = times(of_lambda_, e), by_mu = times(of_mu_, e);
    const Mat3 R = to_matrix(turning_[c]);
    const double side = grid_.side(c);
    std::array<Vec3, 8> pull;
    for (int i = 0; i < 8; ++i)
      pull[i] = -side * (R * (lame(c).lambda * by_lambda[i] + lame(c).mu * by_mu[i]));
    pull_[c] = pull;
    const CellUnknowns& unknowns = grid_.unknowns[c];
    if (unknowns.hanging == 0) return;

    // Hand on what hanging corners feel.
    const CornerWeights weights = corner_weights(grid_.cells.places[c].octant(), unknowns.hanging);
    for (int k = 0; k < 8; ++k) {
      pull_[c][k] = {};
      for (int i = 0; i < 8; ++i)
        if (weights[i][k] != 0) pull_[c][k] += double(weights[i][k]) * pull[i];
    }
  });
  add_to_unknowns(f);
}

void CellForces::add_to_unknowns(std::span<Block3<double>> f) const {
  for_each(grid_.vertices.unknowns, kUnknowns, [&](Index v) {
    Vec3 sum = to_vec3(f[v]);
    for (Index at = star_start_[v]; at < star_start_[v + 1]; ++at) sum += pull_[star_[at] / 8][star_[at] % 8];
    f[v] = to_block(sum);
  });
}

double CellForces::energy(In u) const {
  return parallel_reduce(
      grid_.cells.count(), kCells, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index c = begin; c < end; ++c) {
          const std::array<Vec3, 8> d = corner_displacements(u, c);
          const std::array<Vec3, 8> e = turned_back(d, rotation_at(d, c), c);
          sum += grid_.side(c) *
                 (lame(c).lambda * cube_energy(of_lambda_, e) + lame(c).mu * cube_energy(of_mu_, e));
        }
        return sum;
      },
      std::plus<>());
}

void CellForces::stresses(In u, std::span<float> von_mises) const {
  for_each(grid_.cells.count(), kCells, [&](Index c) {
    const std::array<Vec3, 8> d = corner_displacements(u, c);
    const std::array<Vec3, 8> e = turned_back(d, rotation_at(d, c), c);
    const Mat3 gradient = (1 / grid_.side(c)) * cube_gradient(e);
    von_mises[c] = static_cast<float>(sinew::von_mises(cauchy_stress(gradient, lame(c).lambda, lame(c).mu)));
  });
}

}  // namespace sinew
