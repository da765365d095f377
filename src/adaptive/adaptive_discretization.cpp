#include "adaptive/adaptive_discretization.h"

#include <algorithm>
#include <numeric>

#include "base/shared_objects.h"

namespace sinew {

namespace {

std::shared_ptr<const AdaptiveLevels> levels_of(const TetBodyModel& model, std::span<const char> held_by_new,
                                                const ColourOrder& order) {
  static SharedObjects<AdaptiveLevels> made;
  std::vector<Index> held;
  for (std::size_t i = 0; i < held_by_new.size(); ++i)
    if (held_by_new[i] != 0) held.push_back(order.old_of_new[i]);
  std::ranges::sort(held);
  Fingerprint from;
  for (const VolumeMesh& level : model.levels) from.add(level.positions).add(level.tetrahedra);
  from.add(model.materials).add(held);
  return made.find_or_make(from, [&] {
    auto levels = std::make_shared<AdaptiveLevels>();
    levels->rest = make_adaptive_rest(model.levels, model.materials, held);
    levels->forest = make_node_forest(levels->rest);
    return levels;
  });
}

}  // namespace

void FinestForces::evaluate(double time, In u, In v, Out f) {
  finest_.evaluate(time, u.first(nodes_), v.first(nodes_), f.first(nodes_));
  set_zero(f.subspan(nodes_));
}

AdaptiveDiscretization::AdaptiveDiscretization(const std::string& body, const TetBodyModel& model,
                                               const ElasticParams& params)
    : finest_(body, model, params),
      levels_(levels_of(model, finest_.unknowns().held, finest_.rest().order)),
      system_(levels_->rest, levels_->forest, finest_.tet_system(), params.solver),
      forces_(finest_.forces(), levels_->rest.finest().node_count()) {}

// The first change copies the rest data, which other bodies may share.
void AdaptiveDiscretization::set_materials(const std::vector<Material>& materials) {
  finest_.set_materials(materials);
  const bool is_first = tuned_ == nullptr;
  if (is_first) tuned_ = std::make_unique<AdaptiveRest>(levels_->rest);
  sinew::set_materials(*tuned_, materials);
  system_.set_rest(*tuned_);
}

// An element has the level of the finest active nodes that its own nodes follow.
const FrameTopology& AdaptiveDiscretization::topology() const {
  if (shown_ == system_.changes()) return topology_;
  shown_ = system_.changes();
  const FrameTopology& finest = finest_.topology();
  const std::vector<std::uint8_t> of_nodes = system_.levels_of_nodes();
  const std::vector<Index>& number = finest_.rest().order.new_of_old;
  std::vector<std::uint8_t> levels;
  levels.reserve(finest.elements->tetrahedra.size());
  for (const auto& [a, b, c, d] : finest.elements->tetrahedra)
    levels.push_back(
        std::min({of_nodes[number[a]], of_nodes[number[b]], of_nodes[number[c]], of_nodes[number[d]]}));
  if (topology_.elements && topology_.elements->levels == levels) return topology_;
  auto elements = std::make_shared<FrameElements>(*finest.elements);
  elements->levels = std::move(levels);
  topology_ = finest;
  topology_.elements = std::move(elements);
  return topology_;
}

// A body that nothing holds is one piece, of the unknowns of all levels.
std::shared_ptr<const LoosePieces> AdaptiveDiscretization::loose_pieces() const {
  auto pieces = std::make_shared<LoosePieces>();
  pieces->start = {0};
  if (std::ranges::any_of(system_.held(), [](char held) { return held != 0; })) return pieces;
  pieces->numbers = {0};
  pieces->nodes.resize(static_cast<std::size_t>(system_.count()));
  std::iota(pieces->nodes.begin(), pieces->nodes.end(), 0);
  pieces->start.push_back(system_.count());
  return pieces;
}

}  // namespace sinew
