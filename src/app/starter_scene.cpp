#include "app/starter_scene.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/error.h"
#include "elastic/material.h"
#include "mesh/edge_table.h"
#include "mesh/mesh_file.h"
#include "mesh/surface_input.h"
#include "mesh/unit_guess.h"
#include "scene/scene_description.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr double kGravity = 9.81;
constexpr const char* kScene = R"({{
  // Written by 'sinew new'. Every key: docs/scene.md, or 'sinew scene --reference'.
  "sinew": 1,
  "title": {title},

  // {unit_reason}.
  "unit": "{unit}",
  "up": "y",                    // gravity pulls 9.81 m/s^2 against it

  {step:<30}// s
  "steps": 100,

  "bodies": [{{
    "name": {name},
    "mesh": {mesh},
{kind}
    // "rubber" and the like, or figures: {{"young": 1e5, "poisson": 0.45, "density": 1000}}
    "material": "{material}",
    {strain}
    "damping": {{"mass": 0.1, "stiffness": 0.01}},

    // {hold_words}.
    "hold": [{{"region": {{"half_space": {{"point": {point}, "normal": {normal}}}}}}}]
  }}],

  "record": {{
    "every": 1,
    "formats": ["vtu", "csv"],  // also "ply", "obj"
    "probes": [{{"name": "tip", "at": {tip}}}]
  }},

  // For 'sinew render' and 'sinew view': where the camera stands, in degrees, and what is shown.
  "view": {{"azimuth": 30, "elevation": 15, "zoom": 1, "show": []}}  // "stress", "wire", ...
}}
)";

enum class Kind { kSolid, kVolume, kSheet };

// The mesh in the unit of its file.
struct Subject {
  Kind kind;
  std::vector<Vec3> points;
  Box3 box;
};

double length_of_open_edges(const SurfaceMesh& mesh) {
  double length = 0;
  const EdgeTable table(mesh.triangles);
  for (Index e = 0; e < table.edge_count(); ++e)
    if (table.sides(e).size() == 1)
      length += distance(mesh.positions[table.edge(e)[0]], mesh.positions[table.edge(e)[1]]);
  return length;
}

// A flat sheet has a border of at least sqrt(4 pi area), half a sphere of sqrt(2 pi area); a solid with holes
// has less.
bool is_sheet(const SurfaceMesh& mesh) {
  const double border = length_of_open_edges(mesh);
  return border * border > 2 * std::numbers::pi * surface_area(mesh);
}

Subject subject_of(const fs::path& path) {
  MeshFile file = read_mesh(path);
  if (file.is_volume() && file.volume.hexahedron_count() > 0)
    throw Error("the mesh has hexahedra, and bodies are made of tetrahedra", path.string(),
                "'sinew mesh IN -o OUT.vtu' fills its boundary with tetrahedra");
  if (file.is_volume()) {
    drop_unused_nodes(file.volume);
    return {Kind::kVolume, file.volume.positions, bounding_box(file.volume)};
  }
  const SurfaceMesh surface = surface_from(path);
  return {is_sheet(surface) ? Kind::kSheet : Kind::kSolid, surface.positions, bounding_box(surface)};
}

// Where the body is held: on the side of a plane across `axis` that lies in direction `side`.
struct HeldEnd {
  int axis;
  double side;
  Vec3 point, normal;
  std::string words;
};

// A solid stands on its lowest part; a sheet hangs from its highest, or from one end where it is level.
HeldEnd hold_of(const Subject& subject) {
  constexpr double kShare = 0.1;
  const Vec3 size = subject.box.size();
  const bool sheet = subject.kind == Kind::kSheet;
  const bool level = sheet && size.y < kShare * subject.box.longest_side();
  HeldEnd hold{
      1, sheet ? 1.0 : -1.0, {}, {}, sheet ? "Hangs from its highest part" : "Stands on its lowest part"};
  if (level) hold = {size.x >= size.z ? 0 : 2, -1, {}, {}, "Held at one end"};
  const double end = hold.side < 0 ? subject.box.lower[hold.axis] : subject.box.upper[hold.axis];
  hold.point[hold.axis] = end - hold.side * kShare * size[hold.axis];
  hold.normal[hold.axis] = hold.side;
  return hold;
}

// The point farthest from where it is held.
Vec3 tip_of(const Subject& subject, const HeldEnd& hold) {
  Vec3 tip = subject.points.front();
  for (const Vec3& p : subject.points)
    if (hold.side * p[hold.axis] < hold.side * tip[hold.axis]) tip = p;
  return tip;
}

// The softest that its own weight does not strain by more than so much, from the ground to the top.
const NamedMaterial& material_for(double height) {
  constexpr double kStrain = 0.15;
  const NamedMaterial* best = nullptr;
  for (const NamedMaterial& entry : named_materials()) {
    const auto firmness = [](const Material& m) { return m.young / m.density; };
    const bool holds = kGravity * height < kStrain * firmness(entry.material);
    const bool softer = best == nullptr || firmness(entry.material) < firmness(best->material);
    if (holds && softer) best = &entry;
  }
  return best != nullptr ? *best : named_materials().back();
}

// A twentieth of the time that a wave takes to run up and down twice, as a round number.
double step_for(const Material& material, double size) {
  const double period = 4 * size / std::sqrt(material.young / material.density);
  for (const double step : {0.02, 0.01, 0.005, 0.002})
    if (step <= period / 20) return step;
  return 0.001;
}

std::string kind_words(const Subject& subject) {
  if (subject.kind == Kind::kSolid)
    return "    \"tets\": 20000,              // tetrahedra that fill the surface\n";
  if (subject.kind == Kind::kVolume) return "";
  return fmt::format("    \"sheet\": {{\"thickness\": {:.2g}, \"bending\": 1}},\n",
                     subject.box.longest_side() / 500);
}

std::string strain_words(const Subject& subject) {
  if (subject.kind == Kind::kSheet)
    return R"("strain": "green",          // "cauchy": linear, for small deflections)";
  return R"("strain": "corotated",      // "cauchy": linear, "green": large deformations)";
}

std::string list(const Vec3& v) { return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v.x, v.y, v.z); }

std::string quoted(const std::string& text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::exception&) {
    throw Error("the file's name is not UTF-8, which JSON is written in", text, "rename it");
  }
}

// A name that --set can take apart from its path.
std::string body_name(const fs::path& mesh) {
  std::string name = mesh.stem().string();
  for (char& c : name)
    if (std::string_view(".[]= ").find(c) != std::string_view::npos) c = '_';
  return name;
}

}  // namespace

std::string starter_scene(const fs::path& mesh, const fs::path& folder) {
  const Subject subject = subject_of(mesh);
  const UnitGuess guess = guess_unit(subject.box);
  if (!(subject.box.longest_side() > 0)) throw Error("the mesh has no size", mesh.string());
  const std::string unit = guess.unit.empty() ? "m" : guess.unit;
  const double size = subject.box.longest_side() * metres_per(unit);
  const HeldEnd hold = hold_of(subject);
  const NamedMaterial& material = material_for(size);
  std::string reason = guess.reason;
  reason[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(reason[0])));
  // Where the scene will be is not known if it goes to standard output.
  const bool as_given = folder.empty() && mesh.is_absolute();
  const fs::path path =
      as_given ? mesh : fs::proximate(fs::absolute(mesh), fs::absolute(folder.empty() ? "." : folder));
  using fmt::arg;
  return fmt::format(fmt::runtime(kScene), arg("title", quoted(mesh.filename().string() + " under gravity")),
                     arg("unit_reason", reason), arg("unit", unit),
                     arg("step", fmt::format("\"step\": {},", step_for(material.material, size))),
                     arg("name", quoted(body_name(mesh))), arg("mesh", quoted(path.generic_string())),
                     arg("kind", kind_words(subject)), arg("strain", strain_words(subject)),
                     arg("material", material.name), arg("hold_words", hold.words),
                     arg("point", list(hold.point)), arg("normal", list(hold.normal)),
                     arg("tip", list(tip_of(subject, hold))));
}

}  // namespace sinew
