#include "octree/solver/cell_operator.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/parallel.h"
#include "octree/random_system.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_box;
using test::Octree;
using test::random_rotation;
using test::RandomSystem;
using test::to_positions;

constexpr double kRounding = 2e-6;  // of single precision, over a few hundred sums

// Every kernel this machine can run, wide and scalar.
std::vector<CellKernels> all_kernels() {
  std::vector<CellKernels> kernels;
  for (const InstructionSet set : supported_instruction_sets()) {
    kernels.push_back(cell_kernels_for(set));
    kernels.push_back(scalar_cell_kernels_for(set));
  }
  return kernels;
}

CellRotation to_single(const Quaternion& q) {
  return {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)};
}

CellOperator finest_of(const RandomSystem& system, Index most_vertices = 700,
                       const CellKernels& kernels = cell_kernels_for(best_instruction_set()),
                       std::span<const char> held = {}) {
  const CellLevel& cells = system.levels.levels[0];
  CellOperator level(cells.places, cells.unknowns, cells.vertex_points, 1, {most_vertices}, kernels);
  level.set_stiffness(system.stiffness);
  level.set_vertices(system.mass, held);
  std::vector<CellRotation> rotations;
  for (const Quaternion& q : system.rotation) rotations.push_back(to_single(q));
  level.set_rotations(rotations);
  level.keep_rotations();
  level.update_diagonal();
  return level;
}

BlockVector<double> random_vector(Index n, std::uint64_t seed) {
  Random random(seed);
  BlockVector<double> x(n);
  for (auto& b : x) b = to_block(random.in_box({-1, -1, -1}, {1, 1, 1}));
  return x;
}

BlockVector<float> rounded(std::span<const Block3<double>> x) {
  BlockVector<float> y(x.size());
  assign_scaled<float>(x, 1, y);
  return y;
}

template <typename Real>
double largest_difference(std::span<const Block3<Real>> a, std::span<const Block3<double>> b) {
  double most = 0, size = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    most = std::max(most, norm(to_vec3(a[i]) - to_vec3(b[i])));
    size = std::max(size, norm(to_vec3(b[i])));
  }
  return most / size;
}

BlockMatrix<double> assembled(const RandomSystem& system, const CellAssembly& assembly,
                              bool with_mass = true) {
  BlockMatrix<double> A(assembly.pattern());
  const std::span<const double> none;
  assembly.assemble<double>(system.stiffness, system.rotation, with_mass ? system.mass : none, A);
  return A;
}

// x + omega D^-1 (b - A x), for each weight in turn.
BlockVector<double> relaxed(const BlockMatrix<double>& A, std::span<const float> weights,
                            std::span<const Block3<double>> b, BlockVector<double> x) {
  std::vector<double> inverse;
  invert_diagonal(A, inverse);
  BlockVector<double> r(x.size());
  for (const float weight : weights) {
    residual<double>(A, b, x, r);
    multiply_diagonal<double>(inverse, r, r);
    axpby<double>(weight, r, 1, x);
  }
  return x;
}

double length_of(const CellRotation& q) {
  return std::sqrt(double{q.w} * q.w + double{q.x} * q.x + double{q.y} * q.y + double{q.z} * q.z);
}

Quaternion unit(const CellRotation& q) {
  const double s = 1 / length_of(q);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

double angle_between(const CellRotation& a, const Quaternion& b) {
  const Mat3 difference = to_matrix(unit(a)) - to_matrix(b);
  return std::sqrt(0.5 * inner(difference, difference));
}

std::array<Vec3, 8> corner_positions(const CellLevel& cells, std::size_t c,
                                     std::span<const Block3<double>> x) {
  std::array<Vec3, 8> p;
  const CornerWeights H = corner_weights(cells.places[c].octant(), cells.unknowns[c].hanging);
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k) p[i] += double{H[i][k]} * to_vec3(x[cells.unknowns[c].vertex[k]]);
  return p;
}

class RandomBodies : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  RandomSystem system{GetParam() < 5 ? Octree(cut_box(GetParam(), 20)) : test::coarse_octree(GetParam(), 20)};
  CellAssembly assembly = system.assembly();
  Index n = system.levels.levels[0].vertex_count;
};
INSTANTIATE_TEST_SUITE_P(CellOperator, RandomBodies, ::testing::Range<std::uint64_t>(0, 7));

TEST_P(RandomBodies, multiply_as_the_assembled_matrix_does) {
  const BlockMatrix<double> A = assembled(system, assembly);
  const BlockVector<double> x = random_vector(n, 1);
  BlockVector<double> y(n);
  multiply<double>(A, x, y);
  for (const CellKernels& kernels : all_kernels()) {
    BlockVector<float> z(n);
    finest_of(system, 700, kernels).multiply(rounded(x), z);
    EXPECT_LT(largest_difference<float>(z, y), kRounding);
  }
}

TEST_P(RandomBodies, are_relaxed_as_the_assembled_matrix_says) {
  const BlockMatrix<double> A = assembled(system, assembly);
  const BlockVector<double> b = random_vector(n, 2), x = random_vector(n, 3), zero(n);
  const std::array<float, 2> weights{0.3F, 0.7F};
  const std::span<const float> one(weights.data(), 1);
  const BlockVector<double> expected = relaxed(A, one, b, x), once = relaxed(A, one, b, zero),
                            twice = relaxed(A, weights, b, zero);
  BlockVector<double> left(n);
  residual<double>(A, b, once, left);
  for (const CellKernels& kernels : all_kernels()) {
    const CellOperator level = finest_of(system, 700, kernels);
    BlockVector<float> y(n), r(n);
    level.relax(weights[0], rounded(b), rounded(x), y);
    EXPECT_LT(largest_difference<float>(y, expected), 2 * kRounding);
    level.relax_from_zero(weights[0], rounded(b), y, r);
    EXPECT_LT(largest_difference<float>(y, once), 2 * kRounding);
    EXPECT_LT(largest_difference<float>(r, left), 2 * kRounding);
    level.relax_twice_from_zero(weights, rounded(b), y);
    EXPECT_LT(largest_difference<float>(y, twice), 2 * kRounding);
  }
}

TEST_P(RandomBodies, are_smoothed_more_where_they_are_hard_and_nowhere_else) {
  const BlockVector<float> b = rounded(random_vector(n, 2)), x = rounded(random_vector(n, 3));
  CellOperator level = finest_of(system, 100);
  ChebyshevParams params;
  params.thin_sweeps = 1;
  BlockVector<float> y = x, spare(n);
  level.smooth_thin(params, b, y, spare);
  EXPECT_EQ(y, x);
  std::vector<char> hard(n, 0);
  hard[0] = 1;
  level.set_thin_vertices(hard);
  level.smooth_thin(params, b, y, spare);
  EXPECT_NE(y[0], x[0]);
  EXPECT_EQ(y.back(), x.back());
  hard.assign(n, 1);
  level.set_thin_vertices(hard);
  y = x;
  level.smooth_thin(params, b, y, spare);
  const std::array<float, 2> weights{params.weight_of_thin(0), params.weight_of_thin(1)};
  BlockVector<float> first(n), second(n);
  level.relax(weights[0], b, x, first);
  level.relax(weights[1], b, first, second);
  EXPECT_EQ(y, second);
}

TEST_P(RandomBodies, are_preconditioned_by_the_inverted_diagonal_of_the_assembled_matrix) {
  std::vector<double> inverse;
  invert_diagonal(assembled(system, assembly), inverse);
  const BlockVector<double> r = random_vector(n, 2);
  BlockVector<double> expected(n);
  multiply_diagonal<double>(inverse, r, expected);
  BlockVector<float> z(n);
  finest_of(system).precondition(rounded(r), z);
  EXPECT_LT(largest_difference<float>(z, expected), kRounding);
}

TEST_P(RandomBodies, leave_the_residual_of_the_assembled_matrix) {
  const BlockMatrix<double> A = assembled(system, assembly);
  const BlockVector<double> b = random_vector(n, 2), x = random_vector(n, 3);
  BlockVector<double> r(n);
  residual<double>(A, b, x, r);
  for (const CellKernels& kernels : all_kernels()) {
    BlockVector<float> s(n);
    finest_of(system, 700, kernels).residual(rounded(b), rounded(x), s);
    EXPECT_LT(largest_difference<float>(s, r), kRounding);
  }
}

TEST_P(RandomBodies, have_elastic_forces_whose_slope_is_the_operator) {
  const BlockMatrix<double> A = assembled(system, assembly, false);
  const BlockVector<double> x = random_vector(n, 4), step = random_vector(n, 5);
  BlockVector<double> moved = x, expected(n);
  axpby<double>(1, step, 1, moved);
  multiply<double>(A, step, expected);
  for (const CellKernels& kernels : all_kernels()) {
    const CellOperator level = finest_of(system, 700, kernels);
    BlockVector<double> before(n), after(n);
    level.elastic_forces(2, x, before);
    level.elastic_forces(2, moved, after);
    axpby<double>(-0.5, before, 0.5, after);
    // Rotations and stiffness are in single precision.
    EXPECT_LT(largest_difference<double>(after, expected), kRounding);
    level.multiply_stiffness(1, step, before);
    EXPECT_LT(largest_difference<double>(after, before), 1e-11);
  }
}

TEST_P(RandomBodies, turned_as_a_whole_turn_their_cells_and_feel_no_force) {
  Random random(GetParam());
  const Quaternion turn = random_rotation(random);
  const std::vector<Vec3> rest = to_positions(system.levels.levels[0].vertex_points);
  BlockVector<double> x(n), f(n);
  for (Index v = 0; v < n; ++v) x[v] = to_block(Vec3{100, -30, 8} + to_matrix(turn) * rest[v] - rest[v]);
  for (const CellKernels& kernels : all_kernels()) {
    CellOperator level = finest_of(system, 700, kernels);
    level.update_rotations(x);
    for (std::size_t c = 0; c < system.stiffness.size(); ++c)
      EXPECT_LT(angle_between(level.rotations()[c], turn), 3e-6);
    level.elastic_forces(1, x, f);
    EXPECT_LT(norm<double>(f), 1e-5 * std::sqrt(n));
  }
}

TEST_P(RandomBodies, turn_their_cells_to_the_nearest_rotation) {
  const CellLevel& cells = system.levels.levels[0];
  const std::vector<Vec3> rest = to_positions(cells.vertex_points);
  BlockVector<double> u = random_vector(n, 6), x(n);
  axpby<double>(0, u, 0.4, u);
  for (Index v = 0; v < n; ++v) x[v] = to_block(rest[v] + to_vec3(u[v]));
  for (const CellKernels& kernels : all_kernels()) {
    CellOperator level = finest_of(system, 700, kernels);
    level.update_rotations(u);
    for (std::size_t c = 0; c < cells.places.size(); ++c) {
      const Mat3 F = cube_gradient(corner_positions(cells, c, x));
      EXPECT_LT(angle_between(level.rotations()[c], nearest_rotation(F, system.rotation[c])), 1e-5);
      EXPECT_NEAR(length_of(level.rotations()[c]), std::sqrt(std::sqrt(system.stiffness[c].mu)), 1e-6);
    }
  }
}

TEST_P(RandomBodies, search_rotations_from_those_kept_to_the_bit) {
  CellOperator level = finest_of(system), other = finest_of(system);
  const BlockVector<double> u = random_vector(n, 6), v = random_vector(n, 7);
  level.update_rotations(u);
  level.keep_rotations();
  const std::vector<CellRotation> kept = level.kept_rotations();
  level.update_rotations(v);
  EXPECT_EQ(level.kept_rotations(), kept);
  other.set_kept_rotations(kept);
  other.update_rotations(v);
  EXPECT_EQ(other.kept_rotations(), kept);
  EXPECT_TRUE(std::ranges::equal(other.rotations(), level.rotations()));
}

TEST_P(RandomBodies, keep_held_vertices_where_they_are) {
  std::vector<char> held(n, 0);
  Random random(9);
  for (char& h : held) h = random.below(4) == 0;
  CellOperator level = finest_of(system, 700, cell_kernels_for(best_instruction_set()), held);
  const BlockVector<float> b = rounded(random_vector(n, 2)), x = rounded(random_vector(n, 3));
  BlockVector<float> y(n), r(n), z(n), left(n), twice(n);
  level.relax(0.5F, b, x, y);
  level.residual(b, x, r);
  level.relax_from_zero(0.5F, b, z, left);
  level.relax_twice_from_zero({0.3F, 0.7F}, b, twice);
  for (Index v = 0; v < n; ++v)
    if (held[v]) {
      EXPECT_EQ(y[v], x[v]);
      EXPECT_EQ(r[v], Block3<float>{});
      EXPECT_EQ(z[v], Block3<float>{});
      EXPECT_EQ(left[v], Block3<float>{});
      EXPECT_EQ(twice[v], Block3<float>{});
    } else {
      EXPECT_NE(y[v], x[v]);
    }
}

TEST_P(RandomBodies, have_the_same_bits_for_any_number_of_threads) {
  const int threads = thread_count();
  const BlockVector<float> b = rounded(random_vector(n, 2));
  const BlockVector<double> x = random_vector(n, 6);
  std::vector<BlockVector<float>> smooth;
  std::vector<BlockVector<double>> forces;
  for (const int count : {1, 2, 4}) {
    set_thread_count(count);
    CellOperator level = finest_of(system, 100);
    level.update_rotations(x);
    level.update_diagonal();
    smooth.emplace_back(n), forces.emplace_back(n);
    BlockVector<float> first(n);
    level.relax_twice_from_zero({0.3F, 0.7F}, b, first);
    level.relax(0.5F, b, first, smooth.back());
    level.elastic_forces(1, x, forces.back());
  }
  set_thread_count(threads);
  EXPECT_EQ(smooth[0], smooth[1]);
  EXPECT_EQ(smooth[0], smooth[2]);
  EXPECT_EQ(forces[0], forces[1]);
  EXPECT_EQ(forces[0], forces[2]);
}

TEST_P(RandomBodies, give_a_cell_the_same_rotation_in_every_block_that_has_it) {
  const BlockVector<double> x = random_vector(n, 6);
  CellOperator small = finest_of(system, 50), large = finest_of(system, 5000);
  small.update_rotations(x), large.update_rotations(x);
  EXPECT_TRUE(std::ranges::equal(small.rotations(), large.rotations()));
}

TEST_P(RandomBodies, have_the_largest_eigenvalue_that_the_assembled_matrix_has) {
  const BlockMatrix<double> A = assembled(system, assembly);
  std::vector<double> inverse;
  invert_diagonal(A, inverse);
  BlockVector<double> x = random_vector(n, 8), y(n);
  double eigenvalue = 0;
  for (int step = 0; step < 100; ++step) {
    multiply<double>(A, x, y);
    multiply_diagonal<double>(inverse, y, y);
    eigenvalue = norm<double>(y) / norm<double>(x);
    axpby<double>(1 / norm<double>(y), y, 0, x);
  }
  const double estimate = finest_of(system).largest_eigenvalue();
  EXPECT_GT(estimate, 0.9 * eigenvalue);
  EXPECT_LT(estimate, 1.01 * eigenvalue);
}

TEST(ChebyshevParams, damp_both_ends_of_their_range_alike) {
  const ChebyshevParams params{3, 0.5};
  const std::array<float, 2> weight = params.weights_of_two();
  const auto damping = [&](double eigenvalue) {
    return (1 - weight[0] * eigenvalue) * (1 - weight[1] * eigenvalue);
  };
  EXPECT_NEAR(damping(3), damping(0.5), 1e-6);
  EXPECT_NEAR(damping(1.75), -damping(3), 1e-6);
  EXPECT_LT(damping(3), 0.4);
}

TEST(CellOperator, refuses_a_cell_without_stiffness) {
  RandomSystem system{Octree(LinkedVoxels(box_grid(4, 4, 4)))};
  const CellLevel& cells = system.levels.levels[0];
  CellOperator level(cells.places, cells.unknowns, cells.vertex_points, 1);
  for (const double mu : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    system.stiffness[3].mu = mu;
    EXPECT_THROW(level.set_stiffness(system.stiffness), Error);
  }
}

TEST(CellOperator, of_nothing_does_nothing) {
  CellOperator level({}, {}, {}, 1);
  level.update_diagonal();
  BlockVector<float> none;
  level.relax(1, none, none, none);
  EXPECT_EQ(level.vertices(), 0);
}

}  // namespace
}  // namespace sinew
