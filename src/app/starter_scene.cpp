#include "app/starter_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/json_words.h"
#include "app/starter_hold.h"
#include "app/starter_material.h"
#include "app/starter_probe.h"
#include "base/quiet_log.h"
#include "base/table.h"
#include "mesh/unit_guess.h"
#include "mesh/up_guess.h"
#include "sinew/base/error.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr const char* kScene = R"({{
  // Written by 'sinew new'. Every key: docs/scene.md, or 'sinew scene --reference'.
  "sinew": 1,
  "title": {title},

  // {unit_reason}.
  "unit": "{unit}",
  // {up_reason}. Gravity pulls 9.81 m/s^2 against it.
  "up": "{up}",

  {step:<30}// s
  "steps": 100,

  "bodies": [{{
    "name": {name},
    "mesh": {mesh},
{kind}
    // {material_words}.
    // "rubber" and the like, or parameters: {{"young": 1e5, "poisson": 0.45, "density": 1000}}
    "material": {material},
    {strain}
    "damping": {{"mass": 0.1, "stiffness": 0.01}},

    // {hold_words}.
    "hold": [{{"region": {hold}{every_piece}}}]
  }}],

  "record": {{
    "every": 1,
    "formats": ["vtu", "csv"],  // also "ply", "obj"
    "probes": [{{"name": "tip", "at": {probe}}}]
  }},

  // For 'sinew render' and 'sinew view': where the camera stands, in degrees, and what is shown.
  "view": {{"azimuth": 30, "elevation": 15, "zoom": 1, "show": []}}  // "stress", "wire", ...
}}
)";

using Kind = StarterMesh::Kind;

// What a static solve is made with, before the material is known: no ratio that makes few elements too stiff.
constexpr Material kTried{1e6, 0.3, 1000};

struct Guess {
  std::string value, reason;
};

std::string sentence(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

Guess unit_for(const StarterMesh& mesh, const StarterOptions& options) {
  if (!options.unit.empty()) return {options.unit, "Given by --unit"};
  const UnitGuess guess = guess_unit(mesh.box);
  return {guess.unit.empty() ? "m" : guess.unit, sentence(guess.reason)};
}

Guess up_for(const StarterMesh& mesh, const StarterOptions& options) {
  if (options.up) return {*options.up == UpAxis::kZ ? "z" : "y", "Given by --up"};
  if (mesh.kind == Kind::kSheet) return {"y", "Nothing tells which way a sheet is up: --up would say so"};
  const UpGuess guess = guess_up(mesh.surface);
  return {std::string(1, guess.axis), fmt::format("A guess: {}", guess.reason)};
}

// A scene in the making.
struct Draft {
  fs::path mesh_file, folder;
  StarterMesh mesh;
  BodyType type = BodyType::kTet;
  Index tets = 20'000, cells = 64;
  Guess unit, up;
  StarterHold hold;
  Vec3 probe;
  std::string material = "\"rubber\"", material_words;
  double step = 0.01;

  int up_axis() const { return up.value == "z" ? 2 : 1; }
  double size() const { return mesh.box.longest_side() * metres_per(unit.value); }  // m
  bool is_sheet() const { return mesh.kind == Kind::kSheet; }
  std::string text() const;
  // The scene for a trial, of either type: with no more elements than are solved for at once, or at most this
  // many cells.
  SceneDescription trial(BodyType of_type, Index most_cells) const;
};

// The mesh as the scene names it. Where the scene will be is not known if it goes to standard output.
fs::path named_path(const Draft& draft) {
  if (draft.folder.empty() && draft.mesh_file.is_absolute()) return draft.mesh_file;
  return fs::proximate(fs::absolute(draft.mesh_file),
                       fs::absolute(draft.folder.empty() ? fs::path(".") : draft.folder));
}

// A name that --set can take apart from its path.
std::string body_name(const fs::path& mesh) {
  std::string name = mesh.stem().string();
  for (char& c : name)
    if (std::string_view(".[]= ").find(c) != std::string_view::npos) c = '_';
  return name;
}

std::string kind_words(const Draft& draft) {
  const auto line = [](const std::string& key, const char* meaning) {
    return fmt::format("    {:<28}// {}\n", key, meaning);
  };
  if (draft.type == BodyType::kOctree)
    return line("\"type\": \"octree\",", "cubes, which can be cut") +
           line(fmt::format("\"cells\": {},", draft.cells), "along the longest side of its box");
  if (draft.mesh.kind == Kind::kSolid)
    return line(fmt::format("\"tets\": {},", draft.tets), "tetrahedra that fill the surface");
  if (draft.mesh.kind == Kind::kVolume) return "";
  return fmt::format("    \"sheet\": {{\"thickness\": {:.2g}, \"bending\": 1}},\n",
                     draft.mesh.box.longest_side() / 500);
}

std::string strain_words(const Draft& draft) {
  if (draft.is_sheet()) return R"("strain": "green",          // "cauchy": linear, for small deflections)";
  if (draft.type == BodyType::kOctree) return R"("strain": "corotated",      // "cauchy": linear)";
  return R"("strain": "corotated",      // "cauchy": linear, "green": large deformations)";
}

std::string Draft::text() const {
  using fmt::arg;
  return fmt::format(
      fmt::runtime(kScene), arg("title", json_quoted(mesh_file.filename().string() + " under gravity")),
      arg("unit_reason", unit.reason), arg("unit", unit.value), arg("up_reason", up.reason),
      arg("up", up.value), arg("step", fmt::format("\"step\": {},", step)),
      arg("name", json_quoted(body_name(mesh_file))),
      arg("mesh", json_quoted(named_path(*this).generic_string())), arg("kind", kind_words(*this)),
      arg("strain", strain_words(*this)), arg("material", material), arg("material_words", material_words),
      arg("hold_words", hold.words), arg("hold", hold.region()),
      arg("every_piece", is_sheet() ? "" : ", \"every_piece\": true"), arg("probe", json_list(probe)));
}

SceneDescription Draft::trial(BodyType of_type, Index most_cells) const {
  constexpr Index kMostTets = 10'000, kMostFactored = 30'000;
  SceneDescription scene = scene_from_text(text(), {}, mesh_file.string(), folder.empty() ? "." : folder);
  BodyDescription& body = scene.bodies[0];
  body.material.material = kTried;
  if (of_type == BodyType::kOctree && body.type() != OctreeBodyDescription::kType)
    body.kind = OctreeBodyDescription{};
  if (auto* octree = std::get_if<OctreeBodyDescription>(&body.kind)) {
    octree->cells = std::min(octree->cells, most_cells);
    return scene;
  }
  auto& tet = std::get<TetBodyDescription>(body.kind);
  tet.tets = std::min(tet.tets, kMostTets);
  if (mesh.elements > kMostFactored) return scene;
  tet.levels = 1;
  body.params.solver.method = SolverMethod::kCholesky;
  return scene;
}

// By its mean thickness t alone, as if it were a plate that sticks out all its length L: 3/2 rho g L^4/(E
// t^2). For a body whose equations cannot be solved.
SagEstimate guessed_sag(const Draft& draft) {
  const double metres = metres_per(draft.unit.value), size = draft.size();
  const double mean = 2 * std::abs(signed_volume(draft.mesh.surface)) / surface_area(draft.mesh.surface);
  const double thickness = std::max(mean * metres, 1e-3 * size);
  const double weight = 9.81 * kTried.density / kTried.young;
  return {weight * size * size / 2, 1.5 * weight * std::pow(size, 4) / (thickness * thickness)};
}

SagEstimate larger(const SagEstimate& a, const SagEstimate& b) {
  return {std::max(a.down, b.down), std::max(a.sideways, b.sideways)};
}

// Thin parts are as thick as cells make them: the scene is to run with larger ones too.
SagEstimate solved_sag(const Draft& draft, BodyType type) {
  constexpr Index kMostCells = 128, kLargeCells = 40;
  const auto sag = [&](Index cells) {
    return estimate_sag(draft.trial(type, cells), draft.mesh_file.string());
  };
  if (type == BodyType::kTet || draft.cells <= kLargeCells) return sag(kMostCells);
  return larger(sag(kMostCells), sag(kLargeCells));
}

// Cubes of the same body may be several times softer if it is thin; the scene must run as either type.
SagEstimate sag_of_either_type(const Draft& draft) {
  const QuietLog quiet;
  SagEstimate sag;
  try {
    sag = solved_sag(draft, draft.type);
  } catch (const Error&) {
    sag = guessed_sag(draft);
  }
  if (draft.is_sheet() || draft.type == BodyType::kOctree) return sag;
  try {
    return larger(sag, solved_sag(draft, BodyType::kOctree));
  } catch (const Error&) {
    return sag;  // no cube is inside
  }
}

void choose_material(Draft& draft, const StarterOptions& options) {
  SagEstimate sag = sag_of_either_type(draft);
  // What hangs cannot buckle, and a sheet bends.
  if (draft.is_sheet()) sag.sideways = 0;
  const bool level_sheet = draft.hold.planes.size() > 1;
  StarterMaterial best =
      level_sheet ? material_for_level_sheet(draft.size()) : material_for(sag, kTried, draft.size());
  if (!options.material.empty()) best = {named_material(options.material), json_quoted(options.material)};
  const double share = level_sheet ? 0.06 : relative_sag(sag, kTried, best.material, draft.size());
  draft.material = best.json;
  draft.material_words =
      options.material.empty()
          ? fmt::format("As soft as may be: by its own weight it sags by about {:.2g}% of its size",
                        100 * share)
          : fmt::format("Given by --material: by its own weight it sags by about {:.2g}% of its size",
                        100 * share);
  draft.step = step_for(share * draft.size());
  if (share > 0.1)
    log_warning("{}: of {} it would sag by {:.2g} times its size: without --material, what suits is chosen",
                draft.mesh_file.string(), options.material, share);
}

Draft draft_of(const fs::path& mesh, const fs::path& folder, const StarterOptions& options) {
  const bool filled = options.type == BodyType::kOctree || options.tets || options.cells;
  Draft draft;
  draft.mesh_file = mesh, draft.folder = folder;
  draft.mesh = read_starter_mesh(mesh, filled);
  const bool hexahedra = draft.mesh.kind == Kind::kHexahedra;
  draft.type = options.type.value_or(options.cells || hexahedra ? BodyType::kOctree : BodyType::kTet);
  draft.tets = options.tets.value_or(draft.tets);
  draft.cells = options.cells.value_or(draft.cells);
  draft.unit = unit_for(draft.mesh, options);
  draft.up = up_for(draft.mesh, options);
  draft.hold = hold_for(draft.mesh, draft.up_axis());
  draft.probe = probe_for(draft.mesh, draft.hold);
  return draft;
}

void require_sensible(const Draft& draft, const StarterOptions& options) {
  const std::string file = draft.mesh_file.string();
  if (options.tets && draft.type == BodyType::kOctree)
    throw Error("an octree has no tetrahedra", "--tets", "say --cells for it, or leave out --type octree");
  if (options.cells && draft.type == BodyType::kTet)
    throw Error("a body of tetrahedra has no cells", "--cells", "say --tets for it, or --type octree");
  if (options.tets && draft.mesh.is_volume())
    throw Error("the mesh has its elements already", file, "--tets is for surfaces: leave it out");
  if (draft.mesh.kind == Kind::kHexahedra && draft.type == BodyType::kTet)
    throw Error("the mesh has hexahedra, and bodies are made of tetrahedra", file,
                "take --type octree, or fill its boundary: 'sinew mesh IN -o OUT.vtu'");
  if (draft.is_sheet() && draft.type == BodyType::kOctree)
    throw Error("nothing is inside the surface", file, "an octree needs an inside: leave out --type octree");
}

}  // namespace

std::string starter_scene(const fs::path& mesh, const fs::path& folder, const StarterOptions& options) {
  Draft draft = draft_of(mesh, folder, options);
  require_sensible(draft, options);
  choose_material(draft, options);
  return draft.text();
}

}  // namespace sinew
