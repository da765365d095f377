// The series files of recorded runs.
#include <cmath>

#include "fuzz/fuzz_target.h"
#include "mesh/pvd_series.h"

namespace sinew::fuzz {

void read_input(std::string_view bytes) {
  const InputFile input(bytes);
  is_taken([&] {
    for (const PvdFrame& frame : read_pvd(input.path()))
      require(std::isfinite(frame.time) && !frame.file.empty(), "a frame has a time and a file");
  });
}

}  // namespace sinew::fuzz
