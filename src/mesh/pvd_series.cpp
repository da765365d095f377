#include "mesh/pvd_series.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "mesh/formats/text_cursor.h"
#include "mesh/formats/xml_scanner.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {
std::string frame_line(const std::string& time, const std::string& file) {
  return fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", time,
                     xml_escaped(file));
}
}  // namespace

PvdSeries::PvdSeries(fs::path path) : path_(std::move(path)) {}

void PvdSeries::add(double time, const fs::path& file) {
  if (!std::isfinite(time)) throw Error(fmt::format("a frame at time {}", time), path_.string());
  const fs::path folder = fs::absolute(path_).lexically_normal().parent_path();
  const fs::path relative = fs::absolute(file).lexically_normal().lexically_relative(folder);
  frames_ += frame_line(fmt::format("{}", time), relative.generic_string());
  rewrite();
}

void PvdSeries::resume(double time) {
  frames_.clear();
  if (!fs::exists(path_)) return;
  const std::string bytes = read_file(path_);
  XmlScanner xml(bytes, path_.string());
  while (const auto tag = xml.next()) {
    if (tag->name != "DataSet" || !tag->opens) continue;
    const std::string text = tag->attribute("timestep");
    const auto of_frame = parse_double(text);
    if (!of_frame) xml.fail("a <DataSet> whose timestep is not a number");
    if (*of_frame <= time) frames_ += frame_line(text, tag->attribute("file"));
  }
  rewrite();
}

void PvdSeries::rewrite() const {
  write_file(
      path_,
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "<Collection>\n" +
          frames_ + "</Collection>\n</VTKFile>\n");
}

}  // namespace sinew
