#pragma once

namespace sinew {

// Bytes per second that all threads together move in a[i] = b[i] + s c[i] on arrays far larger than the
// caches: the best of several runs, stores counted once.
double triad_bandwidth();

// The resident memory of this process, MB: now, and the largest so far.
double rss_mb();
double peak_rss_mb();

// CPU time of all threads of this process so far, s.
double cpu_seconds();

// The size of the last-level cache, bytes; 32 MiB if the system does not say.
double last_level_cache_bytes();

}  // namespace sinew
