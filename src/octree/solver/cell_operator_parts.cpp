#include "base/parallel.h"
#include "linalg/inverse3.h"
#include "octree/solver/cell_operator.h"

// CellOperator on cells with matrices of their own.

namespace sinew {

namespace {

constexpr Index kPartRows = 256;  // per parallel chunk

}  // namespace

void CellOperator::turn_parts() {
  if (parts_ == nullptr) return;
  part_rotations_.resize(static_cast<std::size_t>(parts_->count()));
  for (Index part = 0; part < parts_->count(); ++part)
    part_rotations_[part] = to_matrix(unit_quaternion(rotations_[parts_->cell(part)]));
}

void CellOperator::turn_parts(std::span<const Block3<double>> u) {
  if (parts_ == nullptr) return;
  std::vector<Quaternion> near(static_cast<std::size_t>(parts_->count()));
  for (Index part = 0; part < parts_->count(); ++part)
    near[part] = unit_quaternion(rotations_[parts_->cell(part)]);
  part_rotations_ = parts_->rotations(near, u);
}

// Adds the mean of their diagonal to the masses, so that what is inverted is regular where no other cell is.
std::vector<Mat3> CellOperator::add_diagonal_of_parts() {
  if (parts_ == nullptr) return {};
  const std::span<const Index> unknowns = parts_->unknowns();
  std::vector<Mat3> of_parts(unknowns.size());
  parts_->diagonal(factor_, part_rotations_, of_parts);
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    float& mass = rows_[unknowns[k]].mass;
    const float before = mass;
    mass += static_cast<float>(trace(of_parts[k]) / 3);
    of_parts[k] = of_parts[k] - double(mass - before) * Mat3::identity();
    mass_of_parts_.push_back(before);
  }
  return of_parts;
}

void CellOperator::invert_diagonal_of_parts(std::span<const Mat3> of_parts) {
  if (parts_ == nullptr) return;
  const std::span<const Index> unknowns = parts_->unknowns();
  parallel_for_each(unknowns.size(), kPartRows, [&](Index k) {
    VertexRow& row = rows_[unknowns[k]];
    row.mass = mass_of_parts_[k];
    auto& [xx, yy, zz, xy, yz, zx] = row.inverse;
    if (row.free == 0 || xx == 0) return;
    const Mat3 others = inverse_of_symmetric({{Vec3{xx, xy, zx}, Vec3{xy, yy, yz}, Vec3{zx, yz, zz}}});
    const Mat3 all = inverse_of_symmetric(others + of_parts[k]);
    const auto single = [](double value) { return static_cast<float>(value); };
    xx = single(all(0, 0)), yy = single(all(1, 1)), zz = single(all(2, 2));
    xy = single(all(0, 1)), yz = single(all(1, 2)), zx = single(all(2, 0));
  });
  mass_of_parts_.clear();
}

void CellOperator::subtract_parts(std::span<const Block3<float>> x, std::span<Block3<float>> r) const {
  product_of_parts(x, [&](Index v, const Block3<float>& value) {
    r[v].x -= value.x, r[v].y -= value.y, r[v].z -= value.z;
  });
}

void CellOperator::relax_parts(float omega, std::span<const Block3<float>> x,
                               std::span<Block3<float>> to) const {
  product_of_parts(x, [&](Index v, const Block3<float>& value) {
    const Block3<float> step = preconditioned(v, value);
    to[v].x -= omega * step.x, to[v].y -= omega * step.y, to[v].z -= omega * step.z;
  });
}

std::vector<char> CellOperator::in_blocks(std::span<const Index> blocks) const {
  std::vector<char> in(rows_.size(), 0);
  for (const Index k : blocks)
    std::fill_n(in.begin() + packs_->blocks[k].first_vertex, packs_->blocks[k].owned, 1);
  return in;
}

}  // namespace sinew
