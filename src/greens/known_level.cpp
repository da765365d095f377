#include <fmt/format.h>

#include <algorithm>

#include "greens/known_body.h"
#include "greens/wavelets/compressed_responses.h"
#include "sinew/base/error.h"
#include "sinew/greens/greens_body.h"

namespace sinew {

namespace {

// The first free vertices, which are those of coarser levels.
class FirstResponses final : public Responses {
 public:
  FirstResponses(std::shared_ptr<const Responses> all, Index count, Index level)
      : all_(std::move(all)),
        compressed_(dynamic_cast<const CompressedResponses*>(all_.get())),
        count_(count),
        level_(level) {}

  Index count() const override { return count_; }
  void extract(std::span<const Index> rows, std::span<const Index> columns,
               std::span<double> G) const override {
    all_->extract(rows, columns, G);
  }
  // Compressed ones are not transformed beyond the level.
  void sum(std::span<const Index> vertices, std::span<const Vec3> forces, std::span<Vec3> u) const override {
    if (compressed_ != nullptr) {
      std::vector<ConstraintPlace> places;
      for (const Index v : vertices) places.push_back({compressed_->finest(), v});
      return compressed_->sum_on_level(level_, places, forces, u);
    }
    std::vector<Vec3> whole(static_cast<std::size_t>(all_->count()));
    all_->sum(vertices, forces, whole);
    std::copy_n(whole.begin(), u.size(), u.begin());
  }

 private:
  std::shared_ptr<const Responses> all_;
  const CompressedResponses* compressed_;  // null if they are not
  Index count_, level_;
};

// The children of a triangle are four in a row, of which the first three have one corner of it each
// (remeshing/subdivision.h).
std::vector<Triangle> parents_of(const std::vector<Triangle>& fine) {
  std::vector<Triangle> coarse;
  for (std::size_t t = 0; t + 3 < fine.size(); t += 4)
    coarse.push_back({fine[t][0], fine[t + 1][1], fine[t + 2][2]});
  return coarse;
}

}  // namespace

KnownResponses at_level(const KnownResponses& known, Index level) {
  const std::vector<Index>& counts = known.problem.levels.count;
  const auto finest = static_cast<Index>(counts.size()) - 1;
  if (level < 0 || level > finest)
    throw Error(fmt::format("there is no level {} of the surface", level), "",
                fmt::format("the finest is {}", finest));
  KnownResponses coarse = known;
  ReferenceProblem& problem = coarse.problem;
  const auto vertices = static_cast<std::size_t>(counts[static_cast<std::size_t>(level)]);
  problem.surface.positions.resize(vertices);
  for (Index l = finest; l > level; --l) problem.surface.triangles = parents_of(problem.surface.triangles);
  problem.held.resize(vertices);
  problem.levels.count.resize(static_cast<std::size_t>(level) + 1);
  problem.levels.parents.resize(vertices - static_cast<std::size_t>(counts[0]));

  const auto free = static_cast<std::size_t>(std::ranges::count(problem.held, char{0}));
  const std::size_t all = known.weight.size() / 9;
  coarse.weight.clear();
  for (std::size_t axis = 0; axis < 3 && all > 0; ++axis) {
    const auto first = known.weight.begin() + static_cast<std::ptrdiff_t>(3 * axis * all);
    coarse.weight.insert(coarse.weight.end(), first, first + static_cast<std::ptrdiff_t>(3 * free));
  }
  coarse.G = std::make_shared<FirstResponses>(known.G, static_cast<Index>(free), level);
  return coarse;
}

std::shared_ptr<const KnownResponses> at_detail(const std::shared_ptr<const KnownResponses>& known,
                                                Index level) {
  return std::make_shared<const KnownResponses>(at_level(*known, level));
}

}  // namespace sinew
