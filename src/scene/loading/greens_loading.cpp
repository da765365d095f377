#include "scene/loading/greens_loading.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/log.h"
#include "base/progress.h"
#include "base/shared_objects.h"
#include "greens/file/greens_file.h"
#include "greens/known_body.h"
#include "remeshing/semi_regular.h"
#include "scene/loading/force_loading.h"
#include "scene/loading/mesh_questions.h"
#include "scene/loading/placement.h"
#include "scene/loading/region_loading.h"
#include "scene/loading/scene_meshes.h"
#include "sinew/greens/greens_body.h"
#include "sinew/mesh/mesh_file.h"

namespace sinew {

namespace {

// Responses know one material.
const Material& material_of(const BodyDescription& body, const ScenePlace& place) {
  const MaterialDescription& material = body.material;
  const bool varies =
      material.volume || !material.regions.empty() || material.fields != MaterialFieldsDescription{};
  if (varies)
    throw place.member("material")
        .with(
            Error("a body that is known by its responses is of one material", "", "take \"type\": \"tet\""));
  return material.material;
}

// The tetrahedra of a body that has its own, and whose boundary is taken as it is.
std::optional<VolumeMesh> volume_of(const BodyToMake& wanted, const GreensBodyDescription& own) {
  if (own.semi_regular || own.source != ResponseMethod::kFiniteElements) return {};
  const auto* file = std::get_if<MeshFileDescription>(&wanted.body.mesh);
  const bool is_volume = file != nullptr ? read_mesh(file->file).is_volume()
                                         : std::holds_alternative<BoxMeshDescription>(wanted.body.mesh);
  if (!is_volume) return {};
  TetBodyDescription one_level;
  one_level.levels = 1;
  return std::move(wanted.meshes.of_body(wanted.body, one_level).levels[0]);
}

// The vertices that the holds of the scene hold, and those of each.
std::vector<Hold> holds_of(const BodyToMake& wanted, std::span<const Vec3> own_positions) {
  const ScenePlace place = wanted.place.member("hold");
  const std::vector<Vec3> positions = placed(placement_of(wanted.body.place), own_positions);
  std::vector<Hold> holds;
  for (std::size_t i = 0; i < wanted.body.hold.size(); ++i) {
    const HoldDescription& hold = wanted.body.hold[i];
    const ScenePlace here = place.item(i).member("region");
    try {
      holds.push_back({points_in(region_of(hold.region), positions), hold.motion, {}, hold.name});
    } catch (const Error& error) {
      throw here.with(error);
    }
    if (holds.back().nodes.empty())
      throw Error(fmt::format("the region holds no vertex of '{}'", wanted.body.name), here.text(),
                  reach_hint(bounding_box(positions)));
  }
  question_holds(holds, wanted.place);
  return holds;
}

std::vector<char> marks_of(std::span<const Hold> holds, std::size_t vertices) {
  std::vector<char> held(vertices);
  for (const Hold& hold : holds)
    for (const Index v : hold.nodes) held[v] = 1;
  return held;
}

ReferenceProblem surface_problem(const BodyToMake& wanted, const GreensBodyDescription& own) try {
  ReferenceProblem problem;
  problem.surface = wanted.meshes.bounding(wanted.body);
  problem.levels.count = {problem.surface.vertex_count()};
  if (own.semi_regular) {
    SemiRegularMesh mesh =
        remesh_semi_regular(problem.surface, {own.semi_regular->base, own.semi_regular->levels}).mesh;
    problem.surface = std::move(mesh.finest);
    problem.levels = {std::move(mesh.level_vertex_count), std::move(mesh.parents)};
  }
  return problem;
} catch (const Error& error) {
  throw wanted.place.member("mesh").with(error);
}

double threshold_of(const GreensBodyDescription& own) {
  return own.compression.value_or(own.semi_regular ? 0.05 : 0);
}

Fingerprint fingerprint_of(const ReferenceProblem& problem, const GreensBodyDescription& own) {
  const Material& m = problem.material;
  return Fingerprint()
      .add(problem.surface.positions)
      .add(problem.surface.triangles)
      .add(problem.held)
      .add(m.young)
      .add(m.poisson)
      .add(m.density)
      .add(own.source)
      .add(threshold_of(own));
}

std::shared_ptr<const KnownResponses> computed(ReferenceProblem problem, const std::string& body,
                                               const GreensBodyDescription& own) {
  Progress progress(fmt::format("responses of '{}'", body), 3);
  auto known = std::make_shared<KnownResponses>(own.source == ResponseMethod::kFiniteElements
                                                    ? known_by_finite_elements(std::move(problem))
                                                    : known_by_boundary_elements(std::move(problem)));
  progress.advance_to(2);
  if (threshold_of(own) > 0) compress_known(threshold_of(own), *known);
  progress.advance_to(3);
  return known;
}

// Bodies with the same problem share its responses.
std::shared_ptr<const KnownResponses> shared(const ReferenceProblem& problem, const BodyToMake& wanted,
                                             const GreensBodyDescription& own) try {
  static SharedObjects<KnownResponses> known;
  return known.find_or_make(fingerprint_of(problem, own),
                            [&] { return computed(problem, wanted.body.name, own); });
} catch (const Error& error) {
  throw wanted.place.with(error);
}

std::shared_ptr<const KnownResponses> read_responses(const BodyToMake& wanted,
                                                     const GreensBodyDescription& own) try {
  const std::string remedy = fmt::format("run \"sinew precompute {} --body {} -o {}\"", wanted.place.file,
                                         wanted.body.name, own.responses.string());
  std::error_code failure;
  if (!std::filesystem::is_regular_file(own.responses, failure))
    throw Error(fmt::format("there is no file {}", own.responses.string()), "", remedy);
  auto known = std::make_shared<KnownResponses>(read_greens_file(own.responses).head.known);
  require_same_problem(greens_problem(wanted, own), known->problem, remedy);
  return known;
} catch (const Error& error) {
  throw wanted.place.member("responses").with(error);
}

std::shared_ptr<const KnownResponses> responses_of(const BodyToMake& wanted,
                                                   const GreensBodyDescription& own) {
  if (!own.responses.empty()) return read_responses(wanted, own);
  if (const std::optional<VolumeMesh> volume = volume_of(wanted, own)) {
    std::vector<char> is_held = marks_of(holds_of(wanted, volume->positions), volume->positions.size());
    std::vector<Index> held;
    std::vector<char> is_of_boundary(is_held.size());
    for (const Triangle& t : boundary_surface(*volume).triangles)
      for (const Index v : t) is_of_boundary[v] = 1;
    for (std::size_t v = 0; v < is_held.size(); ++v)
      if (is_held[v] != 0 && is_of_boundary[v] != 0) held.push_back(static_cast<Index>(v));
    return responses_of_elements(*volume, material_of(wanted.body, wanted.place), held);
  }
  return shared(greens_problem(wanted, own), wanted, own);
}

void question_weight(const KnownResponses& known, const ScenePlace& place) {
  if (known.weight.empty())
    log_warning("{}: {} do not know how the body answers to its weight, which is left out", place.text(),
                known.source);
}

}  // namespace

ReferenceProblem greens_problem(const BodyToMake& wanted, const GreensBodyDescription& own) {
  ReferenceProblem problem = surface_problem(wanted, own);
  problem.held = marks_of(holds_of(wanted, problem.surface.positions), problem.surface.positions.size());
  problem.material = material_of(wanted.body, wanted.place);
  return problem;
}

namespace {

// In the detail that is asked for.
std::shared_ptr<const KnownResponses> detailed_responses(const BodyToMake& wanted,
                                                         const GreensBodyDescription& own) {
  std::shared_ptr<const KnownResponses> all = responses_of(wanted, own);
  if (!own.detail) return all;
  try {
    return at_detail(all, *own.detail);
  } catch (const Error& error) {
    throw wanted.place.member("detail").with(error);
  }
}

std::optional<DisplacedDisplay> display_of(const BodyToMake& wanted, const GreensBodyDescription& own) {
  if (!own.display) return {};
  return DisplacedDisplay{own.display->steps, wanted.meshes.bounding(wanted.body)};
}

}  // namespace

std::unique_ptr<Body> make_greens_body(const BodyToMake& wanted, const GreensBodyDescription& own) {
  const auto& [scene, body, place, meshes] = wanted;
  question_material(body.material, place.member("material"));
  PlacedForces forces = forces_of(scene, body, place);
  GreensBodyModel model;
  model.responses = detailed_responses(wanted, own);
  model.display = display_of(wanted, own);
  question_weight(*model.responses, place);
  model.placement = placement_of(body.place);
  const SurfaceMesh& surface = surface_of(*model.responses);
  question_size(body, bounding_box(placed(model.placement, surface.positions)), place);
  model.holds = holds_of(wanted, surface.positions);
  model.forces = std::move(forces.forces);
  try {
    return std::make_unique<GreensBody>(body.name, std::move(model));
  } catch (const Error& error) {
    if (error.where().starts_with("holds")) {
      std::vector<ScenePlace> holds;
      for (std::size_t i = 0; i < body.hold.size(); ++i) holds.push_back(place.member("hold").item(i));
      throw place.with(error, "holds", holds);
    }
    throw place.with(error, "forces", forces.places);
  }
}

}  // namespace sinew
