#include "scene/loading/mesh_questions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/log.h"
#include "base/table.h"
#include "mesh/unit_guess.h"
#include "stepping/held_nodes.h"

namespace sinew {

namespace {

void turn_inverted(VolumeMesh& mesh, const std::string& file) {
  Index inverted = 0, first = -1;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    if (!(tetrahedron_volume(mesh, t) < 0)) continue;
    std::swap(mesh.tetrahedra[t][2], mesh.tetrahedra[t][3]);
    if (inverted++ == 0) first = t;
  }
  if (inverted == 0) return;
  if (inverted == mesh.tetrahedron_count())
    log_warning("{}: all elements are inverted: the file counts corners the other way, and they were turned",
                file);
  else
    log_warning("{}: {} of {} are inverted (the first is element {}), and were turned", file,
                with_thousands(inverted), counted(mesh.tetrahedron_count(), "element", "elements"), first);
}

void name_doubled(const VolumeMesh& mesh, const std::string& file) {
  std::vector<std::pair<Tetrahedron, Index>> sorted(mesh.tetrahedra.size());
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    sorted[t] = {mesh.tetrahedra[t], t};
    std::ranges::sort(sorted[t].first);
  }
  std::ranges::sort(sorted);
  Index doubled = 0, first = -1, again = -1;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].first != sorted[i - 1].first) continue;
    if (doubled++ == 0) first = sorted[i - 1].second, again = sorted[i].second;
  }
  if (doubled > 0)
    log_warning(
        "{}: {} more than once (elements {} and {}, for one), where the body is as much stiffer and heavier",
        file, counted(doubled, "element comes", "elements come"), first, again);
}

// Whether two holds of a node move it differently along the same direction.
bool disagree(const Hold& a, const Hold& b) {
  if (a.motion == b.motion) return false;
  if (a.directions.empty() || b.directions.empty()) return true;
  GuidedNode node;
  for (const Hold* hold : {&a, &b})
    for (const Vec3& direction : hold->directions) node.add(0, normalized(direction));
  return node.count < static_cast<int>(a.directions.size() + b.directions.size());
}

}  // namespace

void mend_volume(VolumeMesh& mesh, const std::string& file) {
  turn_inverted(mesh, file);
  name_doubled(mesh, file);
}

std::string more_elements(std::string_view key, double wanted) {
  constexpr double kTooMany = 2e7;
  if (wanted > kTooMany) return "they are too thin to be filled: take a \"sheet\" instead";
  return fmt::format("\"{}\": {:.0f} would follow them", key, std::ceil(wanted));
}

void question_volume(const BodyDescription& body, const SolidFit& fit, const std::string& remedy,
                     const ScenePlace& place) {
  constexpr double kLeast = 0.85, kMost = 1.15;
  if (fit.volume_ratio > kLeast && fit.volume_ratio < kMost) return;
  log_warning(
      "{}: the elements of '{}' have {:.2f} times the volume of its surface, and its mass is off by as much: "
      "its walls are thinner than they are; {}",
      place.member("mesh").text(), body.name, fit.volume_ratio, remedy);
}

void question_poisson(std::span<const Material> materials, Index elements, const ScenePlace& place) {
  constexpr double kHigh = 0.45;
  constexpr Index kFew = 5000;
  double highest = 0;
  for (const Material& material : materials) highest = std::max(highest, material.poisson);
  if (highest <= kHigh || elements >= kFew) return;
  log_warning(
      "{}: Poisson's ratio {:.6g} on {}: so few linear elements can hardly bend at constant volume, and are "
      "too "
      "stiff; take {} at most, or more elements",
      place.member("material").text(), highest, counted(elements, "element", "elements"), kHigh);
}

void question_holds(std::span<const Hold> holds, const ScenePlace& place) {
  std::map<Index, std::size_t> holder;
  for (std::size_t i = 0; i < holds.size(); ++i) {
    std::map<std::size_t, Index> rivals;
    for (const Index node : holds[i].nodes) {
      const auto [at, is_new] = holder.emplace(node, i);
      if (!is_new && disagree(holds[at->second], holds[i])) ++rivals[at->second];
      at->second = i;
    }
    for (const auto& [other, nodes] : rivals)
      log_warning("{}: {} held by hold[{}] too, with another motion; this one, the later, counts",
                  place.member("hold").item(i).text(), counted(nodes, "node is", "nodes are"), other);
  }
}

void question_pieces(const std::string& body, const BodyMeasure& measure, const ScenePlace& place) {
  if (measure.pieces < 2) return;
  log_warning("{}: body '{}' has {}, {} held by nothing", place.text(), body,
              counted(measure.pieces, "piece", "pieces"), with_thousands(measure.free_pieces));
}

void question_size(const BodyDescription& body, const Box3& box, const ScenePlace& place) {
  constexpr double kSmallest = 1e-3, kLargest = 100;  // m
  const double size = box.longest_side();
  const auto* file = std::get_if<MeshFileDescription>(&body.mesh);
  // As it stands in the scene: a scale may have changed the file's unit already.
  const UnitGuess guess = guess_unit({{}, {size, 0, 0}});
  if (file != nullptr && file->metres_per_unit == 1 && guess.unit == "mm")
    log_warning("{}: {}{}, and the scene is in metres: \"unit\": \"mm\" would change that",
                place.member("mesh").text(), guess.reason,
                body.place.scale == 1 ? "" : fmt::format(", scaled by {:g} as it is", body.place.scale));
  else if (size > kLargest || size < kSmallest)
    log_warning("{}: the body '{}' is {:.3g} m long: is the unit of length right?",
                place.member("mesh").text(), body.name, size);
}

void question_material(const MaterialDescription& material, const ScenePlace& place) {
  // Stiffness against a change of volume over that against shear: lambda / mu = 2 nu / (1 - 2 nu).
  constexpr double kMost = 1e4;
  const auto question = [](const Material& m, const ScenePlace& here) {
    if (m.lambda() > kMost * m.mu())
      log_warning(
          "{}: a Poisson's ratio of {} resists a change of volume {:.1g} times as much as shear: elements "
          "lock, "
          "and the solver runs out of digits; 0.49 looks the same",
          here.text(), m.poisson, m.lambda() / m.mu());
  };
  question(material.material, place);
  for (std::size_t i = 0; i < material.regions.size(); ++i)
    question(material.regions[i].material, place.member("regions").item(i).member("material"));
}

}  // namespace sinew
