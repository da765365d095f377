#pragma once

#include <cstdint>

#include "base/kernels.h"

namespace sinew {

// Data for the kernels of the finest level: cells in packs of sixteen lanes, packs in blocks (cell_packs.h
// says which and why), vertices as four numbers of which the last is 0.

inline constexpr int kPackCells = 16;

// The vertices [first_vertex, first_vertex + owned) and all cells that have one of them. Local numbers of the
// vertices are 0 to owned - 1 for these, followed by those in the block's part of the halo list.
struct CellBlock {
  std::int32_t first_vertex, owned;
  std::int32_t first_halo, halo;
  std::int32_t first_pack, regular_packs;     // packs of cells without a hanging corner
  std::int32_t first_hanging, hanging_packs;  // they follow the regular ones
};

// Sixteen cells: twice the local number of the vertex at each corner, so that a row of four floats is
// addressed with a factor of eight. In a hanging pack, corners are numbered from the one that the cell shares
// with its parent: i ^ octant.
struct alignas(64) PackNodes {
  std::uint16_t node[8][kPackCells];
};

// Per lane: a quaternion with |q|^4 = the stiffness s_c, so that its matrix M(q) has M K M^T = s_c R K R^T,
// and the ratio of Lame's constants, lambda / mu. All are 0 for a lane without a cell.
struct alignas(64) PackStiffness {
  float q[4][kPackCells];  // w, x, y, z
  float ratio[kPackCells];
};

// A bit per lane: whether corner i hangs, and whether the octant is the upper one along an axis.
struct HangingLanes {
  std::uint16_t hangs[8];
  std::uint16_t mirrored[3];
};

// A quaternion per lane.
struct alignas(64) PackQuaternions {
  float q[4][kPackCells];  // w, x, y, z
};

struct alignas(64) PackRest {
  float length[kPackCells];  // of the quaternions: s_c^(1/4)
  double side[kPackCells];   // of the cell at rest, m
};

// A row of the block diagonal. A held vertex has inverse 0 and is not free.
struct alignas(32) VertexRow {
  float inverse[6];  // xx, yy, zz, xy, yz, zx of D^-1
  float mass;        // on the diagonal of A
  float free;        // 1, or 0 for a held vertex
};

struct CellPackView {
  const CellBlock* blocks;
  const std::int32_t* halo;
  const PackNodes* nodes;
  const HangingLanes* hanging;
  const PackRest* rest;
  const std::int32_t (*cells)[kPackCells];  // -1: the lane has no cell, or another block writes for it
};

// All kernels take a block, and work space for 8 numbers per vertex of the block, halo included. They write
// only the rows of the block's own vertices.
struct CellKernels {
  // y = A x; rows of held vertices are 0
  void (*multiply)(const CellPackView&, int block, const PackStiffness*, const VertexRow*, const float* x,
                   float* y, float* work);
  // r = b - A x; rows of held vertices are 0
  void (*residual)(const CellPackView&, int block, const PackStiffness*, const VertexRow*, const float* b,
                   const float* x, float* r, float* work);
  // to = x + omega D^-1 (b - A x)
  void (*relax)(const CellPackView&, int block, const PackStiffness*, const VertexRow*, float omega,
                const float* b, const float* x, float* to, float* work);
  // One step of relaxation from zero, x = omega D^-1 b, and r = b - A x.
  void (*relax_from_zero)(const CellPackView&, int block, const PackStiffness*, const VertexRow*, float omega,
                          const float* b, float* x, float* r, float* work);
  // Two steps from zero.
  void (*relax_twice_from_zero)(const CellPackView&, int block, const PackStiffness*, const VertexRow*,
                                float first_omega, float omega, const float* b, float* to, float* work);
  // The inverses in the rows of the block's own vertices.
  void (*invert_diagonal)(const CellPackView&, int block, const PackStiffness*, VertexRow*, float* work);
  // f = scale sum_c H^T s_c R K (R^T (H u + rest X) - rest X) for displacements u from the rest shape X, in
  // double. R comes from the quaternions plus their remainders `left`.
  void (*elastic_forces)(const CellPackView&, int block, const PackStiffness*, const PackQuaternions* left,
                         double scale, double rest, const double* u, double* f, double* work);
  // Sets every cell's quaternion to the rotation nearest to its deformation at displacements u, searched from
  // `from`, and `left` to its remainder in double precision. Also writes it to cell_rotations (4 per cell: w,
  // x, y, z).
  void (*rotate)(const CellPackView&, int block, const PackQuaternions* from, PackStiffness*,
                 PackQuaternions* left, const double* u, float* cell_rotations, double* work);
};

SINEW_KERNEL_TABLE(CellKernels, cell_kernels);
SINEW_KERNEL_TABLE(CellKernels, scalar_cell_kernels);

}  // namespace sinew
