#include "stepping/applied_forces.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "base/parallel.h"
#include "mesh/triangle_tree.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kForceNodes = 4096;

using Blocks = std::span<const Block3<double>>;

void add_to(Block3<double>& block, const Vec3& v) { block.x += v.x, block.y += v.y, block.z += v.z; }

// Area times unit normal.
Vec3 area_of(const Vec3& a, const Vec3& b, const Vec3& c) { return 0.5 * cross(b - a, c - a); }

// The first mass that is negative or not finite; -1: none.
Index first_bad(std::span<const double> masses) {
  return parallel_reduce(
      static_cast<Index>(masses.size()), kForceNodes, Index{-1},
      [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
          if (!(masses[i] >= 0) || !std::isfinite(masses[i])) return i;
        return Index{-1};
      },
      [](Index a, Index b) { return a >= 0 ? a : b; });
}

void require_fitting(std::span<const Vec3> rest, std::span<const double> masses,
                     std::span<const Triangle> faces) {
  if (rest.size() != masses.size())
    throw Error(fmt::format("{} nodes have {} masses", rest.size(), masses.size()));
  const Index bad = first_bad(masses);
  if (bad >= 0) throw Error(fmt::format("the mass of node {} is {} kg", bad, masses[bad]));
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (const Index v : faces[f])
      if (v < 0 || static_cast<std::size_t>(v) >= rest.size())
        throw Error(fmt::format("face {} has a corner {} that is not a node", f, v));
}

struct FacePoint {
  Index face = -1;
  Vec3 point;
  double distance = std::numeric_limits<double>::infinity();
};

FacePoint nearest_face(std::span<const Vec3> rest, std::span<const Triangle> faces,
                       std::span<const char> of_cuts, const Vec3& p) {
  FacePoint nearest;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (!of_cuts.empty() && of_cuts[f] != 0) continue;
    const auto& [a, b, c] = faces[f];
    const Vec3 point = nearest_point_on_triangle(p, rest[a], rest[b], rest[c]);
    const double d = distance(p, point);
    if (d < nearest.distance) nearest = {static_cast<Index>(f), point, d};
  }
  return nearest;
}

// A right-handed frame: along the first side of a triangle, across it in the plane, and the normal.
Mat3 frame_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 along = normalized(b - a), normal = normalized(cross(b - a, c - a));
  return {{along, cross(normal, along), normal}};
}

void require_faces(bool any, std::string_view where, const char* hint) {
  if (!any) throw Error("the force finds no face of the body to act on", std::string(where), hint);
}

}  // namespace

AppliedForces::AppliedForces(const std::vector<Force>& forces, std::vector<Vec3> rest,
                             std::span<const double> masses, BoundaryFaces faces, bool two_sided,
                             std::vector<Index> number_in_frames)
    : rest_(std::move(rest)),
      masses_(masses.begin(), masses.end()),
      faces_(std::move(faces.triangles)),
      of_cuts_(std::move(faces.of_cuts)),
      two_sided_(two_sided),
      custom_(std::move(number_in_frames)),
      stars_(std::vector<Triangle>{}, 0) {
  require_fitting(rest_, masses_, faces_);
  find_slopes(faces.normals);

  // Sort the forces by how they act; errors name them by number.
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const std::string where = fmt::format("forces[{}]", i);
    require_valid(forces[i], where);
    std::visit([&](const auto& force) { add(force, where); }, forces[i]);
  }
  if (winds_.empty() && pressures_.empty()) return;

  // Prepare for forces on faces.
  stars_ = VertexStars(faces_, node_count());
  for (Index v = 0; v < node_count(); ++v)
    if (!stars_[v].empty()) boundary_nodes_.push_back(v);
  corner_force_.resize(faces_.size());
}

void AppliedForces::add(const Gravity& gravity, std::string_view) { gravities_.push_back(gravity); }

void AppliedForces::add(const Radial& field, std::string_view) { fields_.push_back(field); }

void AppliedForces::add(const CustomForce& force, std::string_view) { custom_.add(force, rest_); }

void AppliedForces::add(const Wind& wind, std::string_view where) {
  require_faces(!faces_.empty(), where, "wind needs a boundary");
  winds_.push_back(wind);
}

void AppliedForces::add(const PointForce& point, std::string_view where) {
  require_faces(!faces_.empty(), where, "a point force needs a boundary");

  // Find the point of the boundary at rest that is nearest.
  const FacePoint nearest = nearest_face(rest_, faces_, of_cuts_, point.at);
  if (!(nearest.distance <= bounding_box(rest_).diagonal()))
    throw Error(fmt::format("a point force acts {:.3g} m away from the body", nearest.distance),
                std::string(where), "give a point on the body at rest, in metres");

  // Share the force among the corners of its face.
  const auto& [a, b, c] = faces_[nearest.face];
  const Vec3 weights = barycentric_weights(nearest.point, rest_[a], rest_[b], rest_[c]);
  shown_.push_back({.dead_load = static_cast<int>(dead_loads_.size())});
  dead_loads_.push_back(
      {point.during, {a, b, c}, {weights.x * point.force, weights.y * point.force, weights.z * point.force}});
}

void AppliedForces::add(const SurfaceForce& surface, std::string_view where) {
  // Choose the faces whose centres are in the region.
  std::vector<Vec3> centres;
  for (const auto& [a, b, c] : faces_) centres.push_back((rest_[a] + rest_[b] + rest_[c]) / 3);
  std::vector<Index> chosen = points_in(surface.region, centres);
  std::erase_if(chosen, [&](Index f) { return !acts_on(f, surface.on_cuts); });
  require_faces(!chosen.empty(), where, "its region must hold the centre of at least one boundary face");

  // A traction is a dead load: its forces are those of the area at rest, and keep their direction.
  Shown& shown = shown_.emplace_back();
  if (surface.traction != Vec3{}) {
    shown.dead_load = static_cast<int>(dead_loads_.size());
    std::map<Index, Vec3> on_node;
    for (const Index f : chosen) {
      const auto& [a, b, c] = faces_[f];
      const double area = norm(area_of(rest_[a], rest_[b], rest_[c])) * (slopes_.empty() ? 1 : slopes_[f].z);
      const Vec3 share = (area / 3) * surface.traction;
      for (const Index v : faces_[f]) on_node[v] += share;
    }
    DeadLoad load{surface.during, {}, {}};
    for (const auto& [node, force] : on_node) load.nodes.push_back(node), load.forces.push_back(force);
    dead_loads_.push_back(std::move(load));
  }

  // A pressure follows the area and the normal of its faces.
  if (surface.pressure != 0) {
    shown.pressure = static_cast<int>(pressures_.size());
    pressures_.push_back({surface.during, surface.pressure, std::move(chosen)});
  }
}

void AppliedForces::evaluate(double time, Blocks displacement, Blocks velocity,
                             std::span<Block3<double>> out) {
  const Vec3 g = gravity_at(time);
  parallel_for_each(node_count(), kForceNodes, [&](Index i) {
    out[i] = {masses_[i] * g.x, masses_[i] * g.y, masses_[i] * g.z, 0};
  });
  add_fields(time, displacement, out);
  add_dead_loads(time, out);
  add_face_forces(time, displacement, velocity, out);
  custom_.add_to(time, displacement, velocity, out);
}

bool AppliedForces::is_steady(double time, double dt) const {
  const auto same = [&](const auto& force) {
    return force.during.contains(time) == force.during.contains(time + dt);
  };
  const auto blows_evenly = [](const Wind& wind) { return wind.gust == 0; };
  return custom_.empty() && std::ranges::all_of(gravities_, same) && std::ranges::all_of(fields_, same) &&
         std::ranges::all_of(dead_loads_, same) && std::ranges::all_of(winds_, same) &&
         std::ranges::all_of(winds_, blows_evenly) && std::ranges::all_of(pressures_, same);
}

Vec3 AppliedForces::gravity_at(double time) const {
  Vec3 sum;
  for (const Gravity& gravity : gravities_)
    if (gravity.during.contains(time)) sum += gravity.acceleration;
  return sum;
}

void AppliedForces::add_fields(double time, Blocks displacement, std::span<Block3<double>> out) const {
  for (const Radial& field : fields_) {
    if (!field.during.contains(time)) continue;
    parallel_for_each(node_count(), kForceNodes, [&](Index i) {
      add_to(out[i], masses_[i] * acceleration_at(field, rest_[i] + to_vec3(displacement[i])));
    });
  }
}

void AppliedForces::add_dead_loads(double time, std::span<Block3<double>> out) const {
  for (const DeadLoad& load : dead_loads_) {
    if (!load.during.contains(time)) continue;
    parallel_for_each(load.nodes.size(), kForceNodes,
                      [&](Index i) { add_to(out[load.nodes[i]], load.forces[i]); });
  }
}

// Computes forces face by face and gathers them node by node, so that their sums do not depend on the order
// of threads.
void AppliedForces::add_face_forces(double time, Blocks displacement, Blocks velocity,
                                    std::span<Block3<double>> out) {
  const auto active = [&](const auto& force) { return force.during.contains(time); };
  const bool windy = std::any_of(winds_.begin(), winds_.end(), active);
  corner_drag_.assign(windy ? faces_.size() : 0, Mat3{});
  drag_.assign(windy ? rest_.size() : 0, Mat3{});
  if (!windy && std::none_of(pressures_.begin(), pressures_.end(), active)) return;

  // Compute the force at each corner of a face.
  std::fill(corner_force_.begin(), corner_force_.end(), Vec3{});
  for (const Wind& wind : winds_)
    if (active(wind)) add_wind(wind, time, displacement, velocity);
  for (const Pressure& pressure : pressures_)
    if (active(pressure)) add_pressure(pressure, displacement);

  // Gather those around each node.
  parallel_for_each(boundary_nodes_.size(), kForceNodes, [&](Index i) {
    const Index node = boundary_nodes_[i];
    for (const Index f : stars_[node]) add_to(out[node], corner_force_[f]);
    if (windy)
      for (const Index f : stars_[node]) drag_[node] = drag_[node] + corner_drag_[f];
  });
}

Vec3 AppliedForces::area_vector(Index face, Blocks displacement) const {
  const auto at = [&](Index v) { return rest_[v] + to_vec3(displacement[v]); };
  const auto& [a, b, c] = faces_[face];
  return area_of(at(a), at(b), at(c));
}

void AppliedForces::find_slopes(std::span<const Vec3> normals) {
  slopes_.reserve(normals.size());
  for (std::size_t f = 0; f < normals.size(); ++f) {
    const auto& [a, b, c] = faces_[f];
    slopes_.push_back(transposed(frame_of(rest_[a], rest_[b], rest_[c])) * normals[f]);
  }
}

// The boundary keeps its slope against the face as the body deforms.
Vec3 AppliedForces::boundary_area(Index face, Blocks displacement) const {
  if (slopes_.empty()) return area_vector(face, displacement);
  const auto at = [&](Index v) { return rest_[v] + to_vec3(displacement[v]); };
  const auto& [a, b, c] = faces_[face];
  const double area = norm(area_of(at(a), at(b), at(c)));
  return (slopes_[face].z * area) * (frame_of(at(a), at(b), at(c)) * slopes_[face]);
}

// A face of area A and normal n, in air that moves at w relative to it, meets the force
//   factor |w . n| (w . n) A n,   factor = air density x drag / 2,
// a third at each corner. Its derivative by the velocity of the face, 2 factor |w . n| A n n^T, is the drag
// that makes the step implicit.
void AppliedForces::add_wind(const Wind& wind, double time, Blocks displacement, Blocks velocity) {
  const Vec3 air = velocity_at(wind, time);
  const double factor = 0.5 * wind.air_density * wind.drag;
  parallel_for_each(faces_.size(), kForceNodes, [&](Index f) {
    if (!acts_on(f, wind.on_cuts)) return;
    const auto& [a, b, c] = faces_[f];
    const Vec3 face = (to_vec3(velocity[a]) + to_vec3(velocity[b]) + to_vec3(velocity[c])) / 3;
    const Vec3 area = boundary_area(f, displacement), n = normalized(area);
    const double wn = dot(air - face, n);
    // Solids have lee sides, on which there is no force.
    if (wn > 0 && !two_sided_) return;
    corner_force_[f] += (factor * std::abs(wn) * wn / 3) * area;
    corner_drag_[f] = corner_drag_[f] + (2 * factor * std::abs(wn) / 3) * outer(area, n);
  });
}

void AppliedForces::add_pressure(const Pressure& pressure, Blocks displacement) {
  parallel_for_each(pressure.faces.size(), kForceNodes, [&](Index i) {
    corner_force_[pressure.faces[i]] -=
        (pressure.pressure / 3) * area_vector(pressure.faces[i], displacement);
  });
}

// The parts of a dead load at its nodes all point the same way, so their sizes serve as weights of their mean
// position.
ForceArrow AppliedForces::arrow_of(const DeadLoad& load, Blocks displacement) const {
  ForceArrow arrow;
  double sizes = 0;
  for (std::size_t i = 0; i < load.nodes.size(); ++i) {
    const Index node = load.nodes[i];
    const double size = norm(load.forces[i]);
    arrow.force += load.forces[i];
    arrow.at += size * (rest_[node] + to_vec3(displacement[node]));
    sizes += size;
  }
  if (sizes > 0) arrow.at *= 1 / sizes;
  return arrow;
}

ForceArrow AppliedForces::arrow_of(const Pressure& pressure, Blocks displacement) const {
  ForceArrow arrow;
  double areas = 0;
  for (const Index f : pressure.faces) {
    const Vec3 area = area_vector(f, displacement);
    arrow.force -= pressure.pressure * area;
    for (const Index v : faces_[f]) arrow.at += (norm(area) / 3) * (rest_[v] + to_vec3(displacement[v]));
    areas += norm(area);
  }
  if (areas > 0) arrow.at *= 1 / areas;
  return arrow;
}

void AppliedForces::add_arrows(double time, Blocks displacement, std::vector<ForceArrow>& arrows) const {
  for (const auto& [dead_load, pressure] : shown_) {
    ForceArrow arrow;
    if (dead_load >= 0 && dead_loads_[dead_load].during.contains(time))
      arrow = arrow_of(dead_loads_[dead_load], displacement);
    if (pressure >= 0 && pressures_[pressure].during.contains(time)) {
      const Vec3 traction = arrow.force;
      arrow = arrow_of(pressures_[pressure], displacement);
      arrow.force += traction;
    }
    if (arrow.force != Vec3{}) arrows.push_back(arrow);
  }
}

double AppliedForces::potential(double time, Blocks displacement) const {
  const Vec3 g = gravity_at(time);
  double energy = parallel_reduce(
      node_count(), kForceNodes, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i) {
          const Vec3 u = to_vec3(displacement[i]);
          double per_kg = -dot(g, u);
          for (const Radial& field : fields_)
            if (field.during.contains(time)) per_kg += potential_at(field, rest_[i] + u);
          sum += masses_[i] * per_kg;
        }
        return sum;
      },
      std::plus<>());
  for (const DeadLoad& load : dead_loads_)
    if (load.during.contains(time))
      for (std::size_t i = 0; i < load.nodes.size(); ++i)
        energy -= dot(load.forces[i], to_vec3(displacement[load.nodes[i]]));
  if (!custom_.empty()) energy += custom_.potential(time, displacement);
  return energy;
}

}  // namespace sinew
