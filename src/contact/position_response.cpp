#include "contact/position_response.h"

#include <algorithm>

namespace sinew {

namespace {

Vec3 difference(const PositionPair& pair, std::span<const Vec3> x) {
  Vec3 sum;
  for (int k = 0; k < pair.count; ++k) sum += pair.weight[k] * x[pair.particle[k]];
  return sum;
}

// Moves the particles so that their difference changes by `by`.
void move(PositionPair& pair, const Vec3& by, double mobility, std::span<const double> inverse_mass,
          std::span<Vec3> x) {
  const Vec3 push = by / mobility;
  pair.pushed += push;
  for (int k = 0; k < pair.count; ++k)
    x[pair.particle[k]] += pair.weight[k] * inverse_mass[pair.particle[k]] * push;
}

void resolve_one(PositionPair& pair, std::span<const double> inverse_mass, std::span<const Vec3> start,
                 std::span<Vec3> x) {
  double mobility = 0;
  for (int k = 0; k < pair.count; ++k)
    mobility += pair.weight[k] * pair.weight[k] * inverse_mass[pair.particle[k]];
  if (mobility == 0) return;
  const Vec3 apart = difference(pair, x);
  const double missing = pair.keeps - dot(apart, pair.normal);
  if (missing > 0) move(pair, missing * pair.normal, mobility, inverse_mass, x);

  // What it slips, up to the cone of what it was pushed.
  const double pressed = dot(pair.pushed, pair.normal) * mobility;
  if (pair.friction == 0 || pressed <= 0) return;
  const auto along = [&](const Vec3& v) { return v - dot(v, pair.normal) * pair.normal; };
  const Vec3 slip = along(difference(pair, x) - difference(pair, start) - pair.carried);
  const Vec3 before = along(pair.pushed) * mobility, wanted = before - slip;
  const double most = pair.friction * pressed, length = norm(wanted);
  move(pair, (length > most ? most / length * wanted : wanted) - before, mobility, inverse_mass, x);
}

}  // namespace

void resolve(std::span<PositionPair> pairs, std::span<const double> inverse_mass, std::span<const Vec3> start,
             std::span<Vec3> x, int iterations) {
  for (int i = 0; i < iterations; ++i)
    for (PositionPair& pair : pairs) resolve_one(pair, inverse_mass, start, x);
}

// Stored weights are rounded; as in embedded_positions(), the first one is what the others leave of one.
void carry_back(const Embedding& H, std::span<const double> point_mass, std::span<const Vec3> d_c,
                std::span<const double> mass, std::span<Block3<double>> d) {
  std::ranges::fill(d, Block3<double>{});
  const auto add = [&](Index i, const Vec3& q) { d[i] = to_block(to_vec3(d[i]) + q); };
  for (Index c = 0; c < H.point_count(); ++c) {
    if (d_c[c] == Vec3{}) continue;
    const std::span<const Index> nodes = H.nodes(c);
    const std::span<const float> weights = H.weights(c);
    const Vec3 q = point_mass[c] * d_c[c];
    double first = 1;
    for (std::size_t k = 1; k < nodes.size(); ++k) {
      first -= double(weights[k]);
      add(nodes[k], double(weights[k]) * q);
    }
    add(nodes[0], first * q);
  }
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = to_block(to_vec3(d[i]) / mass[i]);
}

}  // namespace sinew
