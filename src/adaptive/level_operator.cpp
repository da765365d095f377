#include "adaptive/level_operator.h"

#include <algorithm>

#include "adaptive/node_loops.h"
#include "linalg/inverse3.h"
#include "linalg/lanes.h"
#include "sinew/base/profile.h"
#include "tet/stiffness_block.h"

namespace sinew {

namespace {

constexpr Index kElements = 512;
constexpr Index kRows = 256;

Mat3 matrix_of(std::span<const double, 9> block) {
  return {{Vec3{block[0], block[1], block[2]}, Vec3{block[3], block[4], block[5]},
           Vec3{block[6], block[7], block[8]}}};
}

}  // namespace

LevelOperator::LevelOperator(const LevelRest& level)
    : level_(level),
      kept_axes_(level.elements.elements.size()),
      axes_(level.elements.elements.size()),
      pull_(level.elements.elements.size()),
      turned_(level.elements.elements.size()),
      A_(level.elements.pattern),
      inverse_(9 * std::size_t(level.node_count()) + kBlockPadding) {}

// With F the deformation gradient, R its rotation and e = sym(R^T F) - I:
//   P = R (2 mu e + lambda tr(e) I)
void LevelOperator::turn(std::span<const Index> elements, In u) {
  const ProfileZone zone("rotations");
  constexpr Index kAtOnce = 64;
  const ElasticRest& rest = level_.elements;
  parallel_for(static_cast<Index>(elements.size()), kElements, [&](Index begin, Index end) {
    std::array<Mat3, kAtOnce> F;
    std::array<Quaternion, kAtOnce> q;
    for (; begin < end; begin += kAtOnce) {
      const Index count = std::min(end - begin, kAtOnce);
      gradients(elements.subspan(begin, count), u, F, q);
      for (Index k = 0; k < count; ++k) {
        const Index e = elements[begin + k];
        const RestElement& element = rest.elements[e];
        const Mat3 R = to_matrix(q[k]), G = transposed(R) * F[k];
        const Mat3 strain = 0.5 * (G + transposed(G)) - Mat3::identity();
        pull_[e] = element.shape.volume *
                   (R * (2 * element.mu * strain + element.lambda * trace(strain) * Mat3::identity()));
        std::array<Vec3, 4> gradients = element.shape.gradient;
        for (Vec3& g : gradients) g = R * g;
        turned_[e] = stiffness_element<double>(element, gradients);
        axes_[e] = q[k];
      }
    }
  });
}

double LevelOperator::energy(std::span<const Index> elements, std::span<const float> shares, In u) const {
  constexpr Index kAtOnce = 64;
  const ElasticRest& rest = level_.elements;
  return parallel_reduce(
      static_cast<Index>(elements.size()), kElements, 0.0,
      [&](Index begin, Index end) {
        std::array<Mat3, kAtOnce> F;
        std::array<Quaternion, kAtOnce> q;
        double sum = 0;
        for (; begin < end; begin += kAtOnce) {
          const Index count = std::min(end - begin, kAtOnce);
          gradients(elements.subspan(begin, count), u, F, q);
          for (Index k = 0; k < count; ++k) {
            const RestElement& element = rest.elements[elements[begin + k]];
            const Mat3 G = transposed(to_matrix(q[k])) * F[k];
            const Mat3 strain = 0.5 * (G + transposed(G)) - Mat3::identity();
            double squares = 0;
            for (const Vec3& column : strain.column) squares += squared_norm(column);
            sum += shares[begin + k] * element.shape.volume *
                   (element.mu * squares + 0.5 * element.lambda * trace(strain) * trace(strain));
          }
        }
        return sum;
      },
      std::plus<>());
}

// The deformation gradients of these elements and their rotations.
void LevelOperator::gradients(std::span<const Index> elements, In u, std::span<Mat3> F,
                              std::span<Quaternion> q) const {
  const ElasticRest& rest = level_.elements;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    const auto nodes = rest.stars.element(elements[k]);
    F[k] = Mat3::identity();
    for (int i = 0; i < 4; ++i)
      F[k] = F[k] + outer(to_vec3(u[nodes[i]]), rest.elements[elements[k]].shape.gradient[i]);
    q[k] = kept_axes_[elements[k]];
  }
  turn_to_nearest(F.first(elements.size()), q.first(elements.size()));
}

Vec3 LevelOperator::internal_force(Index node) const {
  Vec3 sum;
  for (const ElementStars::Corner& corner : level_.elements.stars[node])
    sum -= pull_[corner.element] * level_.elements.elements[corner.element].shape.gradient[corner.corner];
  return sum;
}

// The diagonal block of K is minus the sum of the others: a translated body must feel no stiffness.
void LevelOperator::assemble(const StepScheme& scheme, std::span<const Index> nodes) {
  const ProfileZone zone("assembly");
  const BlockPattern& pattern = level_.elements.pattern;
  mass_factor_ = scheme.mass;
  parallel_for(static_cast<Index>(nodes.size()), kRows, [&](Index begin, Index end) {
    std::vector<Four<double>> row;
    for (Index n = begin; n < end; ++n) {
      const Index node = nodes[n], first = pattern.row_start[node], diagonal = pattern.diagonal[node];
      const Index blocks = pattern.row_start[node + 1] - first;
      row.assign(3 * static_cast<std::size_t>(blocks), Four<double>{});
      for (const ElementStars::Corner& corner : level_.elements.stars[node])
        for (int j = 0; j < 4; ++j)
          if (j != corner.corner)
            add_stiffness(turned_[corner.element], scheme.stiffness, corner.corner, j,
                          &row[3 * static_cast<std::size_t>(corner.place[j] - first)]);
      Four<double> sum[3] = {};
      for (Index k = 0; k < blocks; ++k)
        for (int c = 0; c < 3; ++c) sum[c] -= row[3 * k + c];
      const double mass = scheme.mass * level_.masses[node];
      for (int c = 0; c < 3; ++c) {
        sum[c][c] += mass;
        row[3 * (diagonal - first) + c] = sum[c];
      }
      double* to = &A_.values[9 * static_cast<std::size_t>(first)];
      for (Index k = 0; k < 3 * blocks; ++k)
        for (int r = 0; r < 3; ++r) to[3 * k + r] = row[k][r];
    }
  });
  add_holds(scheme);
  for_each_of(nodes, [&](Index node) {
    invert_block(A_.block(A_.pattern->diagonal[node]).data(), &inverse_[9 * static_cast<std::size_t>(node)]);
  });
}

// As stiff as the element itself, times kFirm.
void LevelOperator::add_holds(const StepScheme& scheme) {
  constexpr double kFirm = 10;
  for (const HeldElement& held : level_.held_elements) {
    const StiffnessElement<double>& element = turned_[held.element];
    double squares = 0;
    for (const auto& g : element.gradient) squares += g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
    const double k = kFirm * scheme.stiffness * (element.lambda + 4 * element.mu) / 3 * squares;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        for (int r = 0; r < 9; r += 4) A_.block(held.place[i][j])[r] += k * held.together[i][j];
  }
}

Vec3 LevelOperator::residual(Index node, In b, In x) const { return to_vec3(b[node]) - product(node, x); }

Vec3 LevelOperator::product(Index node, In x) const {
  const BlockPattern& pattern = *A_.pattern;
  Four<double> sum{};
  for (Index at = pattern.row_start[node]; at < pattern.row_start[node + 1]; ++at)
    sum += block_times(&A_.values[9 * static_cast<std::size_t>(at)], x[pattern.column[at]]);
  return {sum[0], sum[1], sum[2]};
}

Vec3 LevelOperator::stiffness_product(Index node, In x) const {
  return product(node, x) - mass_factor_ * level_.masses[node] * to_vec3(x[node]);
}

Vec3 LevelOperator::inverse_diagonal_times(Index node, const Vec3& r) const {
  const auto v = block_times(&inverse_[9 * static_cast<std::size_t>(node)], to_block(r));
  return {v[0], v[1], v[2]};
}

Mat3 LevelOperator::stiffness_diagonal(Index node) const {
  return matrix_of(A_.block(A_.pattern->diagonal[node])) -
         mass_factor_ * level_.masses[node] * Mat3::identity();
}

void LevelOperator::sweep(std::span<const Index> nodes, double omega, In b, Out x, bool reverse) const {
  const std::vector<Index>& colours = level_.elements.order.colour_start;
  const auto relax = [&](Index node) {
    const Vec3 step = omega * inverse_diagonal_times(node, residual(node, b, x));
    x[node] = to_block(to_vec3(x[node]) + step);
  };
  const int count = level_.elements.order.colours();
  for (int c = 0; c < count; ++c) {
    const int colour = reverse ? count - 1 - c : c;
    const auto begin = std::ranges::lower_bound(nodes, colours[colour]);
    const auto end = std::lower_bound(begin, nodes.end(), colours[colour + 1]);
    parallel_for_each(static_cast<std::size_t>(end - begin), kRows, [&](Index i) { relax(begin[i]); });
  }
}

}  // namespace sinew
