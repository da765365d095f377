#include "base/parallel.h"
#include "linalg/inverse3.h"
#include "octree/solver/cell_operator.h"

// CellOperator over unknowns that hanging vertices follow in any way: W around the kernels [Seiler11, Eq. 3].

namespace sinew {

namespace {

constexpr Index kFollowed = 1024;  // per parallel chunk

Mat3 matrix_of(const VertexRow& row) {
  const auto [xx, yy, zz, xy, yz, zx] = row.inverse;
  return {{Vec3{xx, xy, zx}, Vec3{xy, yy, yz}, Vec3{zx, yz, zz}}};
}

}  // namespace

template <>
ScratchPool<BlockVector<float>>& CellOperator::Followers::scratch<float>() {
  return scratch_of_float;
}
template <>
ScratchPool<BlockVector<double>>& CellOperator::Followers::scratch<double>() {
  return scratch_of_double;
}

void CellOperator::follow(const Vertices& vertices) { followers_ = std::make_unique<Followers>(vertices); }

template <typename Real, typename Product>
void CellOperator::by_followers(std::span<const Block3<Real>> x, std::span<Block3<Real>> y,
                                Product&& product) const {
  const std::size_t count = static_cast<std::size_t>(packs_->vertex_count);
  const auto from = followers_->scratch<Real>().take(), to = followers_->scratch<Real>().take();
  from->resize(count), to->resize(count);
  std::copy(x.begin(), x.end(), from->begin());
  followers_->hanging.follow(std::span<Block3<Real>>(*from));
  product(std::span<const Block3<Real>>(*from), std::span<Block3<Real>>(*to));
  followers_->hanging.hand_on(std::span<Block3<Real>>(*to));
  std::copy_n(to->begin(), y.size(), y.begin());
}

void CellOperator::multiply(std::span<const Block3<float>> x, std::span<Block3<float>> y) const {
  if (followers_ == nullptr) {
    multiply_cells(x, y);
  } else {
    by_followers<float>(x, y, [&](auto from, auto to) { multiply_cells(from, to); });
    parallel_for_each(y.size(), kFollowed, [&](Index v) {
      const auto& [inverse, mass, free] = followers_->rows[v];
      y[v] = {free * (y[v].x + mass * x[v].x), free * (y[v].y + mass * x[v].y),
              free * (y[v].z + mass * x[v].z), 0};
    });
  }
  project(rollers_, y);
}

void CellOperator::update_rotations(std::span<const Block3<double>> u) {
  if (followers_ == nullptr) return update_rotations_of_cells(u);
  const auto all = followers_->scratch<double>().take();
  all->resize(static_cast<std::size_t>(packs_->vertex_count));
  std::copy(u.begin(), u.end(), all->begin());
  followers_->hanging.follow(std::span<Block3<double>>(*all));
  update_rotations_of_cells(*all);
}

void CellOperator::sum_forces(double scale, double rest, std::span<const Block3<double>> u,
                              std::span<Block3<double>> f) const {
  if (followers_ == nullptr) return sum_forces_of_cells(scale, rest, u, f);
  by_followers<double>(u, f, [&](auto from, auto to) { sum_forces_of_cells(scale, rest, from, to); });
}

// Kernels have inverted the blocks of all vertices, which have no masses here.
void CellOperator::update_diagonal_of_followers() {
  std::vector<Mat3> D(static_cast<std::size_t>(followers_->unknowns));
  for (Index v = 0; v < packs_->vertex_count; ++v) {
    const Mat3 block = inverse_of_symmetric(matrix_of(rows_[v]));
    for (const auto [unknown, weight] : followers_->vertices.weights(v))
      D[unknown] = D[unknown] + double(weight) * double(weight) * block;
  }
  parallel_for_each(D.size(), kFollowed, [&](Index v) {
    VertexRow& row = followers_->rows[v];
    const Mat3 all =
        row.free == 0 ? Mat3{} : inverse_of_symmetric(D[v] + double(row.mass) * Mat3::identity());
    const auto single = [](double value) { return static_cast<float>(value); };
    auto& [xx, yy, zz, xy, yz, zx] = row.inverse;
    xx = single(all(0, 0)), yy = single(all(1, 1)), zz = single(all(2, 2));
    xy = single(all(0, 1)), yz = single(all(1, 2)), zx = single(all(2, 0));
  });
}

}  // namespace sinew
