#include "octree/solver/panel_cell_kernels.h"

#include "octree/solver/kernels/cell_modes.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

constexpr int kSideCount = 16, kRow = 3 * kSideCount;
constexpr int kWidth = kLanes<float>;  // sides at once
using V = Wide<float, kWidth>;
using V3 = Vector3<float, kWidth>;

V3 load_row(const float* x, long row, int side) {
  const float* at = x + kRow * row + side;
  return {V::load(at), V::load(at + kSideCount), V::load(at + 2 * kSideCount)};
}
void store_row(const V3& v, float* x, long row, int side) {
  float* at = x + kRow * row + side;
  v.x.store(at), v.y.store(at + kSideCount), v.z.store(at + 2 * kSideCount);
}

// A cell of a pack, the same for all lanes.
struct Cell {
  long global[8], local[8];  // rows of its corners in vectors, and in the work space
  float matrix[9];           // |q|^2 R by columns
  float ratio;
  unsigned hangs;  // a bit per corner
};

// The matrices of the sixteen cells of a pack.
struct PackMatrices {
  float entry[9][kPackCells];
};
PackMatrices matrices_of(const PackStiffness& cells) {
  PackMatrices all;
  for (int at = 0; at < kPackCells; at += kWidth) {
    const auto M = columns_of<float, kWidth>(V::load(cells.q[0] + at), V::load(cells.q[1] + at),
                                             V::load(cells.q[2] + at), V::load(cells.q[3] + at));
    for (int c = 0; c < 3; ++c) {
      M.c[c].x.store(all.entry[3 * c] + at);
      M.c[c].y.store(all.entry[3 * c + 1] + at);
      M.c[c].z.store(all.entry[3 * c + 2] + at);
    }
  }
  return all;
}

bool has_cell(const PackStiffness& cells, int lane) {
  return cells.q[0][lane] != 0 || cells.q[1][lane] != 0 || cells.q[2][lane] != 0 || cells.q[3][lane] != 0;
}

Cell cell_of(const CellPackView& view, const CellBlock& block, int pack, const PackStiffness& cells,
             const PackMatrices& matrices, const HangingLanes* lanes, int lane) {
  Cell cell;
  for (int i = 0; i < 8; ++i) {
    const long local = view.nodes[pack].node[i][lane] / 2;
    cell.local[i] = local;
    cell.global[i] =
        local < block.owned ? block.first_vertex + local : view.halo[block.first_halo + local - block.owned];
  }
  for (int k = 0; k < 9; ++k) {
    const bool is_mirrored = lanes != nullptr && (lanes->mirrored[k / 3] >> lane & 1) != 0;
    cell.matrix[k] = is_mirrored ? -matrices.entry[k][lane] : matrices.entry[k][lane];
  }
  cell.ratio = cells.ratio[lane];
  cell.hangs = 0;
  for (int i = 0; i < 8 && lanes != nullptr; ++i) cell.hangs |= (lanes->hangs[i] >> lane & 1U) << i;
  return cell;
}

// As follow() and pass_on() of cell_modes.h, if all lanes belong to one cell.
void follow_corners(V3 u[8], unsigned hangs) {
  for (const auto& [i, j, k] : kFaceMiddles)
    if ((hangs >> i & 1U) != 0) u[i] = V(0.25F) * (u[0] + u[j] + u[k] + u[i]);
  for (const int i : kEdgeMiddles)
    if ((hangs >> i & 1U) != 0) u[i] = V(0.5F) * (u[0] + u[i]);
}
void pass_corners_on(V3 f[8], unsigned hangs) {
  for (const int i : kEdgeMiddles)
    if ((hangs >> i & 1U) != 0) {
      f[i] = V(0.5F) * f[i];
      f[0] = f[0] + f[i];
    }
  for (const auto& [i, j, k] : kFaceMiddles)
    if ((hangs >> i & 1U) != 0) {
      f[i] = V(0.25F) * f[i];
      f[0] = f[0] + f[i], f[j] = f[j] + f[i], f[k] = f[k] + f[i];
    }
}

void add_forces(const Cell& cell, const float* x, int side, float* forces) {
  // Gather the corners, hanging ones from what they follow.
  V3 u[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) u[i] = load_row(x, cell.global[i], side);
  if (cell.hangs != 0) follow_corners(u, cell.hangs);
  // Apply the stiffness in modes and in the cell's own axes.
  to_modes(u);
  const float* m = cell.matrix;
#pragma GCC unroll 8
  for (int p = 1; p < 8; ++p)
    u[p] = {V(m[0]) * u[p].x + V(m[1]) * u[p].y + V(m[2]) * u[p].z,
            V(m[3]) * u[p].x + V(m[4]) * u[p].y + V(m[5]) * u[p].z,
            V(m[6]) * u[p].x + V(m[7]) * u[p].y + V(m[8]) * u[p].z};
  stiffness(u, V(cell.ratio));
#pragma GCC unroll 8
  for (int p = 1; p < 8; ++p)
    u[p] = {V(m[0]) * u[p].x + V(m[3]) * u[p].y + V(m[6]) * u[p].z,
            V(m[1]) * u[p].x + V(m[4]) * u[p].y + V(m[7]) * u[p].z,
            V(m[2]) * u[p].x + V(m[5]) * u[p].y + V(m[8]) * u[p].z};
  from_modes(u);
  // Add the forces at the corners to the unknowns.
  if (cell.hangs != 0) pass_corners_on(u, cell.hangs);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i)
    store_row(load_row(forces, cell.local[i], side) + u[i], forces, cell.local[i], side);
}

// The sum over the cells of a block at x, in the work space.
void sum_forces(const CellPackView& view, const CellBlock& block, const PackStiffness* cells, const float* x,
                float* forces) {
  const long count = static_cast<long>(kRow) * (block.owned + block.halo);
  for (long i = 0; i < count; i += kWidth) V(0.0F).store(forces + i);
  for (int k = 0; k < block.regular_packs + block.hanging_packs; ++k) {
    const int pack = block.first_pack + k;
    const HangingLanes* lanes =
        k < block.regular_packs ? nullptr : view.hanging + block.first_hanging + k - block.regular_packs;
    const PackMatrices matrices = matrices_of(cells[pack]);
    for (int lane = 0; lane < kPackCells; ++lane) {
      if (!has_cell(cells[pack], lane)) continue;
      const Cell cell = cell_of(view, block, pack, cells[pack], matrices, lanes, lane);
      for (int side = 0; side < kSideCount; side += kWidth) add_forces(cell, x, side, forces);
    }
  }
}

// Calls finish(vertex, its number in the block, first side) for the block's own vertices.
template <typename Finish>
void for_each_part(const CellBlock& block, Finish&& finish) {
  for (long i = 0; i < block.owned; ++i)
    for (int side = 0; side < kSideCount; side += kWidth) finish(block.first_vertex + i, i, side);
}

V3 inverse_times(const VertexRow& row, const V3& r) {
  const float* d = row.inverse;  // xx, yy, zz, xy, yz, zx
  return {V(d[0]) * r.x + V(d[3]) * r.y + V(d[5]) * r.z, V(d[3]) * r.x + V(d[1]) * r.y + V(d[4]) * r.z,
          V(d[5]) * r.x + V(d[4]) * r.y + V(d[2]) * r.z};
}

void multiply(const CellPackView& view, int number, const PackStiffness* cells, const VertexRow* rows,
              const float* x, float* y, float* work) {
  const CellBlock& block = view.blocks[number];
  sum_forces(view, block, cells, x, work);
  for_each_part(block, [&](long v, long i, int side) {
    const V3 sum = load_row(work, i, side) + V(rows[v].mass) * load_row(x, v, side);
    store_row(V(rows[v].free) * sum, y, v, side);
  });
}

V3 rest_of(const VertexRow& row, const float* b, const float* x, const float* forces, long v, long i,
           int side) {
  return load_row(b, v, side) - load_row(forces, i, side) - V(row.mass) * load_row(x, v, side);
}

void residual(const CellPackView& view, int number, const PackStiffness* cells, const VertexRow* rows,
              const float* b, const float* x, float* r, float* work) {
  const CellBlock& block = view.blocks[number];
  sum_forces(view, block, cells, x, work);
  for_each_part(block, [&](long v, long i, int side) {
    store_row(V(rows[v].free) * rest_of(rows[v], b, x, work, v, i, side), r, v, side);
  });
}

void relax(const CellPackView& view, int number, const PackStiffness* cells, const VertexRow* rows,
           float omega, const float* b, const float* x, float* to, float* work) {
  const CellBlock& block = view.blocks[number];
  sum_forces(view, block, cells, x, work);
  for_each_part(block, [&](long v, long i, int side) {
    const V3 step = inverse_times(rows[v], rest_of(rows[v], b, x, work, v, i, side));
    store_row(load_row(x, v, side) + V(omega) * step, to, v, side);
  });
}

void precondition(const VertexRow* rows, float omega, const float* b, int begin, int end, float* x) {
  for (long v = begin; v < end; ++v)
    for (int side = 0; side < kSideCount; side += kWidth)
      store_row(V(omega) * inverse_times(rows[v], load_row(b, v, side)), x, v, side);
}

}  // namespace

const PanelCellKernels panel_cell_kernels = {multiply, residual, relax, precondition};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
