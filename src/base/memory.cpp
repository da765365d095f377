#include "sinew/base/process.h"

#include <cstdlib>
#include <limits>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/large_arena.h"

namespace sinew {

void keep_freed_memory() {
  LargeArena::instance().keep_freed_pages(true);
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

}  // namespace sinew
