#include "greens/wavelets/surface_wavelets.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "sinew/base/error.h"

namespace sinew {

namespace {

SparseRows make_prediction(const FreeDomain& domain, const ReferenceProblem& problem,
                           const WaveletParams& params) {
  return params.kind == WaveletKind::kLinear ? linear_prediction(domain, params.boundary)
                                             : butterfly_prediction(domain, problem, params.boundary);
}

// to += scale from, for a vertex each.
template <typename Components>
void add(double scale, const double* from, Components components, double* to) {
  for (Index c = 0; c < components; ++c) to[c] += scale * from[c];
}

// A sparse row while it is made.
using Row = std::vector<std::pair<Index, double>>;

void add(double scale, const Row& from, Row& to) {
  for (const auto& [column, weight] : from) to.push_back({column, scale * weight});
}

// Sorts by column, and adds up what belongs to one.
void merge_equal(Row& row) {
  std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  auto last = row.begin();
  for (auto next = row.begin() + 1; next != row.end(); ++next)
    if (next->first == last->first)
      last->second += next->second;
    else
      *++last = *next;
  row.erase(last + 1, row.end());
}

SparseRows joined(std::span<const Row> rows) {
  SparseRows all;
  for (const Row& row : rows) {
    for (const auto& [column, weight] : row) all.push(column, weight);
    all.close_row();
  }
  return all;
}

// Calls f with the number of components, known to the compiler where it matters.
template <typename F>
void with_components(Index components, F&& f) {
  if (components == 3) return f(std::integral_constant<Index, 3>());
  if (components == 4) return f(std::integral_constant<Index, 4>());
  if (components == 9) return f(std::integral_constant<Index, 9>());
  f(components);
}

}  // namespace

SurfaceWavelets::SurfaceWavelets(const ReferenceProblem& problem, const WaveletParams& params)
    : params_(params), domain_(free_domain(problem)), prediction_(make_prediction(domain_, problem, params)) {
  std::vector<double> areas = vertex_areas(problem.surface), inside;
  for (const Index v : free_vertices(problem)) inside.push_back(areas[static_cast<std::size_t>(v)]);
  integrate(std::move(inside));
}

void SurfaceWavelets::integrate(std::vector<double> areas) {
  integrals_.assign(domain_.counts.size(), {});
  integrals_.back() = std::move(areas);
  lifting_.resize(domain_.parents.size());
  for (Index l = domain_.levels() - 1; l >= 0; --l) {
    const std::vector<double>& fine = integrals_[static_cast<std::size_t>(l) + 1];
    std::vector<double>& coarse = integrals_[static_cast<std::size_t>(l)];
    coarse.assign(fine.begin(), fine.begin() + domain_.count(l));
    for (Index m = domain_.count(l); m < domain_.count(l + 1); ++m)
      for (std::size_t e = prediction_.offsets[row_of(m)]; e < prediction_.offsets[row_of(m) + 1]; ++e)
        coarse[prediction_.columns[e]] += prediction_.weights[e] * fine[m];
    if (const auto least = std::min_element(coarse.begin(), coarse.end()); *least <= 0)
      throw Error(fmt::format("the scaling function of free vertex {} on level {} has the integral {:.3g}",
                              least - coarse.begin(), l, *least),
                  "wavelets", "the surface has triangles without area; or choose linear wavelets");
    for (Index m = domain_.count(l); m < domain_.count(l + 1); ++m) lift(m, fine[m], coarse);
  }
}

void SurfaceWavelets::lift(Index odd, double integral, std::span<const double> coarse) {
  const std::array<Index, 2>& parents = domain_.parents_of(odd);
  const auto inside = std::count_if(parents.begin(), parents.end(), [](Index p) { return p >= 0; });
  for (std::size_t k = 0; k < 2; ++k)
    lifting_[row_of(odd)][k] =
        params_.lifted && parents[k] >= 0 ? integral / (static_cast<double>(inside) * coarse[parents[k]]) : 0;
}

template <typename Components>
void SurfaceWavelets::predict(Index level, double sign, Components components, double* values) const {
  for (Index m = domain_.count(level); m < domain_.count(level + 1); ++m)
    for (std::size_t e = prediction_.offsets[row_of(m)]; e < prediction_.offsets[row_of(m) + 1]; ++e)
      add(sign * prediction_.weights[e], &values[components * prediction_.columns[e]], components,
          &values[components * m]);
}

template <typename Components>
void SurfaceWavelets::update(Index level, double sign, Components components, double* values) const {
  if (!params_.lifted) return;
  for (Index m = domain_.count(level); m < domain_.count(level + 1); ++m) {
    const std::array<Index, 2>& parents = domain_.parents[row_of(m)];
    for (std::size_t k = 0; k < 2; ++k)
      if (parents[k] >= 0)
        add(sign * lifting_[row_of(m)][k], &values[components * m], components,
            &values[components * parents[k]]);
  }
}

void SurfaceWavelets::forward(std::span<double> values, Index components) const {
  with_components(components, [&](auto n) {
    for (Index l = domain_.levels() - 1; l >= 0; --l) {
      predict(l, -1, n, values.data());
      update(l, 1, n, values.data());
    }
  });
}

void SurfaceWavelets::inverse(std::span<double> values, Index components, Index level) const {
  with_components(components, [&](auto n) {
    for (Index l = 0; l < level; ++l) {
      update(l, -1, n, values.data());
      predict(l, 1, n, values.data());
    }
  });
}

std::size_t SurfaceWavelets::inverse_weights() const {
  std::size_t weights = prediction_.weights.size();
  for (const std::array<double, 2>& U : lifting_) weights += (U[0] != 0 ? 1 : 0) + (U[1] != 0 ? 1 : 0);
  return weights;
}

// Rows grow level by level, as inverse() does with numbers: those of even vertices lose the lifting, and those of
// odd vertices are sums of theirs.
SparseRows SurfaceWavelets::inverse_rows() const {
  std::vector<Row> rows(static_cast<std::size_t>(count()));
  for (Index k = 0; k < domain_.count(0); ++k) rows[k] = {{k, 1}};
  for (Index l = 0; l < domain_.levels(); ++l) {
    for (Index m = domain_.count(l); m < domain_.count(l + 1); ++m)
      for (std::size_t k = 0; k < 2; ++k)
        if (const double U = lifting_[row_of(m)][k]; U != 0)
          rows[domain_.parents_of(m)[k]].push_back({m, -U});
    for (Index m = domain_.count(l); m < domain_.count(l + 1); ++m) {
      rows[m] = {{m, 1}};
      for (std::size_t e = prediction_.offsets[row_of(m)]; e < prediction_.offsets[row_of(m) + 1]; ++e)
        add(prediction_.weights[e], rows[prediction_.columns[e]], rows[m]);
      merge_equal(rows[m]);
    }
  }
  return joined(rows);
}

}  // namespace sinew
