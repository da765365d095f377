#pragma once

#include <span>
#include <vector>

#include "mesh/vertex_stars.h"
#include "sinew/model/forces.h"
#include "stepping/boundary_faces.h"
#include "stepping/custom_forces.h"
#include "stepping/step_forces.h"

namespace sinew {

// The forces from outside on the nodes of one body. Whatever depends on the rest shape alone (faces, weights,
// areas) is computed once. An evaluation is one parallel loop over the nodes, plus the boundary if wind or
// pressure acts.
class AppliedForces final : public StepForces {
 public:
  // Positions (m) and masses (kg) of the nodes, and the boundary faces over them; for a sheet, which feels wind
  // on both sides, all triangles. Throws Error, naming the force as forces[i], if a
  // force is invalid, finds no face to act on, or acts at a point far from the body. `number_in_frames`: the
  // number of each node in frames, for custom forces; empty: the same.
  AppliedForces(const std::vector<Force>& forces, std::vector<Vec3> rest, std::span<const double> masses,
                BoundaryFaces faces, bool two_sided, std::vector<Index> number_in_frames = {});

  std::span<const double> masses() const { return masses_; }
  // Changes the masses of the nodes, kg.
  void set_masses(std::span<const double> masses) { masses_.assign(masses.begin(), masses.end()); }

  void evaluate(double time, In displacement, In velocity, Out out) override;
  std::span<const Mat3> drag() const override { return drag_; }
  bool is_steady(double time, double dt) const override;
  double potential(double time, In displacement) const override;
  void add_arrows(double time, In displacement, std::vector<ForceArrow>& arrows) const override;

  // Whether gravity is the only force, and its acceleration.
  bool is_gravity_alone() const {
    return fields_.empty() && dead_loads_.empty() && winds_.empty() && pressures_.empty() && custom_.empty();
  }
  Vec3 gravity_at(double time) const;

 private:
  // Constant forces; each node occurs at most once.
  struct DeadLoad {
    TimeInterval during;
    std::vector<Index> nodes;
    std::vector<Vec3> forces;
  };
  struct Pressure {
    TimeInterval during;
    double pressure;
    std::vector<Index> faces;
  };

  // The number of the dead load or pressure that a force of the scene became, for its arrow; -1: none.
  struct Shown {
    int dead_load = -1, pressure = -1;
  };

  void add(const Gravity& gravity, std::string_view where);
  void add(const Wind& wind, std::string_view where);
  void add(const Radial& field, std::string_view where);
  void add(const PointForce& point, std::string_view where);
  void add(const SurfaceForce& surface, std::string_view where);
  void add(const CustomForce& force, std::string_view where);

  Index node_count() const { return static_cast<Index>(rest_.size()); }
  // Whether a force with this flag acts on the face.
  bool acts_on(Index face, bool on_cuts) const { return on_cuts || of_cuts_.empty() || of_cuts_[face] == 0; }
  void add_fields(double time, std::span<const Block3<double>> displacement,
                  std::span<Block3<double>> out) const;
  void add_dead_loads(double time, std::span<Block3<double>> out) const;
  void add_face_forces(double time, std::span<const Block3<double>> displacement,
                       std::span<const Block3<double>> velocity, std::span<Block3<double>> out);
  // Area times outward normal of the face now.
  Vec3 area_vector(Index face, std::span<const Block3<double>> displacement) const;
  // The same for the boundary that the face stands for.
  Vec3 boundary_area(Index face, std::span<const Block3<double>> displacement) const;
  void find_slopes(std::span<const Vec3> normals);
  ForceArrow arrow_of(const DeadLoad& load, std::span<const Block3<double>> displacement) const;
  ForceArrow arrow_of(const Pressure& pressure, std::span<const Block3<double>> displacement) const;
  void add_wind(const Wind& wind, double time, std::span<const Block3<double>> displacement,
                std::span<const Block3<double>> velocity);
  void add_pressure(const Pressure& pressure, std::span<const Block3<double>> displacement);

  std::vector<Vec3> rest_;
  std::vector<double> masses_;
  std::vector<Triangle> faces_;
  std::vector<char> of_cuts_;  // per face; empty: none
  // The normal of the boundary at each face, along the face's first side, across it in the plane of the face,
  // and along its own normal; empty: that of the face.
  std::vector<Vec3> slopes_;
  bool two_sided_;

  std::vector<Gravity> gravities_;
  std::vector<Radial> fields_;
  std::vector<DeadLoad> dead_loads_;
  std::vector<Wind> winds_;
  std::vector<Pressure> pressures_;
  std::vector<Shown> shown_;
  CustomForces custom_;

  // For wind and pressure: the faces around each node, the nodes that have faces, and the present force on
  // every corner of each face.
  VertexStars stars_;
  std::vector<Index> boundary_nodes_;
  std::vector<Vec3> corner_force_;
  std::vector<Mat3> corner_drag_, drag_;  // per face and per node; empty if no wind acts
};

}  // namespace sinew
