#include "octree/solver/cell_kernels.h"

#include "octree/solver/kernels/cell_diagonal.h"
#include "octree/solver/kernels/cell_modes.h"
#include "octree/solver/kernels/cell_turning.h"

// The finest level's operator without stored matrices, block by block:
//
//   1. copy the block's vertices, halo included, to work space that stays in the cache;
//   2. for every pack of cells: gather the corners' values, apply H if corners hang, transform to modes,
//      rotate back into the cells' own axes, apply the stiffness, and all of it transposed; add the forces;
//   3. finish the block's own vertices: a product, a residual, or a step of relaxation.
//
// Cells that belong to several blocks are computed by each of them. This costs more arithmetic
// (CellPacksParams), but a block's vertices are complete when it is done: what follows per vertex needs no
// pass of its own, blocks need no order, and the sums are the same for any number of threads.

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

using Four = Wide<float, 4>;

template <int a, int b, int c, int d>
Four permuted(Four v) {
  return __builtin_shufflevector(v.lanes, v.lanes, a, b, c, d);
}

// D^-1 r of one vertex.
Four inverse_times(const VertexRow& row, Four r) {
  const Four diagonal = Four::load(row.inverse), rest = Four::load(row.inverse + 4);
  const Four off = __builtin_shufflevector(diagonal.lanes, rest.lanes, 3, 4, 5, 3);  // xy, yz, zx
  return diagonal * r + off * permuted<1, 2, 0, 3>(r) + permuted<2, 0, 1, 3>(off) * permuted<2, 0, 1, 3>(r);
}

Four load_vertex(const float* x, int vertex) { return Four::load(x + 4 * static_cast<long>(vertex)); }
void store_vertex(Four value, float* x, int vertex) { value.store(x + 4 * static_cast<long>(vertex)); }

// Calls visit(vertex, its number in the block) for all vertices of a block.
template <typename Visit>
void for_each_vertex(const CellPackView& view, const CellBlock& block, Visit&& visit) {
  for (int i = 0; i < block.owned; ++i) visit(block.first_vertex + i, i);
  for (int i = 0; i < block.halo; ++i) visit(view.halo[block.first_halo + i], block.owned + i);
}

template <typename T>
void copy_vertices(const CellPackView& view, const CellBlock& block, const T* x, T* work) {
  for_each_vertex(view, block, [&](long v, long i) { Wide<T, 4>::load(x + 4 * v).store(work + 4 * i); });
}

template <typename T>
void set_zero(T* y, int count) {
  for (int i = 0; i < count; ++i) y[i] = 0;
}

template <typename T, int N>
[[gnu::always_inline]] inline Wide<T, N> load_floats(const float* from) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return Wide<T, N>::load(from);
  } else {
    const Wide<float, N> floats = Wide<float, N>::load(from);
    return __builtin_convertvector(floats.lanes, typename Wide<T, N>::Lanes);
  }
}

// The matrices |q|^2 R of N lanes.
template <typename T, int N>
[[gnu::always_inline]] inline Columns<T, N> load_rotations(const PackStiffness& cells, int at) {
  return columns_of<T, N>(load_floats<T, N>(cells.q[0] + at), load_floats<T, N>(cells.q[1] + at),
                          load_floats<T, N>(cells.q[2] + at), load_floats<T, N>(cells.q[3] + at));
}

// Adds the forces of N cells of a pack, from lane `at` on.
template <bool kHangs, int N>
void add_forces(const PackNodes& nodes, const PackStiffness& cells, const HangingLanes* lanes, int at,
                const float* x, float* y) {
  using V3 = Vector3<float, N>;
  // Gather the corners, hanging ones from what they follow.
  V3 u[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) u[i] = load_nodes<float, N>(x, nodes.node[i] + at);
  Columns<float, N> M = load_rotations<float, N>(cells, at);
  if constexpr (kHangs) {
    mirror(M, *lanes, at);
    follow(u, *lanes, at);
  }
  // Apply the stiffness in modes and in the cells' own axes.
  to_modes(u);
#pragma GCC unroll 8
  for (int p = 1; p < 8; ++p) u[p] = M.back(u[p]);
  stiffness(u, Wide<float, N>::load(cells.ratio + at));
#pragma GCC unroll 8
  for (int p = 1; p < 8; ++p) u[p] = M.forth(u[p]);
  from_modes(u);
  // Add the forces at the corners to the unknowns.
  if constexpr (kHangs) pass_on(u, *lanes, at);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) add_to_nodes<float, N>(u[i], y, nodes.node[i] + at);
}

template <bool hangs>
struct Kind {
  static constexpr bool kHangs = hangs;
};

// Calls visit(kind, pack, its hanging lanes or null, first lane) for groups of N lanes.
template <int N, typename Visit>
void for_each_group(const CellPackView& view, const CellBlock& block, Visit&& visit) {
  int pack = block.first_pack;
  for (int k = 0; k < block.regular_packs; ++k, ++pack)
    for (int at = 0; at < kPackCells; at += N) visit(Kind<false>{}, pack, nullptr, at);
  for (int k = 0; k < block.hanging_packs; ++k, ++pack)
    for (int at = 0; at < kPackCells; at += N)
      visit(Kind<true>{}, pack, view.hanging + block.first_hanging + k, at);
}

template <int N>
void sum_forces(const CellPackView& view, const CellBlock& block, const PackStiffness* cells, const float* x,
                float* y) {
  set_zero(y, 4 * (block.owned + block.halo));
  for_each_group<N>(view, block, [&](auto kind, int pack, const HangingLanes* lanes, int at) {
    add_forces<decltype(kind)::kHangs, N>(view.nodes[pack], cells[pack], lanes, at, x, y);
  });
}

// The sum over the cells of a block at x, in the second half of the work space; the first half is the copy of
// x.
template <int N>
const float* forces_at(const CellPackView& view, const CellBlock& block, const PackStiffness* cells,
                       const float* x, float* work) {
  float* forces = work + 4 * (block.owned + block.halo);
  copy_vertices(view, block, x, work);
  sum_forces<N>(view, block, cells, work, forces);
  return forces;
}

template <int N>
void multiply(const CellPackView& view, int number, const PackStiffness* cells, const VertexRow* rows,
              const float* x, float* y, float* work) {
  const CellBlock& block = view.blocks[number];
  const float* forces = forces_at<N>(view, block, cells, x, work);
  for (int i = 0; i < block.owned; ++i) {
    const VertexRow& row = rows[block.first_vertex + i];
    const Four sum = load_vertex(forces, i) + Four(row.mass) * load_vertex(work, i);
    store_vertex(Four(row.free) * sum, y, block.first_vertex + i);
  }
}

// b - A x at a vertex of the block; x and the forces at it are in the work space.
Four rest_of(const VertexRow& row, const float* b, int vertex, const float* x, const float* forces, int i) {
  return load_vertex(b, vertex) - load_vertex(forces, i) - Four(row.mass) * load_vertex(x, i);
}

template <int N>
void residual(const CellPackView& view, int number, const PackStiffness* cells, const VertexRow* rows,
              const float* b, const float* x, float* r, float* work) {
  const CellBlock& block = view.blocks[number];
  const float* forces = forces_at<N>(view, block, cells, x, work);
  for (int i = 0; i < block.owned; ++i) {
    const int v = block.first_vertex + i;
    store_vertex(Four(rows[v].free) * rest_of(rows[v], b, v, work, forces, i), r, v);
  }
}

void relax_block(const CellBlock& block, const VertexRow* rows, float omega, const float* b, const float* x,
                 const float* forces, float* to) {
  for (int i = 0; i < block.owned; ++i) {
    const int v = block.first_vertex + i;
    const Four step = inverse_times(rows[v], rest_of(rows[v], b, v, x, forces, i));
    store_vertex(load_vertex(x, i) + Four(omega) * step, to, v);
  }
}

template <int N>
void relax(const CellPackView& view, int number, const PackStiffness* cells, const VertexRow* rows,
           float omega, const float* b, const float* x, float* to, float* work) {
  const CellBlock& block = view.blocks[number];
  const float* forces = forces_at<N>(view, block, cells, x, work);
  relax_block(block, rows, omega, b, work, forces, to);
}

// The forces at x = omega D^-1 b; x is in the first half of the work space.
template <int N>
const float* forces_from_zero(const CellPackView& view, const CellBlock& block, const PackStiffness* cells,
                              const VertexRow* rows, float omega, const float* b, float* work) {
  float* forces = work + 4 * (block.owned + block.halo);
  for_each_vertex(view, block, [&](int v, int i) {
    store_vertex(Four(omega) * inverse_times(rows[v], load_vertex(b, v)), work, i);
  });
  sum_forces<N>(view, block, cells, work, forces);
  return forces;
}

template <int N>
void relax_from_zero(const CellPackView& view, int number, const PackStiffness* cells, const VertexRow* rows,
                     float omega, const float* b, float* x, float* r, float* work) {
  const CellBlock& block = view.blocks[number];
  const float* forces = forces_from_zero<N>(view, block, cells, rows, omega, b, work);
  for (int i = 0; i < block.owned; ++i) {
    const int v = block.first_vertex + i;
    store_vertex(load_vertex(work, i), x, v);
    store_vertex(Four(rows[v].free) * rest_of(rows[v], b, v, work, forces, i), r, v);
  }
}

template <int N>
void relax_twice_from_zero(const CellPackView& view, int number, const PackStiffness* cells,
                           const VertexRow* rows, float first_omega, float omega, const float* b, float* to,
                           float* work) {
  const CellBlock& block = view.blocks[number];
  const float* forces = forces_from_zero<N>(view, block, cells, rows, first_omega, b, work);
  relax_block(block, rows, omega, b, work, forces, to);
}

template <int N>
void invert_diagonal(const CellPackView& view, int number, const PackStiffness* cells, VertexRow* rows,
                     float* work) {
  const CellBlock& block = view.blocks[number];
  const int count = 4 * (block.owned + block.halo);
  float *on = work, *off = work + count;
  set_zero(work, 2 * count);
  for_each_group<N>(view, block, [&](auto kind, int pack, const HangingLanes* lanes, int at) {
    const auto ratio = Wide<float, N>::load(cells[pack].ratio + at);
    Columns<float, N> M = load_rotations<float, N>(cells[pack], at);
    if constexpr (decltype(kind)::kHangs) {
      mirror(M, *lanes, at);
      add_hanging_diagonal(view.nodes[pack], M, ratio, *lanes, at, on, off);
    } else {
      add_diagonal(view.nodes[pack], M, ratio, at, on, off);
    }
  });
  for (int i = 0; i < block.owned; ++i) invert(on + 4 * i, off + 4 * i, rows[block.first_vertex + i]);
}

// Rotations of N lanes in double, minus the identity: exactly 0 for a cell that is not rotated.
template <int N>
Columns<double, N> load_turns(const PackStiffness& cells, const PackQuaternions& left, int at) {
  using V = Wide<double, N>;
  V q[4], squared(0);
  for (int i = 0; i < 4; ++i) {
    q[i] = load_floats<double, N>(cells.q[i] + at) + load_floats<double, N>(left.q[i] + at);
    squared += q[i] * q[i];
  }
  const V over = V(2) / select(squared > V(0), squared, V(1));  // 0 for a lane without a cell
  const auto& [w, x, y, z] = q;
  const V xx = over * x * x, yy = over * y * y, zz = over * z * z, xy = over * x * y, yz = over * y * z;
  const V zx = over * z * x, wx = over * w * x, wy = over * w * y, wz = over * w * z;
  return {{{-(yy + zz), xy + wz, zx - wy}, {xy - wz, -(zz + xx), yz + wx}, {zx + wy, yz - wx, -(xx + yy)}}};
}

template <int N>
void elastic_forces(const CellPackView& view, int number, const PackStiffness* cells,
                    const PackQuaternions* left, double scale, double rest, const double* displacements,
                    double* f, double* work) {
  using V = Wide<double, N>;
  using Row = Wide<double, 4>;
  const CellBlock& block = view.blocks[number];
  const int count = 4 * (block.owned + block.halo);
  double* sums = work + count;
  copy_vertices(view, block, displacements, work);
  set_zero(sums, count);
  for_each_group<N>(view, block, [&](auto kind, int pack, const HangingLanes* lanes, int at) {
    const PackNodes& nodes = view.nodes[pack];
    Vector3<double, N> u[8];
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) u[i] = load_nodes<double, N>(work, nodes.node[i] + at);
    // A cube at rest has linear modes only, of four times its side, mirrored as the cell is.
    const V four_sides = V(4 * rest) * V::load(view.rest[pack].side + at);
    V at_rest[3] = {four_sides, four_sides, four_sides};
    Columns<double, N> M = load_turns<N>(cells[pack], left[pack], at);
    Columns<double, N> R = M;
    R.c[0].x += V(1), R.c[1].y += V(1), R.c[2].z += V(1);
    if constexpr (decltype(kind)::kHangs) {
      mirror(M, *lanes, at);
      mirror(R, *lanes, at);
      for (int a = 0; a < 3; ++a)
        at_rest[a] = select(lanes_of<double, N>(lanes->mirrored[a] >> at), -at_rest[a], at_rest[a]);
      follow(u, *lanes, at);
    }
    to_modes(u);
#pragma GCC unroll 8
    for (int p = 1; p < 8; ++p) u[p] = R.back(u[p]);
    // R^T X - X
    u[1] = u[1] + at_rest[0] * Vector3<double, N>{M.c[0].x, M.c[1].x, M.c[2].x};
    u[2] = u[2] + at_rest[1] * Vector3<double, N>{M.c[0].y, M.c[1].y, M.c[2].y};
    u[4] = u[4] + at_rest[2] * Vector3<double, N>{M.c[0].z, M.c[1].z, M.c[2].z};
    stiffness(u, load_floats<double, N>(cells[pack].ratio + at));
    const V length = load_floats<double, N>(view.rest[pack].length + at), s = length * length;
    const V by = V(scale) * s * s;
#pragma GCC unroll 8
    for (int p = 1; p < 8; ++p) u[p] = R.forth(by * u[p]);
    from_modes(u);
    if constexpr (decltype(kind)::kHangs) pass_on(u, *lanes, at);
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) add_to_nodes<double, N>(u[i], sums, nodes.node[i] + at);
  });
  for (long i = 0; i < block.owned; ++i) Row::load(sums + 4 * i).store(f + 4 * (block.first_vertex + i));
}

// The columns of the deformation gradients of N cells, times four times their side. In double, so that they
// depend neither on where the body is nor on which of its blocks asks.
template <bool kHangs, int N>
Columns<double, N> deformations(const PackNodes& nodes, const PackRest& rest, const HangingLanes* lanes,
                                int at, const double* displacements) {
  Vector3<double, N> u[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) u[i] = load_nodes<double, N>(displacements, nodes.node[i] + at);
  if constexpr (kHangs) follow(u, *lanes, at);
  to_modes(u);
  Columns<double, N> F{{u[1], u[2], u[4]}};
  if constexpr (kHangs) mirror(F, *lanes, at);
  const Wide<double, N> four_sides = Wide<double, N>(4) * Wide<double, N>::load(rest.side + at);
  F.c[0].x += four_sides, F.c[1].y += four_sides, F.c[2].z += four_sides;
  return F;
}

template <int N>
Wide<float, N> to_float(Wide<double, N> a) {
  return __builtin_convertvector(a.lanes, typename Wide<float, N>::Lanes);
}

// Joins N / M deformation gradients of M lanes each into one in single precision.
template <int N, int M>
Columns<float, N> to_float(const Columns<double, M>* parts) {
  float lanes[9][N];
  for (int part = 0; part < N / M; ++part)
    for (int a = 0; a < 3; ++a) {
      to_float(parts[part].c[a].x).store(lanes[3 * a] + M * part);
      to_float(parts[part].c[a].y).store(lanes[3 * a + 1] + M * part);
      to_float(parts[part].c[a].z).store(lanes[3 * a + 2] + M * part);
    }
  Columns<float, N> F;
  for (int a = 0; a < 3; ++a)
    F.c[a] = {Wide<float, N>::load(lanes[3 * a]), Wide<float, N>::load(lanes[3 * a + 1]),
              Wide<float, N>::load(lanes[3 * a + 2])};
  return F;
}

// Rotations are found in single precision for N lanes, and refined in double for M lanes at a time.
template <int N, int M>
void rotate(const CellPackView& view, int number, const PackQuaternions* from, PackStiffness* cells,
            PackQuaternions* left, const double* u, float* cell_rotations, double* work) {
  const CellBlock& block = view.blocks[number];
  copy_vertices(view, block, u, work);
  for_each_group<N>(view, block, [&](auto kind, int pack, const HangingLanes* lanes, int at) {
    const PackRest& rest = view.rest[pack];
    Columns<double, M> F[N / M];
    for (int part = 0; part < N / M; ++part)
      F[part] = deformations<decltype(kind)::kHangs, M>(view.nodes[pack], rest, lanes, at + M * part, work);
    Wide<float, N> q[4];
    search_rotations(to_float<N, M>(F), from[pack], at, q);
    float found[4][N];
    for (int i = 0; i < 4; ++i) q[i].store(found[i]);
    for (int part = 0; part < N / M; ++part) {
      const int lane = M * part;
      Wide<double, M> exact[4];
      for (int i = 0; i < 4; ++i) exact[i] = load_floats<double, M>(found[i] + lane);
      refine_rotations(F[part], exact);
      const auto length = load_floats<double, M>(rest.length + at + lane);
      for (int i = 0; i < 4; ++i) {
        const Wide<double, M> whole = length * exact[i];
        to_float(whole).store(cells[pack].q[i] + at + lane);
        to_float(whole - load_floats<double, M>(cells[pack].q[i] + at + lane))
            .store(left[pack].q[i] + at + lane);
      }
    }
    write_rotations(cells[pack], view.cells[pack], at, N, cell_rotations);
  });
}

template <int N, int M>
constexpr CellKernels table() {
  return {multiply<N>,        residual<N>,       relax<N>,    relax_from_zero<N>, relax_twice_from_zero<N>,
          invert_diagonal<N>, elastic_forces<M>, rotate<N, M>};
}

}  // namespace

const CellKernels cell_kernels = table<kLanes<float>, (kLanes<double> < 4 ? 4 : kLanes<double>)>();
const CellKernels scalar_cell_kernels = table<1, 1>();

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
