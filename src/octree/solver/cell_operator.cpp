#include "octree/solver/cell_operator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "base/parallel.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kRollers = 1024;
constexpr Index kVertices = 4096;  // or cells, per parallel chunk

void require_valid(std::span<const CellStiffness> stiffness) {
  const auto first_bad = [&](Index begin, Index end) {
    for (Index c = begin; c < end; ++c)
      if (!(stiffness[c].mu > 0) || !std::isfinite(stiffness[c].mu + stiffness[c].lambda)) return c;
    return Index{-1};
  };
  const Index bad = parallel_reduce(static_cast<Index>(stiffness.size()), kVertices, Index{-1}, first_bad,
                                    [](Index a, Index b) { return a >= 0 ? a : b; });
  if (bad >= 0)
    throw Error(fmt::format("the shear modulus is {}", stiffness[bad].mu), fmt::format("cell {}", bad),
                "it must be positive and finite");
}

// Kernels find the rotations of cells that have matrices of their own, too. So they get some stiffness, too little to be
// seen in a sum with others, even in double: this is its fourth root.
constexpr double kOfParts = 1e-5;

template <typename Real>
Real* work_space(Index vertices) {
  static thread_local std::vector<Real> work;
  const std::size_t size = 8 * static_cast<std::size_t>(vertices);
  if (work.size() < size) work.resize(size);
  return work.data();
}

// Calls run(block, work space) for these blocks.
template <typename Run>
void for_blocks(const CellPacks& packs, std::span<const Index> blocks, Run&& run) {
  parallel_for(static_cast<Index>(blocks.size()), 1, [&](Index begin, Index end) {
    float* work = work_space<float>(packs.most_vertices);
    for (Index k = begin; k < end; ++k) run(blocks[k], work);
  });
}

// The same for all blocks.
template <typename Real, typename Run>
void for_each_block(const CellPacks& packs, Run&& run) {
  parallel_for(static_cast<Index>(packs.blocks.size()), 1, [&](Index begin, Index end) {
    Real* work = work_space<Real>(packs.most_vertices);
    for (Index block = begin; block < end; ++block) run(block, work);
  });
}

template <typename Real>
const Real* data(std::span<const Block3<Real>> x) {
  return &x.data()->x;
}
template <typename Real>
Real* data(std::span<Block3<Real>> x) {
  return &x.data()->x;
}

// Calls visit(pack, lane, cell) for every lane that has a cell.
template <typename Visit>
void for_each_lane(const CellPacks& packs, Visit&& visit) {
  constexpr Index kChunk = 256;
  parallel_for_each(packs.pack_count(), kChunk, [&](Index pack) {
    for (int lane = 0; lane < kPackCells; ++lane)
      if (packs.cells[pack][lane] >= 0) visit(pack, lane, packs.cells[pack][lane]);
  });
}

double length_of(double w, double x, double y, double z) { return std::sqrt(w * w + x * x + y * y + z * z); }

}  // namespace

Quaternion unit_quaternion(const CellRotation& q) {
  const double over = 1 / length_of(q.w, q.x, q.y, q.z);
  return {over * q.w, over * q.x, over * q.y, over * q.z};
}

// Its roots are cos((2 k + 1) pi / (2 degree)), mapped to [low, high].
float ChebyshevParams::weight_between(double low, double high, int step, int degree) {
  const double root = std::cos((2 * step + 1) * std::numbers::pi / (2 * degree));
  return static_cast<float>(1 / (0.5 * (high + low) + 0.5 * (high - low) * root));
}

ChebyshevParams chebyshev_for(double largest_eigenvalue) {
  ChebyshevParams params;
  params.largest = 1.03 * largest_eigenvalue;  // the estimate is a little too small
  params.smallest = largest_eigenvalue / 6;
  params.smallest_of_thin = largest_eigenvalue / 40;
  return params;
}

CellOperator::CellOperator(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns,
                           std::span<const LatticePoint> points, double spacing,
                           const CellPacksParams& params, const CellKernels& kernels)
    : CellOperator(std::make_shared<const CellPacks>(make_cell_packs(places, unknowns, points, params)),
                   places, spacing, kernels) {}

CellOperator::CellOperator(std::shared_ptr<const CellPacks> packs, std::span<const CellPlace> places,
                           double spacing, const CellKernels& kernels)
    : packs_(std::move(packs)),
      kernels_(kernels),
      pack_rest_(packs_->nodes.size()),
      pack_stiffness_(packs_->nodes.size()),
      left_(packs_->nodes.size()),
      kept_(packs_->nodes.size()),
      rotations_(places.size()),
      rows_(packs_->vertex_count, VertexRow{{}, 0, 1}) {
  // Give every cell its side, m, and start the search for its rotation from none: the quaternion (1, 0, 0,
  // 0). Lanes without a cell keep a side and a stiffness of 0, so that they add nothing.
  for_each_lane(*packs_, [&](Index pack, int lane, Index cell) {
    pack_rest_[pack].side[lane] = spacing * places[cell].side();
    kept_[pack].q[0][lane] = 1;
  });
}

CellPackView CellOperator::view() const {
  const CellPacks& of = *packs_;
  static_assert(sizeof(of.own_cells[0]) == kPackCells * sizeof(Index));
  return {of.blocks.data(),  of.halo.data(),
          of.nodes.data(),   of.hanging.data(),
          pack_rest_.data(), reinterpret_cast<const Index(*)[kPackCells]>(of.own_cells.data())};
}

void CellOperator::set_stiffness(std::span<const CellStiffness> stiffness, double factor) {
  factor_ = factor;
  is_diagonal_old_ = true;
  require_valid(stiffness);
  // Store stiffness and rotation as one quaternion q: the rotation matrix of q, which is quadratic in q, acts
  // on both sides of the element matrix, so that |q|^4 is the factor on it.
  for_each_lane(*packs_, [&](Index pack, int lane, Index cell) {
    const CellStiffness& of = stiffness[cell];
    const bool is_part = parts_ != nullptr && parts_->part_of(cell) >= 0;
    const float length = static_cast<float>((is_part ? kOfParts : 1) * std::sqrt(std::sqrt(factor * of.mu)));
    pack_rest_[pack].length[lane] = length;
    pack_stiffness_[pack].ratio[lane] = static_cast<float>(of.lambda / of.mu);
    for (int i = 0; i < 4; ++i) {
      pack_stiffness_[pack].q[i][lane] = i == 0 ? length : 0;
      left_[pack].q[i][lane] = 0;
    }
    if (packs_->own_cells[pack][lane] >= 0) rotations_[cell] = {length, 0, 0, 0};
  });
  turn_parts();
}

void CellOperator::set_vertices(std::span<const double> mass, std::span<const char> held,
                                std::span<const Roller> rollers) {
  is_diagonal_old_ = true;
  rollers_ = rollers;
  parallel_for_each(rows_.size(), kVertices, [&](Index v) {
    rows_[v].mass = mass.empty() ? 0.0F : static_cast<float>(mass[v]);
    rows_[v].free = !held.empty() && held[v] ? 0.0F : 1.0F;
  });
}

void CellOperator::set_thin_vertices(std::span<const char> thin) {
  thin_blocks_.clear();
  for (std::size_t k = 0; k < packs_->blocks.size(); ++k) {
    const CellBlock& block = packs_->blocks[k];
    const auto own = thin.subspan(block.first_vertex, block.owned);
    if (std::find(own.begin(), own.end(), 1) != own.end()) thin_blocks_.push_back(static_cast<Index>(k));
  }
  if (parts_ != nullptr) is_thin_ = in_blocks(thin_blocks_);
}

void CellOperator::set_rotations(std::span<const CellRotation> rotations) {
  is_diagonal_old_ = true;
  for_each_lane(*packs_, [&](Index pack, int lane, Index cell) {
    const CellRotation& q = rotations[cell];
    const double s = pack_rest_[pack].length[lane] / length_of(q.w, q.x, q.y, q.z);
    const double parts[4] = {q.w, q.x, q.y, q.z};
    // Keep what rounding to single precision takes away, for forces in double.
    for (int i = 0; i < 4; ++i) {
      float& rounded = pack_stiffness_[pack].q[i][lane];
      rounded = static_cast<float>(s * parts[i]);
      left_[pack].q[i][lane] = static_cast<float>(s * parts[i] - rounded);
    }
    const auto& set = pack_stiffness_[pack].q;
    if (packs_->own_cells[pack][lane] >= 0)
      rotations_[cell] = {set[0][lane], set[1][lane], set[2][lane], set[3][lane]};
  });
  turn_parts();
}

void CellOperator::update_rotations(std::span<const Block3<double>> u) {
  is_diagonal_old_ = true;
  for_each_block<double>(*packs_, [&](Index block, double* work) {
    kernels_.rotate(view(), block, kept_.data(), pack_stiffness_.data(), left_.data(), data(u),
                    &rotations_.data()->w, work);
  });
  turn_parts(u);
}

void CellOperator::keep_rotations() {
  constexpr Index kChunk = 512;
  parallel_for_each(packs_->pack_count(), kChunk, [&](Index pack) {
    std::copy_n(&pack_stiffness_[pack].q[0][0], 4 * kPackCells, &kept_[pack].q[0][0]);
  });
}

void CellOperator::set_kept_rotations(std::span<const CellRotation> rotations) {
  for_each_lane(*packs_, [&](Index pack, int lane, Index cell) {
    const auto [w, x, y, z] = rotations[cell];
    const float parts[4] = {w, x, y, z};
    for (int i = 0; i < 4; ++i) kept_[pack].q[i][lane] = parts[i];
  });
}

std::vector<CellRotation> CellOperator::kept_rotations() const {
  std::vector<CellRotation> rotations(packs_->cell_count);
  for_each_lane(*packs_, [&](Index pack, int lane, Index cell) {
    const auto& q = kept_[pack].q;
    if (packs_->own_cells[pack][lane] >= 0)
      rotations[cell] = {q[0][lane], q[1][lane], q[2][lane], q[3][lane]};
  });
  return rotations;
}

void CellOperator::update_diagonal() {
  if (!std::exchange(is_diagonal_old_, false)) return;
  const std::vector<Mat3> of_parts = add_diagonal_of_parts();
  for_each_block<float>(*packs_, [&](Index block, float* work) {
    kernels_.invert_diagonal(view(), block, pack_stiffness_.data(), rows_.data(), work);
  });
  invert_diagonal_of_parts(of_parts);
  parallel_for_each(rollers_.size(), kRollers, [&](Index k) { leave_out_held_directions(rollers_[k]); });
}

// With B = D^-1, the inverse of P D P in the free directions is B - B n (n . B n)^-1 n^T B for each held
// direction n in turn: columns of I - P, as those of what is left to leave out.
void CellOperator::leave_out_held_directions(const Roller& roller) {
  auto& [xx, yy, zz, xy, yz, zx] = rows_[roller.node].inverse;
  Mat3 B{{Vec3{xx, xy, zx}, Vec3{xy, yy, yz}, Vec3{zx, yz, zz}}}, held = Mat3::identity() - roller.free;
  for (int axis = 0; axis < 3; ++axis) {
    if (!(norm(held.column[axis]) > 0.1)) continue;
    const Vec3 n = normalized(held.column[axis]), Bn = B * n;
    B = B - (1 / dot(n, Bn)) * outer(Bn, Bn);
    held = held - outer(n, n);
  }
  const auto single = [](double value) { return static_cast<float>(value); };
  xx = single(B(0, 0)), yy = single(B(1, 1)), zz = single(B(2, 2));
  xy = single(B(0, 1)), yz = single(B(1, 2)), zx = single(B(2, 0));
}

void CellOperator::update_diagonal_of(std::span<const Index> blocks) {
  const std::vector<Mat3> of_parts = add_diagonal_of_parts();
  for_blocks(*packs_, blocks, [&](Index block, float* work) {
    kernels_.invert_diagonal(view(), block, pack_stiffness_.data(), rows_.data(), work);
  });
  invert_diagonal_of_parts(of_parts);
}

void CellOperator::relax_blocks(std::span<const Index> blocks, float omega, std::span<const Block3<float>> b,
                                std::span<const Block3<float>> x, std::span<Block3<float>> to) const {
  for_blocks(*packs_, blocks, [&](Index block, float* work) {
    kernels_.relax(view(), block, pack_stiffness_.data(), rows_.data(), omega, data(b), data(x), data(to),
                   work);
  });
  product_of_parts(x, [&](Index v, const Block3<float>& value) {
    if (is_thin_[v] == 0) return;
    const Block3<float> step = preconditioned(v, value);
    to[v].x -= omega * step.x, to[v].y -= omega * step.y, to[v].z -= omega * step.z;
  });
}

void CellOperator::multiply_blocks(std::span<const Index> blocks, std::span<const Block3<float>> x,
                                   std::span<Block3<float>> y) const {
  for_blocks(*packs_, blocks, [&](Index block, float* work) {
    kernels_.multiply(view(), block, pack_stiffness_.data(), rows_.data(), data(x), data(y), work);
  });
}

void CellOperator::multiply(std::span<const Block3<float>> x, std::span<Block3<float>> y) const {
  for_each_block<float>(*packs_, [&](Index block, float* work) {
    kernels_.multiply(view(), block, pack_stiffness_.data(), rows_.data(), data(x), data(y), work);
  });
  product_of_parts(x, [&](Index v, const Block3<float>& value) {
    y[v].x += value.x, y[v].y += value.y, y[v].z += value.z;
  });
  project(rollers_, y);
}

void CellOperator::residual(std::span<const Block3<float>> b, std::span<const Block3<float>> x,
                            std::span<Block3<float>> r) const {
  for_each_block<float>(*packs_, [&](Index block, float* work) {
    kernels_.residual(view(), block, pack_stiffness_.data(), rows_.data(), data(b), data(x), data(r), work);
  });
  subtract_parts(x, r);
  project(rollers_, r);
}

Block3<float> CellOperator::preconditioned(Index vertex, const Block3<float>& r) const {
  const auto& [xx, yy, zz, xy, yz, zx] = rows_[vertex].inverse;
  const auto [x, y, z, pad] = r;
  return {xx * x + xy * y + zx * z, xy * x + yy * y + yz * z, zx * x + yz * y + zz * z, pad};
}

std::vector<float> CellOperator::inverse_diagonal() const {
  constexpr Index kChunk = 4096;
  std::vector<float> all(9 * rows_.size());
  parallel_for_each(vertices(), kChunk, [&](Index v) {
    const auto& [xx, yy, zz, xy, yz, zx] = rows_[v].inverse;
    const float block[9] = {xx, xy, zx, xy, yy, yz, zx, yz, zz};
    std::copy_n(block, 9, &all[9 * std::size_t(v)]);
  });
  return all;
}

double CellOperator::precondition(std::span<const Block3<float>> r, std::span<Block3<float>> z) const {
  return parallel_reduce(
      vertices(), kVectorChunk, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index v = begin; v < end; ++v) {
          const Block3<float> product = preconditioned(v, r[v]);
          sum += block_dot(r[v], product);
          z[v] = product;
        }
        return sum;
      },
      std::plus<>());
}

void CellOperator::relax(float omega, std::span<const Block3<float>> b, std::span<const Block3<float>> x,
                         std::span<Block3<float>> to) const {
  for_each_block<float>(*packs_, [&](Index block, float* work) {
    kernels_.relax(view(), block, pack_stiffness_.data(), rows_.data(), omega, data(b), data(x), data(to),
                   work);
  });
  relax_parts(omega, x, to);
}

void CellOperator::relax_from_zero(float omega, std::span<const Block3<float>> b, std::span<Block3<float>> x,
                                   std::span<Block3<float>> r) const {
  for_each_block<float>(*packs_, [&](Index block, float* work) {
    kernels_.relax_from_zero(view(), block, pack_stiffness_.data(), rows_.data(), omega, data(b), data(x),
                             data(r), work);
  });
  subtract_parts(x, r);
  project(rollers_, r);
}

void CellOperator::relax_twice_from_zero(const std::array<float, 2>& omega, std::span<const Block3<float>> b,
                                         std::span<Block3<float>> x) const {
  for_each_block<float>(*packs_, [&](Index block, float* work) {
    kernels_.relax_twice_from_zero(view(), block, pack_stiffness_.data(), rows_.data(), omega[0], omega[1],
                                   data(b), data(x), work);
  });
  if (parts_ == nullptr) return;
  // The first of both steps, again, where the parts are: theirs starts from it.
  UnsetBlockVector<float> first(x.size());
  for (const Index v : parts_->unknowns()) {
    const Block3<float> step = preconditioned(v, b[v]);
    first[v] = {omega[0] * step.x, omega[0] * step.y, omega[0] * step.z, 0};
  }
  relax_parts(omega[1], first, x);
}

// The other blocks keep their values, so this is a Chebyshev polynomial of the part of A in thin blocks.
void CellOperator::smooth_thin(const ChebyshevParams& params, std::span<const Block3<float>> b,
                               std::span<Block3<float>> x, std::span<Block3<float>> spare) const {
  if (thin_blocks_.empty() || params.thin_sweeps == 0) return;
  axpby<float>(1, x, 0, spare);
  for (int sweep = 0; sweep < params.thin_sweeps; ++sweep) {
    relax_blocks(thin_blocks_, params.weight_of_thin(2 * sweep), b, x, spare);
    relax_blocks(thin_blocks_, params.weight_of_thin(2 * sweep + 1), b, spare, x);
  }
}

void CellOperator::sum_forces(double scale, double rest, std::span<const Block3<double>> u,
                              std::span<Block3<double>> f) const {
  for_each_block<double>(*packs_, [&](Index block, double* work) {
    kernels_.elastic_forces(view(), block, pack_stiffness_.data(), left_.data(), scale / factor_, rest,
                            data(u), data(f), work);
  });
  if (parts_ == nullptr) return;
  const auto add = [&](Index v, const Block3<double>& value) {
    f[v].x += value.x, f[v].y += value.y, f[v].z += value.z;
  };
  if (rest == 0)
    parts_->product<double>(scale, part_rotations_, u, add);
  else
    parts_->forces(scale, part_rotations_, u, add);
}

void CellOperator::multiply_stiffness(double scale, std::span<const Block3<double>> x,
                                      std::span<Block3<double>> f) const {
  sum_forces(scale, 0, x, f);
}

void CellOperator::elastic_forces(double scale, std::span<const Block3<double>> u,
                                  std::span<Block3<double>> f) const {
  sum_forces(scale, 1, u, f);
}

}  // namespace sinew
