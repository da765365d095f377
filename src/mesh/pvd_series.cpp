#include "mesh/pvd_series.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "mesh/formats/xml_scanner.h"

namespace sinew {

namespace fs = std::filesystem;

PvdSeries::PvdSeries(fs::path path) : path_(std::move(path)) {}

void PvdSeries::add(double time, const fs::path& file) {
  if (!std::isfinite(time)) throw Error(fmt::format("a frame at time {}", time), path_.string());
  const fs::path folder = fs::absolute(path_).lexically_normal().parent_path();
  const fs::path relative = fs::absolute(file).lexically_normal().lexically_relative(folder);
  frames_ += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", time,
                         xml_escaped(relative.generic_string()));
  write_file(
      path_,
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "<Collection>\n" +
          frames_ + "</Collection>\n</VTKFile>\n");
}

}  // namespace sinew
