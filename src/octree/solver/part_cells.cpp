#include "octree/solver/part_cells.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kParts = 64;  // per parallel chunk

// The corners between corner i and corner 0, counted from the corner that a cell shares with its parent; i follows
// them if it hangs (kernels/cell_modes.h).
constexpr int kEdgeMiddles[3] = {1, 2, 4};
constexpr int kFaceMiddles[3][3] = {{3, 1, 2}, {5, 1, 4}, {6, 2, 4}};

// Maps unknowns to values at corners, in place.
template <typename Real>
void follow(CornerVectors<Real>& u, int octant, unsigned hanging) {
  if (hanging == 0) return;
  const auto at = [&](int i) -> std::array<Real, 3>& { return u.at[i ^ octant]; };
  const auto hangs = [&](int i) { return (hanging >> (i ^ octant) & 1) != 0; };
  for (const auto& [i, j, k] : kFaceMiddles)
    for (int a = 0; a < 3 && hangs(i); ++a)
      at(i)[a] = Real(0.25) * (at(0)[a] + at(j)[a] + at(k)[a] + at(i)[a]);
  for (const int i : kEdgeMiddles)
    for (int a = 0; a < 3 && hangs(i); ++a) at(i)[a] = Real(0.5) * (at(0)[a] + at(i)[a]);
}

// Maps forces at corners to forces on unknowns, in place.
template <typename Real>
void pass_on(CornerVectors<Real>& f, int octant, unsigned hanging) {
  if (hanging == 0) return;
  const auto at = [&](int i) -> std::array<Real, 3>& { return f.at[i ^ octant]; };
  const auto hangs = [&](int i) { return (hanging >> (i ^ octant) & 1) != 0; };
  for (const int i : kEdgeMiddles)
    for (int a = 0; a < 3 && hangs(i); ++a) at(0)[a] += at(i)[a] *= Real(0.5);
  for (const auto& [i, j, k] : kFaceMiddles)
    for (int a = 0; a < 3 && hangs(i); ++a) {
      const Real part = at(i)[a] *= Real(0.25);
      at(0)[a] += part, at(j)[a] += part, at(k)[a] += part;
    }
}

// R^T v and R v at every corner.
template <typename Real>
void turn(CornerVectors<Real>& u, const Mat3& R, bool back) {
  Real M[3][3];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) M[r][c] = static_cast<Real>(back ? R(c, r) : R(r, c));
  for (auto& v : u.at) {
    const auto [x, y, z] = v;
    for (int r = 0; r < 3; ++r) v[r] = M[r][0] * x + M[r][1] * y + M[r][2] * z;
  }
}

// Constant strain meets the solid alone, so that the patch test holds; the other modes, from this one on, meet a whole
// cube of the stiffness that is missing as well.
constexpr int kFirstBent = 6;

StrainMatrix<double> stiffness_of(const CubeMoments& moments, double lambda, double mu) {
  StrainMatrix<double> C = strain_stiffness(moments, lambda, mu);
  const double missing = PartCells::kLeastFill - moments.fill();
  if (missing <= 0) return C;
  const StrainMatrix<double> whole = strain_stiffness(CubeMoments::whole(), lambda, mu);
  for (int c = kFirstBent; c < kStrainModes; ++c)
    for (int r = kFirstBent; r < kStrainModes; ++r)
      C[kStrainModes * c + r] += missing * whole[kStrainModes * c + r];
  return C;
}

Vec3 corner_vector(int i) { return {double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)}; }

}  // namespace

std::shared_ptr<const PartCells> PartCells::make(const OctreeGrid& grid, const OctreeMaterials& materials) {
  if (grid.filled.cells.empty()) return nullptr;
  return std::make_shared<const PartCells>(grid, materials);
}

PartCells::PartCells(const OctreeGrid& grid, const OctreeMaterials& materials)
    : part_of_(grid.cells.places.size(), -1) {
  const Index n = static_cast<Index>(grid.filled.cells.size());
  parts_.resize(n), stiffness_.resize(n), single_.resize(n);
  for (const Index c : grid.filled.cells)
    unknowns_.insert(unknowns_.end(), grid.unknowns[c].vertex.begin(), grid.unknowns[c].vertex.end());
  std::sort(unknowns_.begin(), unknowns_.end());
  unknowns_.erase(std::unique(unknowns_.begin(), unknowns_.end()), unknowns_.end());
  for (Index p = 0; p < n; ++p) part_of_[grid.filled.cells[p]] = p;
  parallel_for_each(n, kParts, [&](Index p) {
    const Index c = grid.filled.cells[p];
    Part& part = parts_[p];
    part = {c,
            {},
            static_cast<std::uint8_t>(grid.cells.places[c].octant()),
            grid.unknowns[c].hanging,
            grid.side(c)};
    for (int i = 0; i < 8; ++i)
      part.slot[i] = static_cast<Index>(
          std::lower_bound(unknowns_.begin(), unknowns_.end(), grid.unknowns[c].vertex[i]) -
          unknowns_.begin());
    const Material& material = materials.material(c);
    stiffness_[p] =
        stiffness_of(grid.filled.moments[p], part.side * material.lambda(), part.side * material.mu());
    std::transform(stiffness_[p].begin(), stiffness_[p].end(), single_[p].begin(),
                   [](double entry) { return static_cast<float>(entry); });
  });

  // Bricks of one colour, the parity of their places, do not touch, and cells follow what is in or at their brick.
  const auto colour_of = [&](Index p) {
    const CellPlace& place = grid.cells.places[parts_[p].cell];
    return (place.x >> kBrickLevel & 1) | (place.y >> kBrickLevel & 1) << 1 |
           (place.z >> kBrickLevel & 1) << 2;
  };
  const auto brick_of = [&](Index p) {
    const CellPlace& place = grid.cells.places[parts_[p].cell];
    return grid.voxels.brick_at(place.lower() >> kBrickLevel);
  };
  for (int colour = 0; colour < 8; ++colour) {
    colour_start_.push_back(static_cast<Index>(brick_start_.size()));
    Index last = -1;
    for (Index p = 0; p < n; ++p) {
      if (colour_of(p) != colour) continue;
      if (brick_of(p) != last) brick_start_.push_back(static_cast<Index>(order_.size())), last = brick_of(p);
      order_.push_back(p);
    }
  }
  colour_start_.push_back(static_cast<Index>(brick_start_.size()));
  brick_start_.push_back(n);
}

template <>
const StrainMatrix<float>& PartCells::matrix<float>(Index part) const {
  return single_[part];
}
template <>
const StrainMatrix<double>& PartCells::matrix<double>(Index part) const {
  return stiffness_[part];
}
template <>
ScratchPool<PartCells::Sums<float>>& PartCells::scratch<float>() const {
  return scratch_of_float_;
}
template <>
ScratchPool<PartCells::Sums<double>>& PartCells::scratch<double>() const {
  return scratch_of_double_;
}

CubeMatrix PartCells::turned(Index part, const Quaternion& rotation) const {
  const CubeMatrix K = corner_stiffness(stiffness_[part]);
  const Mat3 R = to_matrix(rotation), Rt = transposed(R);
  CubeMatrix turned;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i) {
      Mat3 block;
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) block(r, c) = K[24 * (3 * j + c) + 3 * i + r];
      block = R * block * Rt;
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) turned[24 * (3 * j + c) + 3 * i + r] = block(r, c);
    }
  return turned;
}

double PartCells::energy(Index part, const std::array<Vec3, 8>& u) const {
  CornerVectors<double> corners;
  for (int i = 0; i < 8; ++i) corners.at[i] = {u[i].x, u[i].y, u[i].z};
  const StrainModes<double> modes = to_strain_modes(corners),
                            forces = sinew::product(stiffness_[part], modes);
  double energy = 0;
  for (int m = 0; m < kStrainModes; ++m) energy += 0.5 * modes[m] * forces[m];
  return energy;
}

std::vector<Mat3> PartCells::rotations(std::span<const Quaternion> near,
                                       std::span<const Block3<double>> u) const {
  std::vector<Mat3> R(parts_.size());
  parallel_for_each(R.size(), kParts, [&](Index p) {
    const Part& part = parts_[p];
    CornerVectors<double> corners;
    for (int i = 0; i < 8; ++i) {
      const Block3<double>& at = u[unknowns_[part.slot[i]]];
      corners.at[i] = {at.x, at.y, at.z};
    }
    follow(corners, part.octant, part.hanging);
    std::array<Vec3, 8> d;
    for (int i = 0; i < 8; ++i) d[i] = {corners.at[i][0], corners.at[i][1], corners.at[i][2]};
    const Mat3 F = Mat3::identity() + (1 / part.side) * cube_gradient(d);
    R[p] = to_matrix(nearest_rotation(F, near[p]));
  });
  return R;
}

template <typename Visit>
void PartCells::for_each_by_colour(Visit&& visit) const {
  for (std::size_t colour = 0; colour + 1 < colour_start_.size(); ++colour) {
    const Index first = colour_start_[colour];
    parallel_for_each(colour_start_[colour + 1] - first, 2, [&](Index k) {
      for (Index at = brick_start_[first + k]; at < brick_start_[first + k + 1]; ++at) visit(order_[at]);
    });
  }
}

template <typename Real>
void PartCells::sum_products(double scale, std::span<const Mat3> R, std::span<const Block3<Real>> x,
                             Sums<Real>& sums) const {
  sums.assign(unknowns_.size(), Block3<Real>{});
  const Real factor = static_cast<Real>(scale);
  for_each_by_colour([&](Index p) {
    const Part& part = parts_[p];
    CornerVectors<Real> u;
    for (int i = 0; i < 8; ++i) {
      const Block3<Real>& at = x[unknowns_[part.slot[i]]];
      u.at[i] = {at.x, at.y, at.z};
    }
    follow(u, part.octant, part.hanging);
    turn(u, R[p], true);
    CornerVectors<Real> f = from_strain_modes(sinew::product(matrix<Real>(p), to_strain_modes(u)));
    turn(f, R[p], false);
    pass_on(f, part.octant, part.hanging);
    for (int i = 0; i < 8; ++i) {
      Block3<Real>& at = sums[part.slot[i]];
      at.x += factor * f.at[i][0], at.y += factor * f.at[i][1], at.z += factor * f.at[i][2];
    }
  });
}
template void PartCells::sum_products(double, std::span<const Mat3>, std::span<const Block3<float>>,
                                      Sums<float>&) const;
template void PartCells::sum_products(double, std::span<const Mat3>, std::span<const Block3<double>>,
                                      Sums<double>&) const;

// The corners are taken from one of them, so that a cell far away loses no digits.
void PartCells::sum_forces(double scale, std::span<const Mat3> R, std::span<const Block3<double>> u,
                           Sums<double>& sums) const {
  sums.assign(unknowns_.size(), Block3<double>{});
  for_each_by_colour([&](Index p) {
    const Part& part = parts_[p];
    const Block3<double>& first = u[unknowns_[part.slot[0]]];
    CornerVectors<double> e;
    for (int i = 0; i < 8; ++i) {
      const Block3<double>& at = u[unknowns_[part.slot[i]]];
      e.at[i] = {at.x - first.x, at.y - first.y, at.z - first.z};
    }
    follow(e, part.octant, part.hanging);
    for (int i = 0; i < 8; ++i) {
      const Vec3 rest = part.side * corner_vector(i);
      for (int a = 0; a < 3; ++a) e.at[i][a] += rest[a];
    }
    turn(e, R[p], true);
    for (int i = 0; i < 8; ++i) {
      const Vec3 rest = part.side * corner_vector(i);
      for (int a = 0; a < 3; ++a) e.at[i][a] -= rest[a];
    }
    CornerVectors<double> f = from_strain_modes(sinew::product(stiffness_[p], to_strain_modes(e)));
    turn(f, R[p], false);
    pass_on(f, part.octant, part.hanging);
    for (int i = 0; i < 8; ++i) {
      Block3<double>& at = sums[part.slot[i]];
      at.x += scale * f.at[i][0], at.y += scale * f.at[i][1], at.z += scale * f.at[i][2];
    }
  });
}

// Of corners that do not hang the blocks of K; else H^T K H.
void PartCells::diagonal(double scale, std::span<const Mat3> R, std::span<Mat3> blocks) const {
  std::fill(blocks.begin(), blocks.end(), Mat3{});
  for_each_by_colour([&](Index p) {
    const Part& part = parts_[p];
    for (int i = 0; i < 8; ++i) {
      Mat3 block;
      for (int axis = 0; axis < 3; ++axis) {
        CornerVectors<double> u;
        for (int a = 0; a < 3; ++a) u.at[i][a] = R[p](axis, a);
        // In the axes of the cell, where H commutes with the rotation.
        follow(u, part.octant, part.hanging);
        CornerVectors<double> f = from_strain_modes(sinew::product(stiffness_[p], to_strain_modes(u)));
        pass_on(f, part.octant, part.hanging);
        block.column[axis] = scale * (R[p] * Vec3{f.at[i][0], f.at[i][1], f.at[i][2]});
      }
      Mat3& at = blocks[part.slot[i]];
      at = at + block;
    }
  });
}

}  // namespace sinew
