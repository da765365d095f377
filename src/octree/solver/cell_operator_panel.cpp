#include "base/parallel.h"
#include "octree/solver/cell_operator.h"
#include "octree/solver/panel_cell_kernels.h"

// CellOperator on sixteen vectors at once.

namespace sinew {

namespace {

const PanelCellKernels& kernels() {
  static const PanelCellKernels& best = panel_cell_kernels_for(best_instruction_set());
  return best;
}

const float* data(std::span<const PanelRow<float>> x) { return x.data()->x; }
float* data(std::span<PanelRow<float>> x) { return x.data()->x; }

// Calls run(block, work space) for every block.
template <typename Run>
void for_each_block(const CellPacks& packs, Run&& run) {
  parallel_for(static_cast<Index>(packs.blocks.size()), 1, [&](Index begin, Index end) {
    static thread_local UnsetVector<float> work;
    const std::size_t size = kPanelRow * static_cast<std::size_t>(packs.most_vertices);
    if (work.size() < size) work.resize(size);
    for (Index block = begin; block < end; ++block) run(block, work.data());
  });
}

}  // namespace

// Cells with matrices of their own take one side after the other.
template <typename Add>
void CellOperator::product_of_parts(std::span<const PanelRow<float>> x, Add&& add) const {
  if (parts_ == nullptr) return;
  UnsetBlockVector<float> side(x.size());
  for (int s = 0; s < kSides; ++s) {
    for (const Index v : parts_->unknowns()) side[v] = {x[v].x[s], x[v].y[s], x[v].z[s], 0};
    product_of_parts(std::span<const Block3<float>>(side),
                     [&](Index v, const Block3<float>& value) { add(v, s, value); });
  }
}

void CellOperator::multiply(std::span<const PanelRow<float>> x, std::span<PanelRow<float>> y) const {
  for_each_block(*packs_, [&](Index block, float* work) {
    kernels().multiply(view(), block, pack_stiffness_.data(), rows_.data(), data(x), data(y), work);
  });
  product_of_parts(x, [&](Index v, int s, const Block3<float>& value) {
    y[v].x[s] += value.x, y[v].y[s] += value.y, y[v].z[s] += value.z;
  });
  project(rollers_, y);
}

void CellOperator::residual(std::span<const PanelRow<float>> b, std::span<const PanelRow<float>> x,
                            std::span<PanelRow<float>> r) const {
  for_each_block(*packs_, [&](Index block, float* work) {
    kernels().residual(view(), block, pack_stiffness_.data(), rows_.data(), data(b), data(x), data(r), work);
  });
  product_of_parts(x, [&](Index v, int s, const Block3<float>& value) {
    r[v].x[s] -= value.x, r[v].y[s] -= value.y, r[v].z[s] -= value.z;
  });
  project(rollers_, r);
}

void CellOperator::precondition_by(float omega, std::span<const PanelRow<float>> r,
                                   std::span<PanelRow<float>> z) const {
  constexpr Index kChunk = 256;
  parallel_for(vertices(), kChunk, [&](Index begin, Index end) {
    kernels().precondition(rows_.data(), omega, data(r), begin, end, data(z));
  });
}

void CellOperator::precondition(std::span<const PanelRow<float>> r, std::span<PanelRow<float>> z) const {
  precondition_by(1, r, z);
}

void CellOperator::relax(float omega, std::span<const PanelRow<float>> b, std::span<const PanelRow<float>> x,
                         std::span<PanelRow<float>> to) const {
  for_each_block(*packs_, [&](Index block, float* work) {
    kernels().relax(view(), block, pack_stiffness_.data(), rows_.data(), omega, data(b), data(x), data(to),
                    work);
  });
  product_of_parts(x, [&](Index v, int s, const Block3<float>& value) {
    const Block3<float> step = preconditioned(v, value);
    to[v].x[s] -= omega * step.x, to[v].y[s] -= omega * step.y, to[v].z[s] -= omega * step.z;
  });
}

void CellOperator::relax_from_zero(float omega, std::span<const PanelRow<float>> b,
                                   std::span<PanelRow<float>> x, std::span<PanelRow<float>> r) const {
  precondition_by(omega, b, x);
  residual(b, x, r);
}

void CellOperator::relax_twice_from_zero(const std::array<float, 2>& omega,
                                         std::span<const PanelRow<float>> b, std::span<PanelRow<float>> x,
                                         std::span<PanelRow<float>> spare) const {
  precondition_by(omega[0], b, spare);
  relax(omega[1], b, spare, x);
}

}  // namespace sinew
