#pragma once

#include <algorithm>
#include <vector>

#include "base/index.h"

namespace sinew {

// Parallel loops over index ranges. The range [0, n) is always cut into the same chunks of `chunk` indices,
// whatever the number of threads, so results that depend on the cut (sums) have the same bits everywhere.

int thread_count();
// At least 1; 0 asks for one thread per core.
void set_thread_count(int count);

namespace detail {
using ChunkFunction = void (*)(void* context, Index chunk);
void run_chunks(Index chunks, ChunkFunction function, void* context);
}  // namespace detail

// Calls f(begin, end) once for every chunk, in no particular order. The first exception thrown is passed on.
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

// Folds f(begin, end) over the chunks from left to right, starting with identity.
template <typename T, typename F, typename Combine>
T parallel_reduce(Index n, Index chunk, T identity, F&& f, Combine&& combine) {
  std::vector<T> partial((n + chunk - 1) / chunk, identity);
  parallel_for(n, chunk, [&](Index begin, Index end) { partial[begin / chunk] = f(begin, end); });
  T total = identity;
  for (const T& p : partial) total = combine(total, p);
  return total;
}

}  // namespace sinew
