#include "adaptive/front_control.h"

#include <fmt/format.h>

#include <algorithm>

#include "adaptive/node_loops.h"
#include "body/state_arrays.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

constexpr const char *kFront = "front", *kErrors = "errors", *kCalm = "calm";

std::vector<double> in_one(const std::vector<std::vector<double>>& levels) {
  std::vector<double> all;
  for (const std::vector<double>& level : levels) all.insert(all.end(), level.begin(), level.end());
  return all;
}

void split(const std::vector<double>& all, std::vector<std::vector<double>>& levels) {
  auto from = all.begin();
  for (std::vector<double>& level : levels)
    for (double& value : level) value = *from++;
}

}  // namespace

FrontControl::FrontControl(AdaptiveSystem& system, const FrontParams& params)
    : system_(system), params_(params), error_(system.rest()), size_(system.rest().size) {
  const AdaptiveRest& rest = system.rest();
  for (const LevelRest& level : rest.levels) {
    keep_.emplace_back(level.node_count(), 0);
    errors_.emplace_back(level.node_count(), 0.0), calm_.emplace_back(level.node_count(), 0.0);
  }
  // Held nodes and those around them are active, and coarse nodes next to them are never front nodes. Of the deflection of a
  // held bear, 18% was wrong without rings, 10% is with two, 4% with four, which are two thirds of its nodes.
  constexpr int kRings = 2;
  Front& front = system.front();
  std::vector<char> near(rest.finest().elements.held.begin(), rest.finest().elements.held.end());
  const BlockPattern& pattern = rest.finest().elements.pattern;
  for (int ring = 0; ring < kRings; ++ring) {
    const std::vector<char> before = near;
    for (Index n = 0; n < std::ssize(near); ++n)
      for (Index at = pattern.row_start[n]; at < pattern.row_start[n + 1]; ++at)
        if (before[pattern.column[at]] != 0) near[n] = 1;
  }
  for (Index n = 0; n < rest.finest().node_count(); ++n) {
    if (near[n] == 0) continue;
    front.activate(0, n);
    Index at = n;
    for (int l = 0; l + 1 < rest.count(); ++l)
      at = system.forest().levels[l].parent[at], keep_[l + 1][at] = 1;
  }
  for (int l = 1; l < rest.count(); ++l)
    for (const HeldElement& element : rest.levels[l].held_elements)
      for (const Index N : element.node) front.refine(l, N), keep_[l][N] = 1;
  system.front_changed();
}

void FrontControl::find_errors(double dt, In u, In contact) {
  if (!params_.changes) return;
  const AdaptiveRest& rest = system_.rest();
  std::vector<char> touched(rest.finest().node_count(), 0), coarse;
  for (std::size_t n = 0; n < touched.size() && !contact.empty(); ++n)
    touched[n] = squared_norm(to_vec3(contact[n])) > 0;
  const double calm = params_.merge * params_.tolerance * size_;
  for (int l = 0; l < rest.count(); ++l) {
    const bool is_coarsest = l + 1 == rest.count();
    error_.find(l, system_.front(), system_.level_operator(l), system_.level(u, l),
                is_coarsest ? In{} : system_.level(u, l + 1), errors_[l]);
    for_each_of(system_.front().lists(l).active, [&](Index n) {
      if (touched[n] != 0) errors_[l][n] *= params_.contact_weight;
      calm_[l][n] = errors_[l][n] <= calm ? calm_[l][n] + dt : 0;
    });
    if (is_coarsest || contact.empty()) {
      if (!is_coarsest) touched.assign(rest.levels[l + 1].node_count(), 0);
      continue;
    }
    coarse.assign(rest.levels[l + 1].node_count(), 0);
    for (Index N = 0; N < std::ssize(coarse); ++N)
      for (const auto& [n, weight] : rest.levels[l].moved[N])
        if (touched[n] != 0 && weight != 0) coarse[N] = 1;
    touched.swap(coarse);
  }
  has_errors_ = true;
}

bool FrontControl::adapt(Out u, Out v) {
  if (!params_.changes || !has_errors_) return false;
  const ProfileZone zone("front");
  has_errors_ = false;
  const bool refined = refine(), coarsened = coarsen(u, v);
  if (!refined && !coarsened) return false;
  system_.follow(u), system_.follow(v);
  ++changes_;
  for (int l = 0; l < system_.rest().count(); ++l)
    for (const Index n : system_.front().lists(l).inactive) calm_[l][n] = errors_[l][n] = 0;
  return true;
}

// From coarse to fine. Nodes that become active follow the coarser level exactly, so that their error is 0, and it ends
// after one level.
bool FrontControl::refine() {
  Front& front = system_.front();
  bool changed = false;
  for (int l = system_.rest().count() - 1; l > 0; --l)
    for (const Index N : front.lists(l).front)
      if (errors_[l][N] > params_.tolerance * size_ && front.mark(l, N) == NodeMark::kFront)
        front.refine(l, N), changed = true;
  if (changed) system_.front_changed();
  return changed;
}

bool FrontControl::is_calm(int level, Index node) const { return calm_[level][node] >= params_.patience; }

// Whether it would be seen that a node follows the coarser level.
bool FrontControl::pops(int level, Index node, In u) const {
  const Vec3 follows = interpolated(system_.rest().levels[level].up[node], system_.level(u, level + 1));
  return distance(to_vec3(system_.level(u, level)[node]), follows) > params_.pop * size_;
}

// From fine to coarse.
bool FrontControl::coarsen(Out u, Out v) {
  Front& front = system_.front();
  bool changed = false;
  for (int l = 1; l < system_.rest().count(); ++l)
    for (const Index N : front.lists(l).interior) {
      if (keep_[l][N] != 0 || !is_calm(l, N) || !front.may_coarsen(l, N)) continue;
      const std::span<const Index> children = system_.forest().levels[l].children[N];
      if (!std::ranges::all_of(children, [&](Index n) { return is_calm(l - 1, n) && !pops(l - 1, n, u); }))
        continue;
      front.coarsen(l, N);
      changed = true;
    }
  if (!changed) return false;
  system_.front_changed();
  const In finest = system_.level(In(u), 0);
  const BlockVector<double> before(finest.begin(), finest.end());
  system_.follow_front(u), system_.follow_front(v);
  for (std::size_t i = 0; i < before.size(); ++i)
    largest_pop_ = std::max(largest_pop_, distance(to_vec3(before[i]), to_vec3(finest[i])));
  return true;
}

void FrontControl::refine_all() {
  system_.front().refine_all();
  system_.front_changed();
}

void FrontControl::add_to_state(BodyState& state) const {
  state.push_back({kFront, system_.front().saved()});
  state.push_back({kErrors, has_errors_ ? in_one(errors_) : std::vector<double>{}});
  state.push_back({kCalm, in_one(calm_)});
}

void FrontControl::restore(const BodyState& state, const std::string& body) {
  const auto unknowns = static_cast<std::size_t>(system_.count());
  const bool has_errors = !find_array(state, kErrors, body).empty();
  const std::vector<double>& errors = find_array(state, kErrors, has_errors ? unknowns : 0, body);
  const std::vector<double>& calm = find_array(state, kCalm, unknowns, body);
  if (!system_.front().restore(find_array(state, kFront, unknowns, body)))
    throw Error(fmt::format("the state of body '{}' has a front that breaks its own rules", body), "",
                "it was damaged, or saved by another version");
  system_.front_changed();
  if (has_errors) split(errors, errors_);
  split(calm, calm_);
  has_errors_ = has_errors;
}

}  // namespace sinew
