#include "collision/pair_filter.h"

#include <algorithm>
#include <limits>

#include "collision/closest_points.h"

namespace sinew {

namespace {

// Features may come a little nearer than they are at rest before they push.
constexpr double kRestShare = 0.9;
// Of the gap: features that are nearer at rest than this lie at a crack tip, and only the fail-safe knows them.
constexpr double kNearestAtRest = 0.2;
// Normals of features that face each other turn from the line between them by 60 degrees at most.
constexpr double kFacingCosine = 0.5;

std::vector<Vec3> vertex_normals(std::span<const Triangle> triangles, std::span<const Vec3> positions) {
  std::vector<Vec3> normals(positions.size());
  for (const Triangle& t : triangles) {
    const Vec3 area = cross(positions[t[1]] - positions[t[0]], positions[t[2]] - positions[t[0]]);
    for (const Index v : t) normals[v] += area;
  }
  for (Vec3& n : normals)
    if (const double length = norm(n); length > 0) n *= 1 / length;
  return normals;
}

}  // namespace

void PairFilter::set_rest(Index surface, std::span<const Vec3> rest, double limit,
                          std::span<const Triangle> triangles) {
  rest_[surface] = {rest, limit, {}};
  if (!triangles.empty()) rest_[surface].normals = vertex_normals(triangles, rest);
}

bool PairFilter::exempts(const FeaturePair& pair) const {
  for (const Entangled& one : entangled_) {
    const bool straight = pair.surface[0] == one.a && pair.surface[1] == one.b;
    if (!straight && !(pair.surface[0] == one.b && pair.surface[1] == one.a)) continue;
    const std::vector<char>&first = straight ? one.near_a : one.near_b,
          &second = straight ? one.near_b : one.near_a;
    bool is_near[2] = {false, false};
    for (int k = 0; k < 4; ++k) {
      const int side = k < first_count(pair.kind) ? 0 : 1;
      is_near[side] |= (side == 0 ? first : second)[pair.vertex[k]] != 0;
    }
    if (is_near[0] && is_near[1]) return true;
  }
  return false;
}

double PairFilter::rest_distance(const FeaturePair& pair) const {
  if (pair.surface[0] != pair.surface[1] || rest_[pair.surface[0]].positions.empty())
    return std::numeric_limits<double>::infinity();
  const std::span<const Vec3> rest = rest_[pair.surface[0]].positions;
  return closest_points(pair.kind, gather(pair, rest, rest)).distance;
}

// `apart`: the direction from the second feature to the first at rest.
bool PairFilter::face_each_other(const FeaturePair& pair, const Rest& rest, const Vec3& apart) const {
  if (rest.normals.empty()) return false;
  Vec3 outward[2];
  for (int k = 0; k < 4; ++k) outward[k < first_count(pair.kind) ? 0 : 1] += rest.normals[pair.vertex[k]];
  if (pair.kind == FeaturePair::Kind::kVertexTriangle) {
    const auto x = gather(pair, rest.positions, rest.positions);
    outward[1] = cross(x[2] - x[1], x[3] - x[1]);
  }
  const auto looks_along = [](const Vec3& normal, const Vec3& direction) {
    return dot(normal, direction) > kFacingCosine * norm(normal);
  };
  return looks_along(outward[1], apart) && looks_along(outward[0], -apart);
}

double PairFilter::keeps(const FeaturePair& pair, double gap) const {
  if (!entangled_.empty() && exempts(pair)) return -1;
  if (pair.surface[0] != pair.surface[1]) return gap;
  if (share_vertex(pair)) return -1;
  const Rest& rest = rest_[pair.surface[0]];
  if (rest.positions.empty()) return gap;
  const ClosestPoints at_rest = closest_points(pair.kind, gather(pair, rest.positions, rest.positions));
  if (at_rest.distance >= rest.limit) return gap;
  if (at_rest.distance < kNearestAtRest * gap || !face_each_other(pair, rest, at_rest.normal)) return -1;
  return std::min(gap, kRestShare * at_rest.distance);
}

double PairFilter::keeps_at_least(const FeaturePair& pair, double gap) const {
  return std::clamp(kRestShare * rest_distance(pair), kNearestAtRest * gap, gap);
}

}  // namespace sinew
