#include "meshing/isosurface_stuffing.h"

#include <algorithm>
#include <cstdint>

#include "base/parallel.h"
#include "mesh/tetrahedron_quality.h"
#include "meshing/lattice_values.h"

namespace sinew {

namespace {

// Fractions of an edge within which a cut point pulls the end node onto itself [Labelle07, sec. 3].
constexpr double kPullLong = 0.24999, kPullShort = 0.41189;

enum class Side : std::int8_t { kInside = -1, kOnSurface = 0, kOutside = 1 };

struct CutPoint {
  int direction;    // forward direction of the edge from its first node
  double fraction;  // along the edge
  Vec3 position;
  Index output = -1;  // number in the mesh, once used
};

class Stuffing {
 public:
  Stuffing(const SolidField& field, const BccLattice& lattice, double tolerance)
      : field_(field), lattice_(lattice), tolerance_(tolerance) {}

  VolumeMesh run(const std::vector<double>& values) {
    find_cut_points(values);
    pull_nodes();
    output_node_.assign(lattice_.node_count(), -1);
    lattice_.for_each_tetrahedron(
        [&](const std::array<Index, 4>& nodes, const std::array<BccLattice::Half, 4>& addresses) {
          emit(nodes, addresses);
        });
    return std::move(mesh_);
  }

 private:
  struct Corner {
    Index node;
    BccLattice::Half address;
  };
  using Corners = std::array<Corner, 4>;

  void find_cut_points(const std::vector<double>& values);
  void pull_nodes();
  void emit(const std::array<Index, 4>& nodes, const std::array<BccLattice::Half, 4>& addresses);
  void emit_prism(const std::array<Index, 3>& A, const std::array<Index, 3>& B,
                  const std::array<int, 3>& sides);
  void add(std::array<Index, 4> tetrahedron) { mesh_.tetrahedra.push_back(tetrahedron); }

  CutPoint* cut_of(Index node, int direction);
  CutPoint& cut_between(const Corner& a, const Corner& b);
  Index output_cut(const Corner& a, const Corner& b);
  Index output(const Corner& corner);
  Index add_node(const Vec3& p) {
    mesh_.positions.push_back(p);
    return mesh_.node_count() - 1;
  }
  bool diagonal_starts_at_first(const Corner& p, const Corner& q, const Corner& n) const;

  const SolidField& field_;
  const BccLattice& lattice_;
  double tolerance_;
  std::vector<Side> side_;
  std::vector<Index> first_cut_;  // cuts_[first_cut_[n], first_cut_[n + 1]) lie on node n's forward edges
  std::vector<CutPoint> cuts_;
  std::vector<Vec3> pulled_;        // positions of pulled nodes
  std::vector<Index> pulled_slot_;  // per node, -1 where not pulled
  std::vector<Index> output_node_;
  VolumeMesh mesh_;
};

BccLattice::Half step(BccLattice::Half h, int direction) {
  for (int axis = 0; axis < 3; ++axis) h[axis] += BccLattice::kDirections[direction][axis];
  return h;
}

int direction_between(const BccLattice::Half& from, const BccLattice::Half& to) {
  const Index x = to[0] - from[0], y = to[1] - from[1], z = to[2] - from[2];
  for (int d = 0; d < 2 * BccLattice::kForward; ++d) {
    const auto& direction = BccLattice::kDirections[d];
    if (direction[0] == x && direction[1] == y && direction[2] == z) return d;
  }
  return -1;
}

// Looks for the change of sign between a (fraction 0, value fa) and b: regula falsi kept from creeping by
// halving the value of the end that stays (Illinois), with a bisection where the field jumps across a hole.
class Crossing {
 public:
  Crossing(const Vec3& a, const Vec3& b, double fa, double fb) : a_(a), b_(b), fa_(fa), fb_(fb) {}

  static constexpr int kRounds = 12;
  double fraction() const { return t_; }
  Vec3 position() const { return lerp(a_, b_, t_); }
  bool done(double tolerance) const { return found_ || high_ - low_ <= tolerance; }

  // Moves to the next fraction to ask the field at.
  void guess(int round, double tolerance) {
    const double at = round % 4 == 3 ? 0.5 * (low_ + high_) : low_ + (high_ - low_) * fa_ / (fa_ - fb_);
    t_ = std::clamp(at, low_ + 0.25 * tolerance, high_ - 0.25 * tolerance);
  }
  // Takes the field's value there.
  void learn(double f, int round, double tolerance) {
    found_ = std::abs(f) < tolerance * distance(a_, b_) && round < 3;
    if (found_) return;
    if ((f < 0) == a_inside_) {
      low_ = t_, fa_ = f, fb_ *= 0.5;
    } else {
      high_ = t_, fb_ = f, fa_ *= 0.5;
    }
  }
  void settle() {
    if (!found_) t_ = 0.5 * (low_ + high_);
  }

 private:
  Vec3 a_, b_;
  double fa_, fb_, low_ = 0, high_ = 1, t_ = 0.5;
  bool a_inside_ = fa_ < 0, found_ = false;
};

// All crossings together, a round at a time, so that the field is asked for many points at once.
void find_crossings(std::vector<Crossing>& crossings, const SolidField& field, double tolerance) {
  std::vector<Crossing*> open;
  std::vector<Vec3> points;
  std::vector<double> values;
  for (Crossing& crossing : crossings) open.push_back(&crossing);
  for (int round = 0; round < Crossing::kRounds && !open.empty(); ++round) {
    points.clear();
    for (Crossing* crossing : open) {
      crossing->guess(round, tolerance);
      points.push_back(crossing->position());
    }
    values.resize(points.size());
    field.evaluate(points, values);
    for (std::size_t i = 0; i < open.size(); ++i) open[i]->learn(values[i], round, tolerance);
    std::erase_if(open, [&](const Crossing* crossing) { return crossing->done(tolerance); });
  }
  for (Crossing& crossing : crossings) crossing.settle();
}

void Stuffing::find_cut_points(const std::vector<double>& values) {
  const Index n = lattice_.node_count();
  side_.resize(n);
  for (Index i = 0; i < n; ++i) side_[i] = values[i] < 0 ? Side::kInside : Side::kOutside;

  // Count, then fill, so that the order is the lattice's whatever the threads do.
  auto for_each_cut_edge = [&](Index node, auto&& visit) {
    const BccLattice::Half from = lattice_.half(node);
    for (int d = 0; d < BccLattice::kForward; ++d) {
      const BccLattice::Half to = step(from, d);
      if (lattice_.contains(to) && side_[lattice_.node(to)] != side_[node]) visit(d, from, to);
    }
  };
  constexpr Index kChunk = 4096;
  first_cut_.assign(n + 1, 0);
  parallel_for_each(n, kChunk, [&](Index i) {
    for_each_cut_edge(i, [&](int, const auto&, const auto&) { ++first_cut_[i + 1]; });
  });
  for (Index i = 0; i < n; ++i) first_cut_[i + 1] += first_cut_[i];
  cuts_.resize(first_cut_[n]);
  parallel_for(n, kChunk, [&](Index begin, Index end) {
    std::vector<Crossing> crossings;
    for (Index i = begin; i < end; ++i)
      for_each_cut_edge(i, [&](int d, const BccLattice::Half& from, const BccLattice::Half& to) {
        cuts_[first_cut_[begin] + crossings.size()].direction = d;
        crossings.emplace_back(lattice_.position(from), lattice_.position(to), values[i],
                               values[lattice_.node(to)]);
      });
    find_crossings(crossings, field_, tolerance_);
    for (std::size_t c = 0; c < crossings.size(); ++c) {
      CutPoint& cut = cuts_[first_cut_[begin] + c];
      cut.fraction = crossings[c].fraction(), cut.position = crossings[c].position();
    }
  });
}

CutPoint* Stuffing::cut_of(Index node, int direction) {
  for (Index c = first_cut_[node]; c < first_cut_[node + 1]; ++c)
    if (cuts_[c].direction == direction) return &cuts_[c];
  return nullptr;
}

// Pulls each node onto its nearest cut point that is too close; the cut points on its other edges are void
// from then on, because the node is neither inside nor outside any more.
void Stuffing::pull_nodes() {
  pulled_slot_.assign(lattice_.node_count(), -1);
  for (Index i = 0; i < lattice_.node_count(); ++i) {
    const BccLattice::Half from = lattice_.half(i);
    double nearest = 1;
    Vec3 target;
    for (int d = 0; d < 2 * BccLattice::kForward; ++d) {
      const BccLattice::Half to = step(from, d);
      if (!lattice_.contains(to)) continue;
      const Index other = lattice_.node(to);
      if (side_[other] == Side::kOnSurface || side_[other] == side_[i]) continue;
      const bool forward = d < BccLattice::kForward;
      const CutPoint* cut = forward ? cut_of(i, d) : cut_of(other, d - BccLattice::kForward);
      const double fraction = forward ? cut->fraction : 1 - cut->fraction;
      const bool is_long = BccLattice::is_long(d);
      const double reach = fraction * (is_long ? 1.0 : 0.8660254037844386);
      if (fraction >= (is_long ? kPullLong : kPullShort) || reach >= nearest) continue;
      nearest = reach;
      target = cut->position;
    }
    if (nearest == 1) continue;
    side_[i] = Side::kOnSurface;
    pulled_slot_[i] = static_cast<Index>(pulled_.size());
    pulled_.push_back(target);
  }
}

Index Stuffing::output(const Corner& corner) {
  Index& number = output_node_[corner.node];
  if (number < 0) {
    const Index slot = pulled_slot_[corner.node];
    number = add_node(slot >= 0 ? pulled_[slot] : lattice_.position(corner.address));
  }
  return number;
}

CutPoint& Stuffing::cut_between(const Corner& a, const Corner& b) {
  const int d = direction_between(a.address, b.address);
  return d < BccLattice::kForward ? *cut_of(a.node, d) : *cut_of(b.node, d - BccLattice::kForward);
}

Index Stuffing::output_cut(const Corner& a, const Corner& b) {
  CutPoint& cut = cut_between(a, b);
  if (cut.output < 0) cut.output = add_node(cut.position);
  return cut.output;
}

// A lattice face with p, q inside and n outside leaves a quadrilateral, and both tetrahedra at the face must
// split it alike: true for the diagonal from p (to the cut between q and n), false for the one from q. It
// ends at the cut of the long edge, if one is cut; else the lattice's parity decides.
bool Stuffing::diagonal_starts_at_first(const Corner& p, const Corner& q, const Corner& n) const {
  const bool p_long = BccLattice::is_long(direction_between(p.address, n.address));
  const bool q_long = BccLattice::is_long(direction_between(q.address, n.address));
  if (p_long != q_long) return q_long;
  for (int axis = 0; axis < 3; ++axis)
    if (p.address[axis] != q.address[axis]) return (p.address[axis] / 2) % 2 == 0;
  return true;
}

// The part of one lattice tetrahedron that is inside, after [Labelle07, fig. 3].
void Stuffing::emit(const std::array<Index, 4>& nodes, const std::array<BccLattice::Half, 4>& addresses) {
  int inside = 0, outside = 0;
  for (const Index node : nodes) {
    inside += side_[node] == Side::kInside;
    outside += side_[node] == Side::kOutside;
  }
  if (inside == 0) return;
  Corners c;
  for (int i = 0; i < 4; ++i) c[i] = {nodes[i], addresses[i]};
  if (outside == 0) {
    add({output(c[0]), output(c[1]), output(c[2]), output(c[3])});
    return;
  }

  // Slots of the corners by side; replacing a corner by a cut point keeps the orientation.
  std::array<int, 4> in{}, out{};
  int ni = 0, no = 0, on = -1;
  for (int i = 0; i < 4; ++i) {
    if (side_[nodes[i]] == Side::kInside) in[ni++] = i;
    if (side_[nodes[i]] == Side::kOutside) out[no++] = i;
    if (side_[nodes[i]] == Side::kOnSurface) on = i;
  }
  if (inside == 1) {
    std::array<Index, 4> t{};
    for (int i = 0; i < 4; ++i)
      t[i] = side_[nodes[i]] == Side::kOutside ? output_cut(c[in[0]], c[i]) : output(c[i]);
    add(t);
  } else if (inside == 2 && outside == 1) {
    const Corner &p = c[in[0]], &q = c[in[1]], &n = c[out[0]];
    const bool from_p = diagonal_starts_at_first(p, q, n);
    const int keep = from_p ? in[0] : in[1], cede = from_p ? in[1] : in[0];
    std::array<Index, 4> t{};
    t[keep] = output(c[keep]), t[cede] = output(c[cede]), t[on] = output(c[on]);
    t[out[0]] = output_cut(c[cede], n);
    add(t);
    t[cede] = t[out[0]], t[out[0]] = output_cut(c[keep], n);
    add(t);
  } else if (inside == 2) {
    const Corner &p = c[in[0]], &q = c[in[1]], &n = c[out[0]], &m = c[out[1]];
    emit_prism({output(p), output_cut(p, n), output_cut(p, m)},
               {output(q), output_cut(q, n), output_cut(q, m)},
               {diagonal_starts_at_first(p, q, n), -1, diagonal_starts_at_first(p, q, m)});
  } else {
    const Corner &p = c[in[0]], &q = c[in[1]], &r = c[in[2]], &n = c[out[0]];
    emit_prism({output(p), output(q), output(r)}, {output_cut(p, n), output_cut(q, n), output_cut(r, n)},
               {diagonal_starts_at_first(p, q, n), diagonal_starts_at_first(q, r, n),
                diagonal_starts_at_first(p, r, n)});
  }
}

// The worst angle's distance from flat, in degrees: the larger the better.
double angle_margin(const std::array<Vec3, 4>& t) {
  const DihedralRange angles = dihedral_range(t[0], t[1], t[2], t[3]);
  return std::min(angles.least, 180 - angles.most);
}

// A prism with triangles A and B, column i from A_i to B_i, splits into three tetrahedra for every order
// (s0, s1, s2) of its columns: (A_s0 B_s0 B_s1 B_s2), (A_s0 A_s1 B_s1 B_s2), (A_s0 A_s1 A_s2 B_s2), with a
// diagonal A_i B_j on each side where i comes before j. `sides` says of the sides 01, 12, 02 whether that is
// asked (1), the other diagonal (0), or either (-1); among the orders left the best angles win.
void Stuffing::emit_prism(const std::array<Index, 3>& A, const std::array<Index, 3>& B,
                          const std::array<int, 3>& sides) {
  constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  constexpr int kSides[3][2] = {{0, 1}, {1, 2}, {0, 2}};
  std::array<std::array<Index, 4>, 3> best{};
  double best_margin = -1;
  for (const auto& s : kOrders) {
    int place[3];
    for (int i = 0; i < 3; ++i) place[s[i]] = i;
    bool allowed = true;
    for (int side = 0; side < 3; ++side)
      if (sides[side] >= 0 && (place[kSides[side][0]] < place[kSides[side][1]]) != (sides[side] == 1))
        allowed = false;
    if (!allowed) continue;
    std::array<std::array<Index, 4>, 3> split{{{A[s[0]], B[s[0]], B[s[1]], B[s[2]]},
                                               {A[s[0]], A[s[1]], B[s[1]], B[s[2]]},
                                               {A[s[0]], A[s[1]], A[s[2]], B[s[2]]}}};
    double margin = 180;
    for (auto& t : split) {
      std::array<Vec3, 4> corners;
      for (int i = 0; i < 4; ++i) corners[i] = mesh_.positions[t[i]];
      if (six_volume(corners[0], corners[1], corners[2], corners[3]) < 0) std::swap(t[2], t[3]);
      margin = std::min(margin, angle_margin(corners));
    }
    if (margin > best_margin) best = split, best_margin = margin;
  }
  for (const auto& t : best) add(t);
}

}  // namespace

VolumeMesh stuff(const SolidField& field, const BccLattice& lattice, double tolerance) {
  return stuff(field, lattice, lattice_values(field, lattice), tolerance);
}

VolumeMesh stuff(const SolidField& field, const BccLattice& lattice, const std::vector<double>& values,
                 double tolerance) {
  return Stuffing(field, lattice, tolerance).run(values);
}

}  // namespace sinew
