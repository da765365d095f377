#pragma once

#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/box3.h"
#include "base/index.h"
#include "elastic/material.h"

namespace sinew {

// What a scene file says, as plain data in SI units: nothing is loaded, and every file is known to exist.
// docs/scene.md has the meaning of each member in the words of the file; the values here are the defaults.

// The units of length that a scene may speak in.
struct LengthUnit {
  std::string_view name;
  double metres;
};
constexpr LengthUnit kLengthUnits[] = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}};
// 0 for a name that is not among them.
constexpr double metres_per(std::string_view unit) {
  for (const LengthUnit& known : kLengthUnits)
    if (known.name == unit) return known.metres;
  return 0;
}

// In seconds from the start of the scene.
struct TimeSpanDescription {
  double from = 0, until = std::numeric_limits<double>::infinity();
  bool operator==(const TimeSpanDescription&) const = default;
};

struct MeshFileDescription {
  std::filesystem::path file;
  double metres_per_unit = 1;  // of the file's coordinates
  bool operator==(const MeshFileDescription&) const = default;
};

// A procedural model (shape/models.h).
struct ModelDescription {
  std::string model;
  Index triangles = 0;  // 0: as many as the model has by itself
  std::map<std::string, double, std::less<>> parameters;
  bool operator==(const ModelDescription&) const = default;
};

// Bricks of six tetrahedra each, from the origin to `size`.
struct BoxMeshDescription {
  Vec3 size{1, 1, 1};  // m
  std::array<Index, 3> cells{4, 4, 4};
  bool operator==(const BoxMeshDescription&) const = default;
};

// A flat sheet that starts at the origin and is level: it spans x and z where y is up, x and y where z is.
struct RectangleMeshDescription {
  std::array<double, 2> size{1, 1};  // m
  std::array<Index, 2> cells{8, 8};
  bool operator==(const RectangleMeshDescription&) const = default;
};

using SurfaceDescription = std::variant<MeshFileDescription, ModelDescription>;
using MeshDescription =
    std::variant<MeshFileDescription, ModelDescription, BoxMeshDescription, RectangleMeshDescription>;

struct TurnDescription {
  Vec3 axis{0, 1, 0};
  double degrees = 0;  // right-handed
  bool operator==(const TurnDescription&) const = default;
};
// p -> turn(scale p) + move
struct PlaceDescription {
  double scale = 1;
  TurnDescription turn;
  Vec3 move;  // m
  bool operator==(const PlaceDescription&) const = default;
};

// Regions are told by coordinates at rest, after placing.
struct RegionDescription;
struct EverywhereDescription {
  bool operator==(const EverywhereDescription&) const = default;
};
struct BoxRegionDescription {
  Vec3 lower, upper;
  bool operator==(const BoxRegionDescription&) const = default;
};
struct SphereRegionDescription {
  Vec3 centre;
  double radius = 0;
  bool operator==(const SphereRegionDescription&) const = default;
};
// The side that the normal points to.
struct HalfSpaceDescription {
  Vec3 point, normal{0, 1, 0};
  bool operator==(const HalfSpaceDescription&) const = default;
};
// Inside a surface or at most so far from it; a negative distance stays away from it inside.
struct NearRegionDescription {
  SurfaceDescription surface;
  PlaceDescription place;
  double distance = 0;
  bool operator==(const NearRegionDescription&) const = default;
};
struct AnyRegionDescription {
  std::vector<RegionDescription> parts;
  bool operator==(const AnyRegionDescription&) const;
};
struct NotRegionDescription {
  std::vector<RegionDescription> part;  // exactly one
  bool operator==(const NotRegionDescription&) const;
};
struct RegionDescription {
  std::variant<EverywhereDescription, BoxRegionDescription, SphereRegionDescription, HalfSpaceDescription,
               NearRegionDescription, AnyRegionDescription, NotRegionDescription>
      shape;
  bool operator==(const RegionDescription&) const = default;
};
inline bool AnyRegionDescription::operator==(const AnyRegionDescription& other) const {
  return parts == other.parts;
}
inline bool NotRegionDescription::operator==(const NotRegionDescription& other) const {
  return part == other.part;
}

struct MaterialRegionDescription {
  RegionDescription region;
  Material material;
  bool operator==(const MaterialRegionDescription&) const = default;
};

// Names of the mesh's element arrays to take each figure from; empty: not from an array.
struct MaterialFieldsDescription {
  std::string young, poisson, density;
  bool operator==(const MaterialFieldsDescription&) const = default;
};

// At a value of the volume; what is left out is that of the body's material.
struct TransferPointDescription {
  double value = 0;
  std::optional<double> young, poisson, density;
  bool operator==(const TransferPointDescription&) const = default;
};

// A scalar volume, and how its values become figures: linear between the points, constant beyond.
struct MaterialVolumeDescription {
  std::filesystem::path file;
  double metres_per_unit = 1;
  std::vector<TransferPointDescription> transfer;  // by ascending value
  bool operator==(const MaterialVolumeDescription&) const = default;
};

// The later ones win: the material, then the volume, then the fields, then the regions in their order.
struct MaterialDescription {
  Material material;
  std::optional<MaterialVolumeDescription> volume;
  MaterialFieldsDescription fields;
  std::vector<MaterialRegionDescription> regions;
  bool operator==(const MaterialDescription&) const = default;
};

struct SheetDescription {
  double thickness = 0.001;  // m
  double bending = 1;        // in stiffnesses of the plate
  bool operator==(const SheetDescription&) const = default;
};

struct SpinDescription {
  Vec3 axis{0, 1, 0}, centre;
  double degrees_per_second = 0;
  bool operator==(const SpinDescription&) const = default;
};
// amplitude sin(2 pi frequency t)
struct SwingDescription {
  Vec3 amplitude;        // m
  double frequency = 1;  // Hz
  bool operator==(const SwingDescription&) const = default;
};
struct MotionDescription {
  Vec3 velocity;  // m/s
  std::optional<SpinDescription> turn;
  std::optional<SwingDescription> swing;
  TimeSpanDescription when;
  bool operator==(const MotionDescription&) const = default;
};
struct HoldDescription {
  RegionDescription region;
  std::optional<MotionDescription> motion;
  bool operator==(const HoldDescription&) const = default;
};

struct WindDescription {
  Vec3 velocity;              // m/s
  double drag = 1.2;          // coefficient; about that of a flat plate
  double air_density = 1.2;   // kg/m^3
  double gust = 0;            // the velocity is multiplied by 1 + gust sin(2 pi gust_frequency time)
  double gust_frequency = 0;  // Hz
  TimeSpanDescription when;
  bool operator==(const WindDescription&) const = default;
};
// Pulls to the centre by strength (core / r)^falloff, within the core by strength r / core.
struct RadialDescription {
  Vec3 centre;
  double strength = 1;  // m/s^2; negative: pushes away
  double falloff = 2;
  double core = 0.1;  // m
  TimeSpanDescription when;
  bool operator==(const RadialDescription&) const = default;
};
struct PointForceDescription {
  Vec3 at, force;  // m, N
  TimeSpanDescription when;
  bool operator==(const PointForceDescription&) const = default;
};
struct SurfaceForceDescription {
  RegionDescription region;
  Vec3 traction;        // Pa
  double pressure = 0;  // Pa, against the outward normal
  TimeSpanDescription when;
  bool operator==(const SurfaceForceDescription&) const = default;
};
using ForceDescription =
    std::variant<WindDescription, RadialDescription, PointForceDescription, SurfaceForceDescription>;

enum class BodyType { kTet };
enum class StrainMeasure { kCauchy, kCorotated, kGreen };
enum class TimeIntegrator { kNewmark, kEuler, kStatic };
enum class MassMatrix { kConsistent, kLumped };
enum class SolverMethod { kMultigrid, kMultigridCg, kCg, kCholesky };

struct DampingDescription {
  double mass = 0;       // alpha, 1/s
  double stiffness = 0;  // beta, s
  bool operator==(const DampingDescription&) const = default;
};

struct SolverDescription {
  SolverMethod method = SolverMethod::kMultigrid;
  int cycles = 20;          // at most, for each system
  double tolerance = 1e-5;  // of the residual, relative to the right-hand side
  std::array<Index, 2> sweeps{1, 1};
  double relaxation = 1;
  int newton = 10;  // iterations at most, for each step
  bool operator==(const SolverDescription&) const = default;
};

struct BodyDescription {
  std::string name;
  BodyType type = BodyType::kTet;
  MeshDescription mesh;
  Index tets = 20'000;  // to fill a surface with
  int levels = 0;       // 0: as many as suit the mesh
  int refine = 0;
  PlaceDescription place;
  MaterialDescription material;
  StrainMeasure strain = StrainMeasure::kCorotated;
  TimeIntegrator integrator = TimeIntegrator::kEuler;
  MassMatrix mass = MassMatrix::kConsistent;
  DampingDescription damping;
  std::optional<SheetDescription> sheet;
  std::vector<HoldDescription> hold;
  std::vector<ForceDescription> forces;
  Vec3 velocity;  // m/s
  SolverDescription solver;
  bool operator==(const BodyDescription&) const = default;
};

struct ProbeDescription {
  std::string name, body;
  Vec3 at;
  bool operator==(const ProbeDescription&) const = default;
};
struct RecordDescription {
  int every = 1;
  std::vector<std::string> formats{"vtu", "csv"};
  std::vector<ProbeDescription> probes;
  bool operator==(const RecordDescription&) const = default;
};

enum class UpAxis { kY, kZ };

struct SceneDescription {
  int version = 1;  // of the file's format
  std::string title;
  double metres_per_unit = 1;  // of the file; every length here is in metres already
  UpAxis up = UpAxis::kY;
  Vec3 gravity{0, -9.81, 0};  // m/s^2
  double step = 0.02;         // s
  int steps = 100;
  std::vector<BodyDescription> bodies;
  std::vector<ForceDescription> forces;  // on every body
  RecordDescription record;
  bool operator==(const SceneDescription&) const = default;
};

}  // namespace sinew
