#pragma once

#include <any>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sinew/base/error.h"
#include "sinew/base/geometry.h"
#include "sinew/contact/contact.h"
#include "sinew/elastic/material.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/model/blade.h"
#include "sinew/model/contact_choice.h"
#include "sinew/model/forces.h"
#include "sinew/model/motion.h"
#include "sinew/octree/octree_adaptivity.h"
#include "sinew/scene/view_description.h"
#include "sinew/stepping/elastic_params.h"

namespace sinew {

enum class OctreeSurface;  // sinew/octree/octree_body.h

// The content of a scene file, as plain data in SI units. Nothing is loaded yet, and every file that it names
// exists. docs/scene.md explains each member; the values here are the defaults.

// A mesh of a file.
struct MeshFileDescription {
  std::filesystem::path file;
  double metres_per_unit = 1;  // of the file's coordinates
  bool operator==(const MeshFileDescription&) const = default;
};

// A procedural model (sinew/shape/models.h).
struct ModelDescription {
  std::string model;
  Index triangles = 0;  // 0: the model's default
  std::map<std::string, double, std::less<>> parameters;
  bool operator==(const ModelDescription&) const = default;
};

// A box from the origin to `size`, of bricks of six tetrahedra each.
struct BoxMeshDescription {
  Vec3 size{1, 1, 1};  // m
  std::array<Index, 3> cells{4, 4, 4};
  bool operator==(const BoxMeshDescription&) const = default;
};

// A flat, horizontal sheet that starts at the origin: it spans x and z if y is up, x and y if z is.
struct RectangleMeshDescription {
  std::array<double, 2> size{1, 1};  // m
  std::array<Index, 2> cells{8, 8};
  bool operator==(const RectangleMeshDescription&) const = default;
};

// Where a surface, or the mesh of a body, comes from.
using SurfaceDescription = std::variant<MeshFileDescription, ModelDescription>;
using MeshDescription =
    std::variant<MeshFileDescription, ModelDescription, BoxMeshDescription, RectangleMeshDescription>;
// What of a body collides; a surface is in the coordinates of the mesh of the body.
using ContactSurfaceDescription = std::variant<AutoContact, SeenContact, CoarseContact, SurfaceDescription>;

// A rotation about an axis through the origin.
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

// Regions are given by coordinates at rest, after placing.
struct RegionDescription;
// All points.
struct EverywhereDescription {
  bool operator==(const EverywhereDescription&) const = default;
};
// The points in a box, m.
struct BoxRegionDescription {
  Vec3 lower, upper;
};
// The points in a ball, m.
struct SphereRegionDescription {
  Vec3 centre;
  double radius = 0;
};
// The side that the normal points to.
struct HalfSpaceDescription {
  Vec3 point, normal{0, 1, 0};
};
// The points inside a surface or at most `distance` outside of it; if it is negative, the points inside that
// are at least that far from the surface.
struct NearRegionDescription {
  SurfaceDescription surface;
  PlaceDescription place;
  double distance = 0;
};
// The union of the parts.
struct AnyRegionDescription {
  std::vector<RegionDescription> parts;
};
// Everything but the part.
struct NotRegionDescription {
  std::vector<RegionDescription> part;  // exactly one
};
// Any of the regions.
struct RegionDescription {
  std::variant<EverywhereDescription, BoxRegionDescription, SphereRegionDescription, HalfSpaceDescription,
               NearRegionDescription, AnyRegionDescription, NotRegionDescription>
      shape;
};

// The material of the elements in a region.
struct MaterialRegionDescription {
  RegionDescription region;
  Material material;
};

// Names of the mesh's element arrays that give each parameter; empty: not from an array.
struct MaterialFieldsDescription {
  std::string young, poisson, density;
  bool operator==(const MaterialFieldsDescription&) const = default;
};

// A point of the transfer curves, at a value of the volume; the curve of a missing parameter has no point
// there.
struct TransferPointDescription {
  double value = 0;
  std::optional<double> young, poisson, density;
};

// A scalar volume, and how its values become material parameters: VolumeMaterial of a MaterialMap.
struct MaterialVolumeDescription {
  std::filesystem::path file;
  double metres_per_unit = 1;
  std::vector<TransferPointDescription> transfer;  // by ascending value
};

// Later ones override earlier ones: the material, then the volume, then the fields, then the regions in their
// order.
struct MaterialDescription {
  Material material;
  std::optional<MaterialVolumeDescription> volume;
  MaterialFieldsDescription fields;
  std::vector<MaterialRegionDescription> regions;
};

// What a body of triangles has besides.
struct SheetDescription {
  double thickness = 0.001;  // m
  double bending = 1;        // relative to the stiffness of the plate
};

// A Dirichlet condition: the nodes in a region, along which directions they are held, and how they move.
struct HoldDescription {
  RegionDescription region;
  bool every_piece = false;  // also holds the lowest part of each piece that no hold reaches
  Motion motion;
  std::vector<Vec3> axes = {};      // directions that are held; empty: all three
  std::optional<Vec3> normal = {};  // in place of `axes`: the only one
  std::string name = {};            // of its reaction; empty: hold0, hold1, ...
};

// A force on the part of the boundary that is in a region.
struct SurfaceForceDescription {
  RegionDescription region;
  Vec3 traction;        // Pa
  double pressure = 0;  // Pa, against the outward normal
  TimeInterval during;
  bool on_cuts = false;
};
// Any of the forces of a scene, except gravity.
using ForceDescription = std::variant<Wind, Radial, PointForce, SurfaceForceDescription>;

// What goes with one type of body alone.

// How a body of type tet is made of tetrahedra or triangles.
struct TetBodyDescription {
  static constexpr std::string_view kType = "tet";
  Index tets = 20'000;  // to fill a surface with
  int levels = 0;       // 0: as many as suit the mesh
  int refine = 0;
  std::optional<SheetDescription> sheet;
};

// How a body of type octree is made of cubes.
struct OctreeBodyDescription {
  static constexpr std::string_view kType = "octree";
  Index cells = 64;                      // finest ones along the longest side of its box
  std::optional<double> cell_size;       // m; in place of `cells`
  int interior = 3;                      // level of the largest cells
  std::optional<OctreeSurface> surface;  // default: own if the mesh is a closed surface, else smooth
  std::optional<OctreeAdaptivity> adaptive;
};

// How a body of type rigid is made of what a closed surface bounds.
struct RigidBodyDescription {
  static constexpr std::string_view kType = "rigid";
  double density = 1000;  // kg/m^3
  Vec3 spin;              // angular velocity at the start, rad/s
};

// How a surface becomes one with nested levels.
struct SemiRegularDescription {
  Index base = 80;  // triangles, about
  Index levels = 3;
};

// What computes the responses of a body of type greens, if no file has them.
enum class ResponseMethod { kFiniteElements, kBoundaryElements };
inline constexpr std::array<std::string_view, 2> kResponseMethodNames{"finite-elements", "boundary-elements"};

// What is seen of a body of type greens in place of its surface: a displaced subdivision of it, which follows the mesh
// of the scene at rest.
struct DisplayDescription {
  Index steps = 2;
};

// How a body of type greens is known.
struct GreensBodyDescription {
  static constexpr std::string_view kType = "greens";
  std::filesystem::path responses;  // a file of them; empty: they are computed when the scene is loaded
  std::optional<SemiRegularDescription> semi_regular;  // default: the surface is taken as it is
  ResponseMethod source = ResponseMethod::kFiniteElements;
  std::optional<double> compression;  // threshold; 0: none. Default: 0.05 of semi-regular surfaces, else 0
  std::optional<Index> detail;        // the level that is touched and evaluated. Default: the finest
  std::optional<DisplayDescription> display;
};

// A type that a program added (sinew/scene/body_kind.h).
struct CustomBodyDescription {
  std::string type;
  std::any own;  // the struct that the keys of the type are read into
};

// What goes with the type of a body. Each kind that is built in has one alternative here, and one row in
// built_in_body_kinds() (sinew/scene/body_kind.h).
using BodyKindDescription = std::variant<TetBodyDescription, OctreeBodyDescription, RigidBodyDescription,
                                         GreensBodyDescription, CustomBodyDescription>;

// "tet", "octree", "rigid", "greens", or the type of a custom body.
std::string_view type_of(const BodyKindDescription& kind);

// A body of a scene.
struct BodyDescription {
  std::string name;
  BodyKindDescription kind;  // what goes with the body's type alone
  MeshDescription mesh;
  PlaceDescription place;
  MaterialDescription material;
  ElasticParams params;
  std::vector<HoldDescription> hold;
  std::vector<ForceDescription> forces;
  Vec3 velocity;  // m/s
  ContactSurfaceDescription contact_surface;
  std::optional<Vec3> colour;  // red, green, blue: 0 to 1, sRGB

  std::string_view type() const { return type_of(kind); }
};

// A whole surface that cuts at one time.
struct BladeMeshDescription {
  SurfaceDescription surface;
  PlaceDescription place;
  double time = 0;  // s
};
// The blades of a BladeGrid, which cut at one time.
struct BladeGridDescription {
  BoxRegionDescription box;
  int along = 1;
  std::array<Index, 2> counts{1, 1};
  TurnDescription turn;  // about the middle of the box
  double time = 0;       // s
};
// An infinite plane that cuts at one time.
struct BladePlaneDescription {
  BladePlane plane;
  double time = 0;  // s
};
// Where a tool is at one time.
struct ToolKeyframeDescription {
  double time = 0;  // s
  Vec3 position;    // m
  TurnDescription turn;
};
// A line that moves from keyframe to keyframe and cuts what it sweeps.
struct ToolDescription {
  std::vector<Vec3> line;  // in the tool's own coordinates, m
  std::vector<ToolKeyframeDescription> keyframes;
};
// A cut of a scene: what cuts, and which bodies.
struct CutDescription {
  std::string body;  // empty: every body that can be cut
  std::variant<BladeMeshDescription, BladeGridDescription, BladePlaneDescription, BladeStroke,
               ToolDescription>
      blade;
};

// A plane across the up axis that bodies rest on.
struct GroundDescription {
  double height = 0;                    // along the up axis, m
  std::optional<double> friction = {};  // default: that of the world
  bool operator==(const GroundDescription&) const = default;
};
// What a closed surface bounds.
struct MeshShapeDescription {
  SurfaceDescription surface;
  PlaceDescription place;
};
// The shape of an obstacle.
using ShapeDescription =
    std::variant<PlaneShape, BoxShape, SphereShape, CapsuleShape, CylinderShape, MeshShapeDescription>;
// A rigid thing that bodies collide with.
struct ObstacleDescription {
  std::string name;
  ShapeDescription shape;
  Motion motion = {};
  std::optional<double> friction = {};  // default: that of the world
};

// Vertices of a body that are glued to something else.
struct AttachmentDescription {
  std::string name, body;
  RegionDescription region = {};      // of the vertices at rest
  std::string to;                     // a body or an obstacle
  std::optional<double> within = {};  // m
  TimeInterval during = {};           // s
};

// A material point whose path is recorded.
struct ProbeDescription {
  std::string name, body;
  Vec3 at;
  std::string where;  // "bar.json:12: record.probes[0].at", for messages
  bool operator==(const ProbeDescription&) const = default;
};
// What a run records.
struct RecordDescription {
  int every = 1;
  std::vector<std::string> formats{"vtu", "csv"};
  std::vector<ProbeDescription> probes;
  bool operator==(const RecordDescription&) const = default;
};

// All of a scene file.
struct SceneDescription {
  int version = 1;     // of the file's format
  std::string schema;  // for editors
  std::string title;
  double metres_per_unit = 1;  // of the file; every length here is in metres already
  UpAxis up = UpAxis::kY;
  Vec3 gravity{0, -9.81, 0};  // m/s^2
  double step = 0.02;         // s
  int steps = 100;
  std::vector<BodyDescription> bodies;
  std::vector<ForceDescription> forces;  // on every body
  std::vector<CutDescription> cuts;
  // Bodies collide if there is one of these.
  std::optional<GroundDescription> ground;
  std::vector<ObstacleDescription> obstacles;
  std::optional<ContactParams> contact;
  std::vector<AttachmentDescription> attachments;
  RecordDescription record;
  ViewDescription view;
  std::vector<std::filesystem::path> files;  // all files that the scene names, in its order
  // Checksum of the file's content, except what only changes how it looks (title, view, colours) and the
  // paths of its files.
  std::uint64_t checksum = 0;
  // The direction in which things fall, of unit length.
  Vec3 down() const {
    if (norm(gravity) > 0) return normalized(gravity);
    return up == UpAxis::kZ ? Vec3{0, 0, -1} : Vec3{0, -1, 0};
  }
  // The scene as the text of a file, with the overrides applied and the paths of its files absolute.
  std::string text;
};

// Scene files are JSON with comments. One table describes them; the reader, the JSON Schema and the reference
// page are made from it.

// The version of the format that this library reads.
constexpr int kSceneVersion = 1;

// What "type" of a body may say: see sinew/scene/body_kind.h.
class BodyKinds;
const BodyKinds& built_in_body_kinds();

// Reads a scene and changes it by `overrides`, each "path=value" ("bodies[0].material.young=1e5", or a body
// by its name: "bodies.rabbit.material.young=1e5"; the value as JSON, else as text). Paths in the file are
// relative to its folder. Throws Error, with file, line, path of the value and what is accepted, for
// anything that the table does not say.
SceneDescription read_scene(const std::filesystem::path& path, std::span<const std::string> overrides = {},
                            const BodyKinds& kinds = built_in_body_kinds());

// The same from text; `name` stands for the file in messages, files are looked for from `folder`.
SceneDescription scene_from_text(std::string_view text, std::span<const std::string> overrides = {},
                                 const std::string& name = "scene", const std::filesystem::path& folder = ".",
                                 const BodyKinds& kinds = built_in_body_kinds());

// The same where files that the scene names may be missing: for all but to load it.
SceneDescription scene_without_files(std::string_view text, const std::string& name,
                                     const BodyKinds& kinds = built_in_body_kinds());

// docs/scene.schema.json and docs/scene.md, each ending in a newline.
std::string scene_schema(const BodyKinds& kinds = built_in_body_kinds());
std::string scene_reference(const BodyKinds& kinds = built_in_body_kinds());

// Where in a scene something comes from: the file and the path of a value, "bar.json: bodies[0].mesh".
struct ScenePlace {
  std::string file, path;

  // The place of a value below this one: of a key of the object, or of an item of the list.
  ScenePlace member(std::string_view key) const;
  ScenePlace item(std::size_t index) const;
  std::string text() const { return file + ": " + path; }

  // What a deeper layer had to say, with the place before it.
  Error with(const Error& error) const;
  // The same if the layer names its input by a list, "forces[2], element 5": `items` are the places of the
  // list's items.
  Error with(const Error& error, const std::string& list, const std::vector<ScenePlace>& items) const;
};

}  // namespace sinew
