#pragma once

namespace sinew {

// Bytes per second that all threads together move in a[i] = b[i] + s c[i] on arrays far larger than the
// caches: the best of several runs, stores counted once.
double triad_bandwidth();

// The resident memory of this process, MB: now, and the largest since forget_peak_rss() was last called, which also
// gives back what was freed. A row calls it first, or its peak is that of the rows before. If the system refuses, the
// peak is that since the start.
double rss_mb();
double peak_rss_mb();
void forget_peak_rss();

// CPU time of all threads of this process so far, s.
double cpu_seconds();

// The size of the last-level cache, bytes; 32 MiB if the system does not say.
double last_level_cache_bytes();

}  // namespace sinew
