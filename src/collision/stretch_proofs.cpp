#include "collision/stretch_proofs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "collision/rest_ways.h"

namespace sinew {

namespace {

// What lists are made for: delta up to kMostTurn if sigma is at least kSoft, less below, nothing at kLeast.
constexpr double kMostTurn = 0.35, kSoft = 0.8, kLeast = 0.5;
// How much of what is tolerated at kSoft is tolerated at sigma.
double softness(double sigma) { return std::min(1.0, (sigma - kLeast) / (kSoft - kLeast)); }

FloatCorner corner_of(const Vec3& p) {
  return FloatCorner{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0};
}
float squared(const FloatCorner& a) {
  const FloatCorner s = a * a;
  return s[0] + s[1] + s[2];
}

using Gradient = const FloatCorner*;  // three columns

// How far two gradients are apart, squared, in Frobenius' norm.
float squared_apart(Gradient a, Gradient b) {
  const FloatCorner x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  const FloatCorner s = x * x + y * y + z * z;
  return s[0] + s[1] + s[2];
}
// At least the root; rounding is far below what is added.
double root(float square) { return std::sqrt(static_cast<double>(square)) + 1e-5; }

// At most the least singular value. Near the identity, by the distance of F^T F from it.
double least_stretch(Gradient f) {
  constexpr double kRounding = 1e-5;
  const auto product = [](const FloatCorner& a, const FloatCorner& b) {
    const FloatCorner s = a * b;
    return static_cast<double>(s[0]) + s[1] + s[2];
  };
  const double a = squared(f[0]), b = squared(f[1]), c = squared(f[2]);
  const double ab = product(f[0], f[1]), ac = product(f[0], f[2]), bc = product(f[1], f[2]);
  const double off = ab * ab + ac * ac + bc * bc;
  const double strain = std::sqrt((a - 1) * (a - 1) + (b - 1) * (b - 1) + (c - 1) * (c - 1) + 2 * off);
  if (strain < 0.1) return std::sqrt(1 - strain) - kRounding;
  const double mean = (a + b + c) / 3, x = a - mean, y = b - mean, z = c - mean;
  const double p = std::sqrt((x * x + y * y + z * z + 2 * off) / 6);
  if (p < 1e-12) return std::sqrt(std::max(0.0, mean)) - kRounding;
  const double det = x * (y * z - bc * bc) - ab * (ab * z - bc * ac) + ac * (ab * bc - y * ac);
  const double angle = std::acos(std::clamp(det / (2 * p * p * p), -1.0, 1.0)) / 3;
  const double least = mean + 2 * p * std::cos(angle + 2 * std::numbers::pi / 3);
  return std::sqrt(std::max(0.0, least - 1e-6 * mean)) - kRounding;
}

Mat3 edges_of(const std::array<Index, 4>& nodes, std::span<const Vec3> x) {
  return {{x[nodes[1]] - x[nodes[0]], x[nodes[2]] - x[nodes[0]], x[nodes[3]] - x[nodes[0]]}};
}

Mat3 inverse(const Mat3& a) {
  const double d = determinant(a);
  return transposed(Mat3{{cross(a.column[1], a.column[2]) / d, cross(a.column[2], a.column[0]) / d,
                          cross(a.column[0], a.column[1]) / d}});
}

}  // namespace

StretchProofs::StretchProofs(const RefitTree& tree, const Governors& governors, const SurfacePatches& patches,
                             std::span<const Vec3> rest_nodes, std::span<const Vec3> rest, double margin)
    : patches_(&patches), governors_(&governors) {
  const auto owners = patches.owners();
  const int level = governors.level_of_simplex(owners[0]);
  first_simplex_ = governors.first_simplex(level), end_simplex_ = governors.first_simplex(level + 1);
  double longest = 0;
  for (Index s = first_simplex_; s < end_simplex_; ++s) {
    const Mat3 edges = edges_of(governors.simplices()[s], rest_nodes);
    rest_inverse_.push_back(inverse(edges));
    for (const Vec3& e : edges.column) longest = std::max(longest, norm(e));
  }
  // Weights are rounded: a vertex at rest is not quite where its tetrahedron has it.
  constexpr double kWeightRounding = 2e-6;
  margin_ = margin + kWeightRounding * longest;

  std::vector<std::vector<Index>> owners_at(rest_nodes.size());  // of patches, by node
  for (Index i = 0; i < static_cast<Index>(owners.size()); ++i)
    for (const Index n : governors.simplices()[owners[i]]) owners_at[n].push_back(i);

  struct Found {
    Bound bound;
    FeaturePair pair;
  };
  std::vector<Found> found;
  RestWays ways(tree, governors, level, rest_nodes, rest);
  const FeatureOwners features(tree.triangles(), static_cast<Index>(rest.size()));
  for (Index i = 0; i < static_cast<Index>(owners.size()); ++i) {
    const Index a = owners[i];
    std::vector<Index> around;
    const auto position_of = [&](Index simplex) {
      const auto at = std::ranges::find(around, simplex) - around.begin();
      if (at == static_cast<std::ptrdiff_t>(around.size())) around.push_back(simplex);
      return static_cast<std::uint16_t>(at);
    };
    references_.push_back({i, static_cast<Index>(around_.size()), static_cast<Index>(pairs_.size())});
    std::vector<Index> touching;
    for (const Index n : governors.simplices()[a])
      std::ranges::copy(owners_at[n], std::back_inserter(touching));
    std::ranges::sort(touching);
    touching.erase(std::unique(touching.begin(), touching.end()), touching.end());
    for (const Index j : touching) {
      if (j < i) continue;
      PatchPair& patch_pair = pairs_.emplace_back();
      patch_pair.other = j;
      patch_pair.moving[0] = static_cast<Index>(moving_.size());
      patch_pair.listed[0] = static_cast<Index>(features_.size());
      for (const Index patch : {i, j})
        for (const Governor& g : patches.governors(patch))
          if (g.simplex != a) moving_.push_back(position_of(g.simplex));
      found.clear();
      ways.for_each_near(
          a, owners[j], patches.triangles(i), patches.triangles(j),
          [&](double way) { return std::max(margin_ / kLeast, (margin_ + kMostTurn * way) / kSoft); },
          features,
          [&](const FeaturePair& pair, double r, double way) {
            const double tolerance = kLeast * r < margin_ ? 0 : (kSoft * r - margin_) / way;
            if (r > margin && tolerance < kMostTurn)
              found.push_back({{rounded_down(tolerance), rounded_down(r), rounded_up(way)}, pair});
          });
      std::ranges::stable_sort(found, {}, [](const Found& f) { return f.bound.tolerance; });
      for (const Found& f : found) bounds_.push_back(f.bound), features_.push_back(f.pair);
      patch_pair.moving[1] = static_cast<Index>(moving_.size());
      patch_pair.listed[1] = static_cast<Index>(features_.size());
      patch_pair.tolerance =
          found.empty() ? std::numeric_limits<float>::infinity() : found[0].bound.tolerance;
    }
    std::stable_sort(pairs_.begin() + references_.back().first_pair, pairs_.end(),
                     [](const PatchPair& s, const PatchPair& t) { return s.tolerance < t.tolerance; });
    around_.insert(around_.end(), around.begin(), around.end());
  }
  references_.push_back({-1, static_cast<Index>(around_.size()), static_cast<Index>(pairs_.size())});
}

void StretchProofs::compute_gradients(const GoverningStep& step, std::span<const char> is_proper,
                                      Scratch& scratch) const {
  for (int state = 0; state < (step.is_still() ? 1 : 2); ++state) {
    scratch.gradients[state].resize(3 * rest_inverse_.size());
    for (Index s = first_simplex_; s < end_simplex_; ++s) {
      if (is_proper[s] == 0) continue;
      const Mat3 f = edges_of(governors_->simplices()[s], state == 0 ? step.start : step.end) *
                     rest_inverse_[s - first_simplex_];
      for (int k = 0; k < 3; ++k)
        scratch.gradients[state][3 * (s - first_simplex_) + k] = corner_of(f.column[k]);
    }
  }
}

void StretchProofs::run(const GoverningStep& step, std::span<const char> is_proper,
                        std::span<const FloatBox> boxes, Scratch& scratch,
                        const std::function<void(Index, Index)>& may_meet,
                        std::vector<FeaturePair>& near) const {
  compute_gradients(step, is_proper, scratch);
  const bool is_still = step.is_still();
  const auto gradient = [&](Index simplex, int state) {
    return scratch.gradients[state].data() + 3 * (simplex - first_simplex_);
  };
  // F goes straight from one end of the step to the other, so that |F_t - F_a| is largest at an end.
  const auto squared_in_step = [&](Index a, Index b) {
    const float start = squared_apart(gradient(a, 0), gradient(b, 0));
    return is_still ? start : std::max(start, squared_apart(gradient(a, 1), gradient(b, 1)));
  };
  const auto least_in_step = [&](Index a) {
    if (is_still) return least_stretch(gradient(a, 0));
    FloatCorner middle[3];
    for (int k = 0; k < 3; ++k) middle[k] = 0.5F * (gradient(a, 0)[k] + gradient(a, 1)[k]);
    return least_stretch(middle) - 0.5 * root(squared_apart(gradient(a, 0), gradient(a, 1)));
  };
  const auto owners = patches_->owners();
  for (std::size_t n = 0; n + 1 < references_.size(); ++n) {
    const Reference &reference = references_[n], &next = references_[n + 1];
    const Index a = owners[reference.patch];
    const std::span around(around_.data() + reference.first_around, around_.data() + next.first_around);
    float most = 0;
    scratch.apart.resize(around.size());
    for (std::size_t k = 0; k < around.size(); ++k) {
      const bool are_proper = is_proper[a] != 0 && is_proper[around[k]] != 0;
      scratch.apart[k] = are_proper ? squared_in_step(a, around[k]) : std::numeric_limits<float>::infinity();
      most = std::max(most, scratch.apart[k]);
    }
    const double sigma = is_proper[a] != 0 ? least_in_step(a) : 0, turn = root(most);
    const double soft = softness(sigma), allowed = kMostTurn * soft;
    const bool is_moderate = is_proper[a] != 0 && turn <= allowed;
    for (Index p = reference.first_pair; p < next.first_pair; ++p) {
      const PatchPair& pair = pairs_[p];
      if (is_moderate && pair.tolerance * soft > turn) break;
      float square = 0;
      for (Index k = pair.moving[0]; k < pair.moving[1]; ++k)
        square = std::max(square, scratch.apart[moving_[k]]);
      const double delta = root(square);
      if (is_proper[a] == 0 || delta > allowed) {
        if (overlap(boxes[reference.patch], boxes[pair.other])) may_meet(a, owners[pair.other]);
        continue;
      }
      for (Index e = pair.listed[0]; e < pair.listed[1] && bounds_[e].tolerance * soft <= delta; ++e)
        if (sigma * bounds_[e].rest - delta * bounds_[e].way < margin_) near.push_back(features_[e]);
    }
  }
}

std::size_t StretchProofs::bytes() const {
  const auto size = [](const auto& v) { return v.size() * sizeof v[0]; };
  return size(rest_inverse_) + size(references_) + size(around_) + size(pairs_) + size(moving_) +
         size(bounds_) + size(features_);
}

}  // namespace sinew
