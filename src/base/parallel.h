#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "sinew/base/geometry.h"
#include "sinew/base/process.h"

namespace sinew {

// Parallel loops over index ranges. The range [0, n) is always divided into the same chunks of `chunk`
// indices, whatever the number of threads, so results that depend on the chunks (sums) always have the same
// bits.

namespace detail {
using ChunkFunction = void (*)(void* context, Index chunk);
void run_chunks(Index chunks, ChunkFunction function, void* context);
}  // namespace detail

// Calls f(begin, end) once for every chunk, in no particular order. The first exception thrown is rethrown.
template <typename F>
void parallel_for(Index n, Index chunk, F&& f) {
  const Index chunks = (n + chunk - 1) / chunk;
  auto body = [&](Index c) { f(c * chunk, std::min(n, (c + 1) * chunk)); };
  if (chunks <= 1) {
    if (chunks == 1) body(0);
    return;
  }
  detail::run_chunks(
      chunks, [](void* context, Index c) { (*static_cast<decltype(body)*>(context))(c); }, &body);
}

// Calls f(i) for every index.
template <typename F>
void parallel_for_each(std::size_t n, Index chunk, F&& f) {
  parallel_for(static_cast<Index>(n), chunk, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) f(i);
  });
}

// Calls both, in parallel if a thread is free.
template <typename F, typename G>
void run_both(F&& f, G&& g) {
  parallel_for(2, 1, [&](Index which, Index) { which == 0 ? f() : g(); });
}

// Folds f(begin, end) over the chunks from left to right, starting with identity. Chunks are larger than
// asked for if there would be more than kMostParts of them, so that the partial results fit on the stack.
template <typename T, typename F, typename Combine>
T parallel_reduce(Index n, Index chunk, T identity, F&& f, Combine&& combine) {
  constexpr Index kMostParts = 128;
  chunk = std::max(chunk, (n + kMostParts - 1) / kMostParts);
  std::array<T, kMostParts> partial;
  const Index parts = (n + chunk - 1) / chunk;
  parallel_for(n, chunk, [&](Index begin, Index end) { partial[begin / chunk] = f(begin, end); });
  T total = identity;
  for (Index part = 0; part < parts; ++part) total = combine(total, partial[part]);
  return total;
}

}  // namespace sinew
