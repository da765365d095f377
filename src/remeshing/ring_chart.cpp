#include "remeshing/ring_chart.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr double kPi = std::numbers::pi;
// Where the angles sum to less than a full turn the conformal power shrinks the tip, and with it the samples
// that it gets; lengths are kept there. A deep saddle is stretched by no more than the square root.
constexpr double kMinPower = 0.5, kMaxPower = 1;

double angle_between(const Vec3& a, const Vec3& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

struct Spoke {
  Index from, to, triangle;  // triangle (v, from, to)
};

// The triangles of v in counter-clockwise order.
std::vector<Spoke> ordered_spokes(const CollapseMesh& mesh, Index v) {
  std::vector<Spoke> spokes;
  for (const Index t : mesh.star(v)) {
    const int k = corner_of(mesh.triangle(t), v);
    spokes.push_back({mesh.triangle(t)[(k + 1) % 3], mesh.triangle(t)[(k + 2) % 3], t});
  }
  for (std::size_t i = 1; i < spokes.size(); ++i)
    for (std::size_t j = i; j < spokes.size(); ++j)
      if (spokes[j].from == spokes[i - 1].to) {
        std::swap(spokes[i], spokes[j]);
        break;
      }
  return spokes;
}

// Fills the chart's points; false if the ring does not go round v.
bool flatten_ring(const CollapseMesh& mesh, Index v, const std::vector<Spoke>& spokes, Chart& chart) {
  const Vec3 center = mesh.position(v);
  double total = 0, log_lengths = 0;
  std::vector<double> angles;
  for (const Spoke& s : spokes) {
    const Vec3 a = mesh.position(s.from) - center, b = mesh.position(s.to) - center;
    if (!(norm(a) > 0)) return false;
    angles.push_back(angle_between(a, b));
    total += angles.back();
    log_lengths += std::log(norm(a));
  }
  if (!(total > 0)) return false;
  const double full = 2 * kPi / total, power = std::clamp(full, kMinPower, kMaxPower);
  const double mean_log = log_lengths / static_cast<double>(spokes.size());
  chart.points.push_back({});
  double turn = 0;
  for (std::size_t i = 0; i < spokes.size(); ++i) {
    const double r = std::exp(power * (std::log(distance(mesh.position(spokes[i].from), center)) - mean_log));
    chart.points.push_back({r * std::cos(turn), r * std::sin(turn)});
    if (angles[i] * full >= kPi) return false;
    turn += angles[i] * full;
  }
  return true;
}

double face_quality(const Chart& chart, const Chart::Face& face) {
  const auto& [i, j, k] = face.corner;
  return flat_quality(chart.points[i], chart.points[j], chart.points[k]);
}

}  // namespace

double chart_of_collapse(const CollapseMesh& mesh, Index v, Index u, Chart& chart) {
  chart.clear();
  const std::vector<Spoke> spokes = ordered_spokes(mesh, v);
  if (!flatten_ring(mesh, v, spokes, chart)) return -1;
  const auto local = [&](Index w) {
    for (std::size_t i = 0; i < spokes.size(); ++i)
      if (spokes[i].from == w) return static_cast<std::uint16_t>(i + 1);
    return std::uint16_t{0};
  };
  double worst = 1;
  for (const Spoke& s : spokes) {
    const Triangle& t = mesh.triangle(s.triangle);
    chart.before.push_back({s.triangle, {local(t[0]), local(t[1]), local(t[2])}});
    if (s.from == u || s.to == u) continue;
    Chart::Face after = chart.before.back();
    after.corner[corner_of(t, v)] = local(u);
    chart.after.push_back(after);
    worst = std::min(worst, face_quality(chart, after));
  }
  return worst;
}

double chart_of_flip(const CollapseMesh& mesh, Index u, Index v, Chart& chart) {
  chart.clear();
  std::array<Index, 2> sides;
  if (mesh.edge_triangles(u, v, sides) != 2) return -1;
  const Hinge h = hinge_of(mesh, sides, u, v);
  const Vec3 p = mesh.position(u), edge = mesh.position(v) - p, axis = normalized(edge);
  const auto unfolded = [&](Index w, double side) {
    const Vec3 r = mesh.position(w) - p;
    return Vec2{dot(r, axis), side * norm(cross(axis, r))};
  };
  chart.points = {{0, 0}, {norm(edge), 0}, unfolded(h.a, 1), unfolded(h.b, -1)};
  const auto face = [&](Index triangle, const Triangle& corners) {
    Chart::Face out{triangle, {}};
    for (int k = 0; k < 3; ++k) {
      const Index w = corners[k];
      out.corner[k] = static_cast<std::uint16_t>(w == u ? 0 : w == v ? 1 : w == h.a ? 2 : 3);
    }
    return out;
  };
  chart.before = {face(h.left, mesh.triangle(h.left)), face(h.right, mesh.triangle(h.right))};
  chart.after = {face(h.left, {h.a, h.b, v}), face(h.right, {h.b, h.a, u})};
  return std::min(face_quality(chart, chart.after[0]), face_quality(chart, chart.after[1]));
}

}  // namespace sinew
